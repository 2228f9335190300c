// Balls in the plane and the walls about them, as a scene file says them, and what they become.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/balls/balls.hpp"
#include "rebond/scene/motion_spec.hpp"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace rebond {

struct Scene;

// n·(x − p) ≥ r, n being the normal of length 1.
struct PlaneSpec {
    std::array<double, 2> point = {0.0, 0.0};   // p [m]
    std::array<double, 2> normal = {0.0, 1.0};  // into the free side, of any length
    std::optional<double> restitution = {};     // absent: those of [impact]
    std::optional<double> friction = {};
    std::optional<MotionSpec> motion = {};  // along the normal
};

enum class CircleSide { inside, outside };

// Balls are inside it, |x − c| ≤ R − r, or outside, |x − c| ≥ R + r.
struct CircleSpec {
    std::array<double, 2> centre = {0.0, 0.0};  // c [m]
    double radius = 1.0;                        // R [m]
    CircleSide side = CircleSide::inside;
    std::optional<double> restitution = {};  // absent: those of [impact]
    std::optional<double> friction = {};
};

struct BallsAndWalls {
    std::optional<double> floor = {};  // height of a horizontal plane below [m]
    double touching = 1e-6;  // gap or overlap at the start that counts as touching, of the two radii [-]
    std::vector<Ball> ball = {};
    std::vector<PlaneSpec> plane = {};
    std::vector<CircleSpec> circle = {};
};

// Positions and velocities are the balls' own.
struct BallsScene {
    BallsAndWalls model;
};

// Of more balls not every pair is a contact of its own: they are a crowd, which time stepping follows.
inline constexpr std::size_t most_listed_balls = 128;

// Its angles are coordinates if any of its contacts is rough.
[[nodiscard]] std::shared_ptr<const Balls> build_model(const BallsScene& subject, const Scene& scene);

// Every pair of balls in order, then every ball with the floor, with each plane and with each circle. Those
// that touch at the start within `touching` have a gap of zero there. Throws Unbuildable that names balls
// that overlap something, and walls that leave them no room. Too many balls are the problem's crowd instead,
// whose law is that of [impact].
[[nodiscard]] Problem build_problem(const BallsScene& subject, const Scene& scene);

[[nodiscard]] double memory_of(const BallsScene& subject);  // [bytes]

}  // namespace rebond
