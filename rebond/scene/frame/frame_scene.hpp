// An elastic beam that hits a wall, as a scene file says it, and what it becomes.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/beam/frame.hpp"

#include <array>
#include <memory>

namespace rebond {

struct Scene;

struct FrameInitial {
    double angle_deg = 90.0;                       // between the axis and the wall
    std::array<double, 2> velocity = {0.0, -1.0};  // along the wall, and away from it [m/s]
};

struct FrameScene {
    FrameSpec model;
    FrameInitial initial;
};

// Throws Unbuildable if a mass or a stiffness is no positive, finite number.
[[nodiscard]] std::shared_ptr<const Frame> build_model(const FrameScene& subject, const Scene& scene);

// Either end may touch the wall.
[[nodiscard]] Problem build_problem(const FrameScene& subject, const Scene& scene);

[[nodiscard]] double memory_of(const FrameScene& subject);  // [bytes]

}  // namespace rebond
