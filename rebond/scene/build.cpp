#include "rebond/scene/build.hpp"

#include "rebond/mechanics/bar_bending.hpp"

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

double radians(double degrees)
{
    return degrees * std::numbers::pi / 180.0;
}

// A share η of the drop's kinetic energy T goes into a bending mode: displacement A cos ψ, velocity
// −A ω sin ψ along the mode of unit modal mass, with ½ A² ω² = η T.
void excite(const Bar& bar, const Excitation& excitation, State& state)
{
    const auto dynamics = bar.dynamics();
    dynamics->place(0.0, state.q);
    const double T = dynamics->energy(state.v).kinetic;
    const auto [omega, shape] = bending_mode(bar, state.q(2), excitation.mode);
    const double amplitude = std::sqrt(2.0 * excitation.energy_fraction * T) / omega;
    const double phase = radians(excitation.phase_deg);
    state.q += amplitude * std::cos(phase) * shape;
    state.v -= amplitude * omega * std::sin(phase) * shape;
}

std::shared_ptr<const Bar> build_bar(const BarScene& scene, double gravity)
{
    return std::make_shared<const Bar>(scene.model, gravity);
}

struct Build {
    const Scene& scene;

    Problem operator()(const BarScene& subject) const
    {
        const auto bar = build_bar(subject, scene.run.gravity);
        const auto& [angle_deg, tip_height, velocity, excitation] = subject.initial;
        Problem problem;
        problem.model = bar;
        problem.contacts = {
            {.gap = {.terms = {{.coordinate = 1, .weight = 1.0}}, .offset = -subject.model.radius},
             .law = {.restitution = scene.impact.restitution}}};
        problem.initial = {.t = 0.0,
                           .q = bar->straight(radians(angle_deg), tip_height),
                           .v = bar->translation(velocity[0], velocity[1])};
        if (excitation) excite(*bar, *excitation, problem.initial);
        return problem;
    }
};

}  // namespace

Problem build_problem(const Scene& scene)
{
    Problem problem = std::visit(Build{scene}, scene.subject);
    problem.duration = scene.run.duration;
    problem.sample_every = scene.run.sample_every.value_or(1e-3 * scene.run.duration);
    return problem;
}

std::shared_ptr<const Model> build_model(const Scene& scene)
{
    return build_bar(std::get<BarScene>(scene.subject), scene.run.gravity);
}

}  // namespace rebond
