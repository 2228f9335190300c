#include "apps/cli/terminal/interrupt.hpp"

#include "apps/cli/terminal/exit_code.hpp"
#include "rebond/io/files/temporary_path.hpp"

#include <csignal>
#include <ctime>
#include <string_view>
#include <unistd.h>

namespace rebond::cli {
namespace {

constexpr double one_request = 0.5;  // launchers signal a program and its group: twice within this [s]
constexpr double overdue = 0.8;      // [s] after the signal

enum class Stage { nothing_to_keep, waited_for_a_while, waited_for };

// A signal handler can reach nothing but globals.
std::atomic<bool> interrupted_flag{false};
std::atomic<double> first_time{0.0};  // of the first signal [s]; 0: none came
std::atomic<Stage> stage{Stage::nothing_to_keep};
timer_t overdue_timer{};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<double>::is_always_lock_free &&
              std::atomic<Stage>::is_always_lock_free);

double now()
{
    std::timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

[[noreturn]] void end_at_once(int /*signal*/)
{
    constexpr std::string_view line = "stopped\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
    remove_temporary_paths();
    ::_exit(interrupted);
}

void end_when_overdue()
{
    std::signal(SIGALRM, end_at_once);
    itimerspec when{};
    when.it_value.tv_nsec = static_cast<long>(1e9 * overdue);
    timer_settime(overdue_timer, 0, &when, nullptr);
}

void note(int signal)
{
    double first = 0.0;
    const bool is_first = first_time.compare_exchange_strong(first, now());
    if (is_first && stage == Stage::nothing_to_keep) end_at_once(signal);
    if (is_first) {
        interrupted_flag = true;
        if (stage == Stage::waited_for_a_while) end_when_overdue();
    } else if (now() - first > one_request) {
        remove_temporary_paths();
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

bool is_overdue()
{
    return interrupted_flag && now() - first_time > overdue;
}

KeptWork::KeptWork(Waiting waiting)
{
    if (waiting == Waiting::until_overdue) timer_create(CLOCK_MONOTONIC, nullptr, &overdue_timer);
    stage = waiting == Waiting::until_overdue ? Stage::waited_for_a_while : Stage::waited_for;
}

KeptWork::~KeptWork()
{
    const Stage before = stage.exchange(Stage::nothing_to_keep);
    if (before == Stage::waited_for_a_while) timer_delete(overdue_timer);
}

}  // namespace rebond::cli
