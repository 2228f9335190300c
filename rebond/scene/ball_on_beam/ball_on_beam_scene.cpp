#include "rebond/scene/ball_on_beam/ball_on_beam_scene.hpp"

#include "rebond/scene/build.hpp"

#include <cmath>

namespace rebond {
namespace {

// z − Σ φ_i(b) a_i: minus the indentation.
Gap gap_above_beam(const BallOnBeam& model)
{
    Gap gap{.terms = {{.coordinate = 0, .weight = 1.0}}, .offset = 0.0};
    for (Index i = 0; i < model.modes(); ++i)
        gap.terms.push_back({.coordinate = i + 1, .weight = -model.shape()(i)});
    return gap;
}

}  // namespace

std::shared_ptr<const BallOnBeam> build_model(const BallOnBeamScene& subject, const Scene& /*scene*/)
{
    auto model = std::make_shared<const BallOnBeam>(subject.model);
    const bool is_resolved = model->beam() && model->beam()->is_resolved();
    if (!is_resolved || !std::isfinite(model->hertz().stiffness) || !(model->hertz().stiffness > 0.0) ||
        !model->shape().allFinite())
        throw Unbuildable(
            "model",
            "expected sections whose modes can be resolved, less than 10⁶ times as high as each other, and "
            "masses and stiffnesses that are positive, finite numbers");
    return model;
}

Problem build_problem(const BallOnBeamScene& subject, const Scene& scene)
{
    const auto model = build_model(subject, scene);
    Problem problem;
    problem.model = model;
    problem.contacts = {{.gap = gap_above_beam(*model), .law = scene.impact, .name = "ball – beam"}};
    problem.initial = {.t = 0.0, .q = Vector::Zero(model->dofs()), .v = Vector::Zero(model->dofs())};
    problem.initial.v(0) = subject.initial.velocity;
    return problem;
}

double memory_of(const BallOnBeamScene& subject)
{
    constexpr double per_mode = 50e3;  // tables of steps of forty lengths [bytes]
    return per_mode * static_cast<double>(subject.model.beam.modes);
}

const BallOnBeamSpec* ball_on_beam_in(const Scene& scene)
{
    const auto* subject = std::get_if<BallOnBeamScene>(&scene.subject);
    return subject != nullptr ? &subject->model : nullptr;
}

}  // namespace rebond
