#include "rebond/scene/orbit/start_scene.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/scene/linear/linear_start.hpp"

#include <algorithm>

namespace rebond {
namespace {

constexpr double just_beyond = 1e-12;  // of the period: the impact at its end belongs to the run [-]

// Rounding leaves gaps that are closed a little on the wrong side.
State with_open_gaps(const Problem& problem, State state)
{
    for (const Contact& contact : problem.contacts) {
        const double gap = gap_at(contact.gap, state.t, state.q);
        if (!(gap < 0.0)) continue;
        double length = 0.0;
        for (const auto& [i, weight] : contact.gap.terms) length += weight * weight;
        for (const auto& [i, weight] : contact.gap.terms) state.q(i) -= gap * weight / length;
    }
    return state;
}

}  // namespace

std::optional<Scene> start_scene(const Scene& scene, const Problem& problem, const Orbit& orbit)
{
    Scene start = scene;
    const State state = with_open_gaps(problem, orbit.state);
    const bool has_own_start = std::visit(
        [&](auto& subject) {
            if constexpr (requires { start_at(subject, state); }) start_at(subject, state);
            return requires
            {
                start_at(subject, state);
            };
        },
        start.subject);
    if (!has_own_start) {
        const bool is_straight = std::all_of(problem.contacts.begin(), problem.contacts.end(),
                                             [](const Contact& contact) { return is_constant(contact.gap); });
        if (problem.model->as_linear() == nullptr || !is_straight || problem.crowd || has_friction(problem))
            return std::nullopt;
        LinearScene subject = linear_scene_of(problem);
        start_at(subject, state);
        start.subject = std::move(subject);
        start.run.gravity = 0.0;
    }
    start.title = scene.title.empty() ? "An orbit" : scene.title + ": an orbit";
    start.scheme = EventModal{};
    if (scheme_refusal(problem, start.scheme)) start.scheme = EventAccurate{};
    start.run.duration = orbit.period * (1.0 + just_beyond);
    start.run.sample_every = orbit.period / 1000.0;
    start.run.stop_when_quiet = false;
    start.orbit = {};
    return start;
}

}  // namespace rebond
