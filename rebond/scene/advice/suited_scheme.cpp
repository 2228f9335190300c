#include "rebond/scene/advice/suited_scheme.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rebond {
namespace {

constexpr double long_run = 1.0;     // [s]: shorter ones are not worth a choice
constexpr double much_faster = 0.5;  // [-]
constexpr double very_long = 300.0;  // [s]: worth giving up the instants of impacts
constexpr double short_run = 20.0;   // [s], with steps

// The fastest of those that choose their own steps, if it is much faster than `own` [s].
std::optional<Scheme> faster_by_events(const Scene& scene, const Problem& problem, double own)
{
    std::optional<Scheme> fastest;
    double least = much_faster * own;
    for_each_alternative<Scheme>([&](auto candidate) {
        if (candidate.stepping.is_fixed) return;
        candidate.step = step_of(scene.scheme);
        if (refusal(problem, candidate)) return;
        const auto expected = expected_time_of(candidate, problem);
        if (!expected || expected->total > least) return;
        least = expected->total;
        fastest = candidate;
    });
    return fastest;
}

// The first that knows which step a short run has time for; `largest` [s] if that is given, and shorter.
std::optional<Scheme> affordable_by_steps(const Problem& problem, double largest)
{
    std::optional<Scheme> found;
    for_each_alternative<Scheme>([&](auto candidate) {
        if constexpr (requires { affordable_step(problem, candidate, short_run); }) {
            if (found || refusal(problem, candidate)) return;
            const auto step = affordable_step(problem, candidate, short_run);
            if (!step) return;
            candidate.step = largest > 0.0 ? std::min(*step, largest) : *step;
            found = candidate;
        }
    });
    return found;
}

}  // namespace

SuitedScheme suited_scheme(const Scene& scene)
{
    if (stepping_of(scene.scheme).is_fixed || !subject_traits(scene).weighs_schemes) return {scene.scheme};
    const Problem problem = build_problem(scene);
    const auto own = expected_time_of(scene.scheme, problem);
    if (!own || own->total <= long_run) return {scene.scheme};
    if (const auto faster = faster_by_events(scene, problem, own->total)) return {*faster};
    if (own->total <= very_long) return {scene.scheme};
    const auto stepped = affordable_by_steps(problem, step_of(scene.scheme));
    if (!stepped) return {scene.scheme};
    return {*stepped,
            fmt::format(
                "no scheme is named: {0} with steps of {1:.2g} s is used. It does not locate impacts, and "
                "its error falls with the first power of the step. {2} would take about {3:.3g} minutes. "
                "Run it again with half the step, or name a scheme",
                type_name(*stepped), step_of(*stepped), type_name(scene.scheme), own->total / 60.0)};
}

}  // namespace rebond
