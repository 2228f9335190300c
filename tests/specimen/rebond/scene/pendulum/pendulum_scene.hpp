// A pendulum that hits a wall, as a scene file says it, and what it becomes.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/pendulum/pendulum.hpp"

#include <memory>

namespace rebond {

struct Scene;

struct PendulumInitial {
    double angle_deg = 30.0;  // θ from the vertical
    double speed = 0.0;       // of the bob, away from the wall [m/s]
};

struct PendulumScene {
    PendulumSpec model;
    PendulumInitial initial;
};

[[nodiscard]] std::shared_ptr<const Pendulum> build_model(const PendulumScene& subject, const Scene& scene);

// The bob touches a vertical wall where it hangs straight down.
[[nodiscard]] Problem build_problem(const PendulumScene& subject, const Scene& scene);

[[nodiscard]] double memory_of(const PendulumScene& subject);  // [bytes]

}  // namespace rebond
