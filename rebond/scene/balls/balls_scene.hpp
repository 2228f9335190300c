// Balls in the plane, as a scene file says them, and what they become.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/balls/balls.hpp"

#include <memory>

namespace rebond {

struct Scene;

// Positions and velocities are the balls' own.
struct BallsScene {
    BallsSpec model;
};

[[nodiscard]] std::shared_ptr<const Balls> build_model(const BallsScene& subject, const Scene& scene);

// Every pair of balls in order, then every ball with the floor, if there is one. Those that touch at the
// start within `touching` have a gap of zero there. Throws Unbuildable that names balls that overlap.
[[nodiscard]] Problem build_problem(const BallsScene& subject, const Scene& scene);

[[nodiscard]] double memory_of(const BallsScene& subject);  // [bytes]

}  // namespace rebond
