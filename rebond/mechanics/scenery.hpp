// What stands around a body, for drawing only: what it does to the body is a matter of contacts.
#pragma once

#include "rebond/core/types.hpp"

#include <cmath>
#include <vector>

namespace rebond {

// A straight wall through a point that moves along its normal by A cos(ωt + φ).
struct StraightWall {
    Vector2 point = {0.0, 0.0};   // [m]
    Vector2 normal = {0.0, 1.0};  // into the free side, of length 1
    double amplitude = 0.0;       // A [m]
    double frequency = 0.0;       // ω [rad/s]
    double phase = 0.0;           // φ [rad]
};

inline Vector2 point_at(const StraightWall& wall, double t)
{
    return wall.point + wall.amplitude * std::cos(wall.frequency * t + wall.phase) * wall.normal;
}

struct RoundWall {
    Vector2 centre = {0.0, 0.0};  // [m]
    double radius = 0.0;          // [m]
    bool is_around = true;        // the body is inside
};

struct Scenery {
    std::vector<StraightWall> straight = {};
    std::vector<RoundWall> round = {};
};

}  // namespace rebond
