#include "apps/cli/interrupt.hpp"

#include <csignal>
#include <ctime>

namespace rebond::cli {
namespace {

constexpr double one_request = 0.5;  // launchers signal a program and its group: twice within this [s]

// A signal handler can reach nothing but globals.
std::atomic<bool> interrupted_flag{false};
std::atomic<double> first_time{0.0};  // of the first signal [s]; 0: none came
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<double>::is_always_lock_free);

double now()
{
    std::timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void note(int signal)
{
    double first = 0.0;
    if (first_time.compare_exchange_strong(first, now())) {
        interrupted_flag = true;
    } else if (now() - first > one_request) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

}  // namespace

const std::atomic<bool>& watch_for_interrupt()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, note);
    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit fails instead
    return interrupted_flag;
}

}  // namespace rebond::cli
