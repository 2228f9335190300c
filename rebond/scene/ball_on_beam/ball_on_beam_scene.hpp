// A ball that hits a beam, as a scene file says it, and what it becomes.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/beam/ball_on_beam.hpp"

#include <memory>

namespace rebond {

struct Scene;

struct BallOnBeamInitial {
    double velocity = -1.0;  // v_i [m/s]
};

struct BallOnBeamScene {
    BallOnBeamSpec model;
    BallOnBeamInitial initial;
};

// Weightless, whatever the scene's gravity is. Throws Unbuildable if its modes cannot be resolved.
[[nodiscard]] std::shared_ptr<const BallOnBeam> build_model(const BallOnBeamScene& subject,
                                                            const Scene& scene);

// The ball touches the beam, which is at rest.
[[nodiscard]] Problem build_problem(const BallOnBeamScene& subject, const Scene& scene);

[[nodiscard]] double memory_of(const BallOnBeamScene& subject);  // [bytes]

// The ball and the beam of a scene; null if it has others.
[[nodiscard]] const BallOnBeamSpec* ball_on_beam_in(const Scene& scene);

}  // namespace rebond
