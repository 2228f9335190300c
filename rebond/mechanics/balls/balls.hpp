// Rigid balls that move in a plane without rolling friction: discs, free between impacts.
//
//     m_i ẍ_i = 0,      m_i ÿ_i = −m_i g                                                             (1)
//
// Coordinates x₁, y₁, x₂, y₂, …: their centres. Spin does not matter, for nothing they touch is rough.
#pragma once

#include "rebond/mechanics/linear/linear.hpp"

#include <array>
#include <optional>
#include <vector>

namespace rebond {

struct Ball {
    double mass = 1.0;                            // [kg]
    double radius = 0.5;                          // [m]
    std::array<double, 2> position = {0.0, 0.0};  // at the start [m]
    std::array<double, 2> velocity = {0.0, 0.0};  // at the start [m/s]
};

struct BallsSpec {
    std::optional<double> floor = {};  // height of a horizontal plane below [m]
    double touching = 1e-6;  // gap or overlap at the start that counts as touching, of the two radii [-]
    std::vector<Ball> ball = {};
};

class Balls final : public Linear {
public:
    Balls(const BallsSpec& spec, double gravity);

    const std::vector<Ball>& balls() const { return balls_; }
    double gravity() const { return gravity_; }  // g [m/s²]

    std::optional<double> mass_centre_velocity(const Vector& q, const Vector& v) const override;
    std::vector<Vector2> outline(const Vector& q) const override;
    std::vector<double> radii() const override;
    std::optional<double> plane_height() const override { return floor_; }

private:
    std::vector<Ball> balls_;
    std::optional<double> floor_;  // [m]
    double gravity_;
};

}  // namespace rebond
