#include "apps/cli/commands/long_run.hpp"

#include "apps/cli/commands/schemes/scheme_costs.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "apps/cli/terminal/shown_time.hpp"
#include "rebond/studies/scheme_comparison.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace rebond::cli {
namespace {

constexpr double very_long = 300.0;  // [s]
constexpr double much_sooner = 0.2;  // of the time [-]
constexpr double later = 4.0;        // the next look [-]

// A scheme that takes less than that [s]: the fastest that locates impacts, if there is one, else of all.
std::optional<SchemeCost> faster_scheme(const Prepared& prepared, double seconds)
{
    std::optional<SchemeCost> best;
    try {
        const std::vector<SchemeCost> costs =
            scheme_costs(prepared, directory_of(prepared.file), watch_for_interrupt());
        for (const bool must_choose_its_step : {true, false}) {
            for (const SchemeCost& cost : costs)
                if (cost.seconds && *cost.seconds < seconds && (!best || *cost.seconds < *best->seconds) &&
                    chooses_its_step(cost.scheme) == must_choose_its_step)
                    best = cost;
            if (best) break;
        }
    } catch (const std::exception&) {
        return {};  // advice is not worth the run
    }
    return best;
}

}  // namespace

void LongRun::step(const Instant& now)
{
    if (!may_speak_ || !looks_.is_due() || !(now.t() > 0.0)) return;
    const auto clock = Clock::now();
    if (first_ == 0.0) {
        first_ = now.t();
        start_ = clock;
    }
    const double elapsed = std::chrono::duration<double>(clock - start_).count();
    if (elapsed < next_look_ || !(now.t() > first_)) return;
    next_look_ = later * elapsed;
    const double left = elapsed * (prepared_.ready.problem.duration - now.t()) / (now.t() - first_);
    if (left < very_long) return;
    may_speak_ = false;
    advise(left);
}

void LongRun::advise(double seconds)
{
    std::string text =
        fmt::format("{}: at this rate the run takes {} more", prepared_.file.path, shown_time(seconds));
    if (const std::optional<SchemeCost> faster = faster_scheme(prepared_, much_sooner * seconds))
        text += fmt::format("; {0} takes about {1}{2}: --set 'scheme={{type=\"{0}\"{3}}}'", faster->scheme,
                            shown_time(*faster->seconds), faster->step ? " without locating impacts" : "",
                            faster->step ? fmt::format(", step={:.3g}", *faster->step) : "");
    progress_.wipe();
    fmt::print(stderr, "{}\n", text);
}

}  // namespace rebond::cli
