#include "apps/cli/terminal/still_working.hpp"

#include <csignal>
#include <string_view>
#include <unistd.h>

namespace rebond::cli {
namespace {

constexpr unsigned patience = 2;  // [s]

void say_so(int /*signal*/)
{
    constexpr std::string_view line = "still working: a large model takes a while\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

StillWorking::StillWorking(bool is_shown)
{
    if (!is_shown) return;
    std::signal(SIGALRM, say_so);  // which leaves calls under way to go on
    alarm(patience);
}

void StillWorking::fall_silent()
{
    alarm(0);
}

}  // namespace rebond::cli
