#include "apps/cli/sweep_progress.hpp"

#include "apps/cli/shown_time.hpp"
#include "apps/cli/still_working.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace rebond::cli {
namespace {

constexpr auto patience = std::chrono::milliseconds(500);
constexpr auto between_drawings = std::chrono::milliseconds(100);

}  // namespace

SweepProgress::SweepProgress(bool is_shown) : is_shown_(is_shown), next_(start_ + patience) {}

void SweepProgress::wipe()
{
    if (is_drawn_) fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
    is_drawn_ = false;
}

void SweepProgress::tell(const SweepState& state)
{
    const auto now = Clock::now();
    if (!is_shown_ || now < next_) return;
    constexpr int width = 20;
    StillWorking::fall_silent();
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    const double rate = static_cast<double>(state.performed) / elapsed;  // [1/s]
    const double fraction =
        static_cast<double>(state.done) / static_cast<double>(std::max<std::uint64_t>(1, state.cases));
    const int filled = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * width);
    std::string text = fmt::format("\r\033[K[{:#<{}}{:.<{}}] {}/{} cases  {:.3g}/s", "", filled, "",
                                   width - filled, state.done, state.cases, rate);
    if (state.failed > 0) text += fmt::format("  {} failed", state.failed);
    if (rate > 0.0)
        text += fmt::format("  {} left", shown_time(static_cast<double>(state.cases - state.done) / rate));
    fmt::print(stderr, "{}", text);
    std::fflush(stderr);
    is_drawn_ = true;
    next_ = now + between_drawings;
}

}  // namespace rebond::cli
