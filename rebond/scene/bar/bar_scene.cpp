#include "rebond/scene/bar/bar_scene.hpp"

#include "rebond/mechanics/bar/bar_bending.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/problem_checks.hpp"
#include "rebond/scene/radians.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rebond {
namespace {

// A share η of the drop's kinetic energy T goes into a bending mode: displacement A cos ψ, velocity
// −A ω sin ψ along the mode of unit modal mass, with ½ A² ω² = η T.
void excite(const Bar& bar, const Excitation& excitation, State& state)
{
    const auto dynamics = bar.dynamics();
    dynamics->place(0.0, state.q);
    const double T = dynamics->energy(state.v).kinetic;
    const auto mode = bending_mode(bar, state.q(2), excitation.mode);
    if (!mode)
        throw Unbuildable(
            "initial.excitation",
            "expected a bar whose bending the arithmetic can tell from rigid motions; the mass and "
            "stiffness of this one are too many orders of magnitude apart");
    const auto& [omega, shape] = *mode;
    const double amplitude = std::sqrt(2.0 * excitation.energy_fraction * T) / omega;
    const double phase = radians(excitation.phase_deg);
    state.q += amplitude * std::cos(phase) * shape;
    state.v -= amplitude * omega * std::sin(phase) * shape;
}

}  // namespace

std::shared_ptr<const Bar> build_model(const BarScene& subject, const Scene& scene)
{
    return std::make_shared<const Bar>(subject.model, scene.run.gravity);
}

Problem build_problem(const BarScene& subject, const Scene& scene)
{
    const auto bar = build_model(subject, scene);
    const auto& [angle_deg, tip_height, velocity, excitation] = subject.initial;
    Problem problem;
    problem.model = bar;
    problem.contacts = {
        {.gap = {.terms = {{.coordinate = 1, .weight = 1.0}}, .offset = -subject.model.radius},
         .law = scene.impact,
         .slide = {.terms = {{.coordinate = 0, .weight = 1.0},
                             {.coordinate = 2, .weight = subject.model.radius}}},
         .name = "tip – plane"}};
    problem.initial = {.t = 0.0,
                       .q = bar->straight(radians(angle_deg), tip_height),
                       .v = bar->translation(velocity[0], velocity[1])};
    if (excitation) {
        require_positive_masses(problem);
        excite(*bar, *excitation, problem.initial);
        const Gap& gap = problem.contacts[0].gap;
        const double start = gap_at(gap, 0.0, problem.initial.q);
        if (start < -rounding_of(gap, problem.initial.q))
            throw Unbuildable(
                "initial.tip_height",
                fmt::format("expected at least {:.9g} m: the excitation lowers the tip into the plane",
                            tip_height - start));
    }
    return problem;
}

double memory_of(const BarScene& subject)
{
    constexpr double per_segment = 550.0;  // measured [bytes]
    return per_segment * static_cast<double>(subject.model.segments);
}

}  // namespace rebond
