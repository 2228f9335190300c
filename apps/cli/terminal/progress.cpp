#include "apps/cli/terminal/progress.hpp"

#include "apps/cli/terminal/shown_time.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rebond::cli {

void Progress::step(const Instant& now)
{
    if (!bar_.is_shown() || !looks_.is_due() || !bar_.is_due()) return;
    const double elapsed = bar_.elapsed();
    const double fraction = std::clamp(now.t() / duration_, 1e-9, 1.0);
    bar_.draw(fraction, fmt::format("{:5.1f} %  {:.3g} steps/s  {} impacts  {} left", 100.0 * fraction,
                                    static_cast<double>(looks_.steps()) / elapsed, impacts_,
                                    shown_time(elapsed * (1.0 - fraction) / fraction)));
}

}  // namespace rebond::cli
