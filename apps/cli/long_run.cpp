#include "apps/cli/long_run.hpp"

#include "apps/cli/interrupt.hpp"
#include "apps/cli/scheme_costs.hpp"
#include "apps/cli/shown_time.hpp"
#include "rebond/core/error.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace rebond::cli {
namespace {

constexpr double very_long = 1200.0;  // [s]
constexpr double much_sooner = 0.2;   // of the time [-]
constexpr double later = 4.0;         // the next look [-]

// The scheme that takes the least time. None if the scene cannot be read again, or is another one by now.
std::optional<SchemeCost> cheapest(const SceneFile& file)
{
    if (!can_be_read_again(file.path)) return {};
    std::optional<SchemeCost> best;
    try {
        for (SchemeCost& cost : scheme_costs(file.path, file.overrides, watch_for_interrupt()))
            if (cost.seconds && (!best || *cost.seconds < *best->seconds)) best = std::move(cost);
    } catch (const std::runtime_error&) {
        return {};
    }
    return best;
}

}  // namespace

void LongRun::step(const Instant& now)
{
    if (!may_speak_ || !looks_.is_due()) return;
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    if (elapsed < next_look_ || !(now.t() > 0.0)) return;
    next_look_ = later * elapsed;
    const double seconds = elapsed * prepared_.ready.problem.duration / now.t();
    if (seconds - elapsed < very_long) return;
    may_speak_ = false;
    advise(seconds);
}

void LongRun::advise(double seconds)
{
    const SceneFile& file = prepared_.file;
    std::string text = fmt::format("{}: at this rate the run takes about {}", file.path, shown_time(seconds));
    const std::optional<SchemeCost> best = cheapest(file);
    if (best && *best->seconds <= much_sooner * seconds)
        text += fmt::format("; {0} takes about {1}: --set 'scheme={{type=\"{0}\"{2}}}'", best->scheme,
                            shown_time(*best->seconds),
                            best->step ? fmt::format(", step={:.3g}", *best->step) : "");
    progress_.wipe();
    fmt::print(stderr, "{}\n", text);
}

}  // namespace rebond::cli
