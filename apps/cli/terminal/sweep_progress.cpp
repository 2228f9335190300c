#include "apps/cli/terminal/sweep_progress.hpp"

#include "apps/cli/terminal/shown_time.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rebond::cli {

void SweepProgress::tell(const SweepState& state)
{
    if (!bar_.is_due()) return;
    const double rate = static_cast<double>(state.ran) / bar_.elapsed();  // [1/s]
    const auto cases = static_cast<double>(std::max<std::uint64_t>(1, state.cases));
    std::string text = fmt::format("{}/{} cases  {:.3g}/s", state.done, state.cases, rate);
    if (state.failed > 0) text += fmt::format("  {} failed", state.failed);
    if (rate > 0.0)
        text += fmt::format("  {} left", shown_time(static_cast<double>(state.cases - state.done) / rate));
    bar_.draw(static_cast<double>(state.done) / cases, text);
}

}  // namespace rebond::cli
