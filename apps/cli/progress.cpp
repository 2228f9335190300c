#include "apps/cli/progress.hpp"

#include "apps/cli/shown_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace rebond::cli {
namespace {

constexpr long steps_between_looks = 256;  // at the clock, once there were as many

}  // namespace

void Progress::step(const Instant& now)
{
    // The first few steps may be long: the first, second, fourth, … one looks, too.
    if (!bar_.is_shown() ||
        (++steps_ % steps_between_looks != 0 && !std::has_single_bit(static_cast<unsigned long>(steps_))))
        return;
    if (!bar_.is_due()) return;
    const double elapsed = bar_.elapsed();
    const double fraction = std::clamp(now.t() / duration_, 1e-9, 1.0);
    bar_.draw(fraction, fmt::format("{:5.1f} %  {:.3g} steps/s  {} impacts  {} left", 100.0 * fraction,
                                    static_cast<double>(steps_) / elapsed, impacts_,
                                    shown_time(elapsed * (1.0 - fraction) / fraction)));
}

}  // namespace rebond::cli
