#include "apps/cli/terminal/still_working.hpp"

#include <csignal>
#include <string_view>
#include <unistd.h>

namespace rebond::cli {
namespace {

constexpr unsigned patience = 2, between_lines = 10;  // [s]
volatile std::sig_atomic_t seconds = 0;               // since it began, at the last line

void print(std::string_view text)
{
    [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

// By hand: a signal may come while memory is being allocated.
void print_number(int number)
{
    char digits[12];
    char* const end = digits + sizeof digits;
    char* first = end;
    do *--first = static_cast<char>('0' + number % 10);
    while ((number /= 10) > 0);
    print({first, static_cast<std::size_t>(end - first)});
}

void say_so(int /*signal*/)
{
    if (seconds == 0) {
        seconds = patience;
        print("still working: a large model takes a while\n");
    } else {
        seconds = seconds + static_cast<int>(between_lines);
        print("still working, ");
        print_number(seconds);
        print(" s so far\n");
    }
    alarm(between_lines);
}

}  // namespace

StillWorking::StillWorking(bool is_shown)
{
    if (!is_shown) return;
    seconds = 0;
    std::signal(SIGALRM, say_so);  // which leaves calls under way to go on
    alarm(patience);
}

void StillWorking::fall_silent()
{
    alarm(0);
}

}  // namespace rebond::cli
