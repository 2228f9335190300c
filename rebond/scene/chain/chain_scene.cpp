#include "rebond/scene/chain/chain_scene.hpp"

#include "rebond/scene/problem_checks.hpp"

#include <cmath>

namespace rebond {

std::shared_ptr<const Chain> build_model(const ChainScene& subject, const Scene& scene)
{
    const ChainSpec& spec = subject.model;
    const auto springs = static_cast<double>(spec.springs);
    const double mass = spec.density * spec.area * spec.length / springs;     // [kg]
    const double stiffness = spec.young * spec.area * springs / spec.length;  // [N/m]
    if (!std::isfinite(mass) || !std::isfinite(stiffness)) throw without_masses();
    return std::make_shared<const Chain>(subject.model, scene.run.gravity);
}

Problem build_problem(const ChainScene& subject, const Scene& scene)
{
    Problem problem;
    problem.model = build_model(subject, scene);
    const Index dofs = problem.model->dofs();
    problem.contacts = {{.gap = {.terms = {{.coordinate = 0, .weight = 1.0}}, .offset = 0.0},
                         .law = scene.impact,
                         .name = "lower end – plane"}};
    problem.initial = {.t = 0.0,
                       .q = Vector::Constant(dofs, subject.initial.gap),
                       .v = Vector::Constant(dofs, subject.initial.velocity)};
    return problem;
}

double memory_of(const ChainScene& subject)
{
    constexpr double per_mass = 200.0;  // measured [bytes]
    return per_mass * static_cast<double>(subject.model.springs + 1);
}

}  // namespace rebond
