#include "rebond/scene/advice/restitution_advice.hpp"

#include "rebond/scene/fields.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rebond {
namespace {

constexpr double noticed = 0.05;  // of the approach speed, that gravity takes within the window [-]

}  // namespace

std::vector<std::string> restitution_warnings(const Scene& scene, const Problem& problem,
                                              const Findings& findings)
{
    std::vector<std::string> warnings;
    if (!subject_traits(scene).is_dropped) return warnings;
    const double pause = episode_gap(scene.analysis, problem);  // [s]
    const double window = scene.analysis.restitution_window;    // [s]
    const RestitutionFindings& found = findings.restitution;

    if (found.apparent && window < pause)
        warnings.push_back(fmt::format(
            "restitution.apparent may be measured within a burst: analysis.restitution_window = {:g} s is "
            "shorter than the pauses within an episode, {:.3g} s",
            window, pause));

    // The mean velocity over the window contains the fall, −gW/2.
    const double fall = 0.5 * scene.run.gravity * window;  // [m/s]
    if (found.apparent && found.impact_speed && std::abs(fall) > noticed * *found.impact_speed)
        warnings.push_back(fmt::format(
            "restitution.apparent is {:.2g} less than without gravity, which slows the rebound within "
            "analysis.restitution_window; use a shorter window, or start at the plane with run.gravity = 0",
            fall / *found.impact_speed));

    const std::vector<Episode>& episodes = findings.episodes;
    if (found.mass_centre && episodes.size() == 1 && findings.final.t - episodes.front().end < pause)
        warnings.push_back(fmt::format(
            "restitution.mass_centre may change: the run ends {:.3g} s after the last contact, and "
            "the first episode is over {:.3g} s after it",
            findings.final.t - episodes.front().end, pause));
    return warnings;
}

}  // namespace rebond
