#include "apps/cli/terminal/progress_bar.hpp"

#include "apps/cli/terminal/still_working.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace rebond::cli {
namespace {

constexpr auto before_drawing = std::chrono::milliseconds(500);
constexpr auto between_drawings = std::chrono::milliseconds(100);
constexpr int width = 20;

}  // namespace

bool is_watched()
{
    return isatty(STDERR_FILENO) != 0;
}

ProgressBar::ProgressBar(bool is_shown) : is_shown_(is_shown), next_(start_ + before_drawing) {}

double ProgressBar::elapsed() const
{
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

void ProgressBar::draw(double fraction, std::string_view text)
{
    StillWorking::fall_silent();
    const int filled = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * width);
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {}", "", filled, "", width - filled, text);
    std::fflush(stderr);
    is_drawn_ = true;
    next_ = Clock::now() + between_drawings;
}

void ProgressBar::wipe()
{
    if (is_drawn_) fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
    is_drawn_ = false;
}

}  // namespace rebond::cli
