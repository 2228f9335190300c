#include "apps/cli/interrupt.hpp"

#include <csignal>

namespace rebond::cli {
namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> interrupted_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int signal)
{
    interrupted_flag.store(true, std::memory_order_relaxed);
    std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& watch_for_interrupt()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, note);
    std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit fails instead
    return interrupted_flag;
}

}  // namespace rebond::cli
