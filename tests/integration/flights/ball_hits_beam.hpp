// A ball that hits a beam, for tests: the steel beam of 1 m × 20 mm × 10 mm, 1.57 kg.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/beam/ball_on_beam.hpp"

#include <memory>

namespace rebond::test {

inline constexpr double beam_mass = 1.57;  // [kg]

inline Problem ball_hits(const BallOnBeamSpec& spec, double speed = 1.0, double duration = 1.0)
{
    const auto model = std::make_shared<BallOnBeam>(spec);
    Problem problem{.model = model, .contacts = {Contact{}}, .initial = {}, .duration = duration};
    problem.contacts[0].gap.terms.push_back({0, 1.0});
    for (Index i = 0; i < model->modes(); ++i)
        problem.contacts[0].gap.terms.push_back({i + 1, -model->shape()(i)});
    problem.initial.q = Vector::Zero(model->dofs());
    problem.initial.v = -speed * Vector::Unit(model->dofs(), 0);
    return problem;
}

// With the ball's mass as a part of the beam's [-].
inline BallOnBeamSpec steel(Support support, double mass_ratio, double location, Index modes = 40,
                            double damping_ratio = 0.01)
{
    return {.location = location,
            .ball = {.mass = mass_ratio * beam_mass},
            .beam = {.support = support, .modes = modes, .damping_ratio = damping_ratio}};
}

inline const BallOnBeam& ball_of(const Problem& problem)
{
    return static_cast<const BallOnBeam&>(*problem.model);
}

}  // namespace rebond::test
