#include "apps/cli/progress.hpp"

#include "apps/cli/shown_time.hpp"
#include "apps/cli/still_working.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <unistd.h>

namespace rebond::cli {
namespace {

constexpr long steps_between_looks = 256;  // at the clock, once there were as many
constexpr auto patience = std::chrono::milliseconds(500);
constexpr auto between_drawings = std::chrono::milliseconds(100);

}  // namespace

bool is_watched()
{
    return isatty(STDERR_FILENO) != 0;
}

Progress::Progress(double duration, bool is_shown)
    : duration_(duration), is_shown_(is_shown), next_(start_ + patience)
{
}

void Progress::wipe()
{
    if (is_drawn_) fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
    is_drawn_ = false;
}

void Progress::step(const Instant& now)
{
    // The first few steps may be long: the first, second, fourth, … one looks, too.
    if (!is_shown_ ||
        (++steps_ % steps_between_looks != 0 && !std::has_single_bit(static_cast<unsigned long>(steps_))))
        return;
    const auto clock = Clock::now();
    if (clock >= next_) draw(now.t(), clock);
}

void Progress::impact(const Impact& /*impact*/)
{
    ++impacts_;
}

void Progress::draw(double t, Clock::time_point now)
{
    constexpr int width = 20;
    StillWorking::fall_silent();
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    const double fraction = std::clamp(t / duration_, 1e-9, 1.0);
    const int filled = static_cast<int>(fraction * width);
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {:5.1f} %  {:.3g} steps/s  {} impacts  {} left", "", filled,
               "", width - filled, 100.0 * fraction, static_cast<double>(steps_) / elapsed, impacts_,
               shown_time(elapsed * (1.0 - fraction) / fraction));
    std::fflush(stderr);
    is_drawn_ = true;
    next_ = now + between_drawings;
}

}  // namespace rebond::cli
