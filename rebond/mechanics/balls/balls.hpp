// Rigid balls that move in a plane: discs, free between impacts.
//
//     m_i ẍ_i = 0,      m_i ÿ_i = −m_i g,      I_i α̈_i = 0                                           (1)
//
// Coordinates x₁, y₁, x₂, y₂, …: their centres; then, if anything they touch is rough, α₁, α₂, …: the angles
// by which they have turned, counter-clockwise. Where nothing is rough, spin does not matter.
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
    double spin = 0.0;                            // at the start, counter-clockwise [rad/s]
    std::optional<double> inertia = {};           // I about its centre [kg m²]; absent: a disc's, ½ m r²

    double moment() const { return inertia.value_or(0.5 * mass * radius * radius); }  // I
};

struct BallsSpec {
    std::vector<Ball> ball = {};
    std::optional<double> floor = {};  // height of a horizontal plane below [m]
    Scenery walls = {};                // others, for drawing
    bool spins = false;                // whether angles are coordinates
};

class Balls final : public Linear {
public:
    Balls(BallsSpec spec, double gravity);

    const std::vector<Ball>& balls() const { return spec_.ball; }

    std::optional<Ballistic> ballistic() const override;
    double size_of(const Vector& change) const override;
    std::optional<double> mass_centre_velocity(const Vector& q, const Vector& v) const override;
    std::vector<Vector2> outline(const Vector& q) const override;
    std::vector<double> radii() const override;
    std::vector<double> turns(const Vector& q) const override;
    Scenery scenery() const override;  // the floor and the walls

private:
    BallsSpec spec_;
    double gravity_;
};

// The coordinates of ball `i` of `count`: x, after which comes y, and the angle.
constexpr Index place_of_ball(Index i)
{
    return 2 * i;
}
constexpr Index angle_of_ball(Index i, Index count)
{
    return 2 * count + i;
}

}  // namespace rebond
