// A dropped bar, as a scene file says it, and what it becomes.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/bar/bar.hpp"

#include <array>
#include <memory>
#include <optional>

namespace rebond {

struct Scene;

// Vibration the bar starts with: a bending mode of the straight bar (section 5.4 of the paper).
struct Excitation {
    Index mode = 1;                // 1 is the lowest bending mode
    double energy_fraction = 0.0;  // η, of the kinetic energy of the drop
    double phase_deg = 0.0;        // 0: all strain, 90: all velocity
};

struct BarInitial {
    double angle_deg = 30.0;                       // with the horizontal
    double tip_height = 0.01;                      // y₀ of the hemisphere's centre [m]
    std::array<double, 2> velocity = {0.0, -1.0};  // [m/s]
    std::optional<Excitation> excitation = {};
};

struct BarScene {
    BarSpec model;
    BarInitial initial;
};

[[nodiscard]] std::shared_ptr<const Bar> build_model(const BarScene& subject, const Scene& scene);

// The tip may touch the plane, and slide along it: the point below the hemisphere's centre moves with ẋ₀ + R
// θ̇₁.
[[nodiscard]] Problem build_problem(const BarScene& subject, const Scene& scene);

[[nodiscard]] double memory_of(const BarScene& subject);  // [bytes]

}  // namespace rebond
