#include "rebond/scene/pendulum/pendulum_scene.hpp"

#include "rebond/scene/radians.hpp"
#include "rebond/scene/scene.hpp"

namespace rebond {

std::shared_ptr<const Pendulum> build_model(const PendulumScene& subject, const Scene& scene)
{
    return std::make_shared<const Pendulum>(subject.model, scene.run.gravity);
}

Problem build_problem(const PendulumScene& subject, const Scene& scene)
{
    const double length = subject.model.length;
    Problem problem;
    problem.model = build_model(subject, scene);
    problem.contacts = {
        {.gap = {.terms = {{.coordinate = 0, .weight = length}}, .offset = 0.0}, .law = scene.impact}};
    problem.initial = {.t = 0.0,
                       .q = Vector::Constant(1, radians(subject.initial.angle_deg)),
                       .v = Vector::Constant(1, subject.initial.speed / length)};
    return problem;
}

double memory_of(const PendulumScene& /*subject*/)
{
    return sizeof(Pendulum);
}

}  // namespace rebond
