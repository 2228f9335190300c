// A rigid rod above the ground, as a scene file says it, and what it becomes.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/rod/rod.hpp"

#include <array>
#include <memory>

namespace rebond {

struct Scene;

struct RodInitial {
    std::array<double, 2> tip = {0.0, 0.05};       // of the lower end [m]
    double angle_deg = 60.0;                       // with the ground
    std::array<double, 2> velocity = {0.0, -1.0};  // of the centre [m/s]
    double spin = 0.0;                             // counter-clockwise [rad/s]
};

struct RodScene {
    RodSpec model;
    RodInitial initial;
};

[[nodiscard]] std::shared_ptr<const Rod> build_model(const RodScene& subject, const Scene& scene);

// Either end may touch the ground, and slide along it.
[[nodiscard]] Problem build_problem(const RodScene& subject, const Scene& scene);

[[nodiscard]] double memory_of(const RodScene& subject);  // [bytes]

}  // namespace rebond
