// Pseudo-arclength continuation [AllgowerGeorg1990], with special points located by a bracketed secant.
//
// From a point y on the curve with the unit tangent τ, in scaled unknowns, the next is the solution of
//
//     R(y⁺) = 0,      τᵀ(y⁺ − y) = s.                                                                  (1)
//
// The step s grows where Newton's iteration takes 3 steps or fewer and halves where it takes more than 6. A
// quantity that changes sign within a step is brought to zero in s by the Illinois method, each trial being a
// point of the curve itself, so that what is located has no error but that of (1). A fold is where the
// parameter turns: its component of τ changes sign.
#pragma once

#include "rebond/orbits/continuation/branch.hpp"

#include <atomic>
#include <functional>

namespace rebond {

struct FollowOptions {
    double from = 0.0;  // the range of the parameter; a branch ends where it leaves it
    double to = 0.0;
    bool forwards = true;  // towards larger values of the parameter at first
    int most_points = 2000;
    double first_step = 0.01;  // of s, in scaled unknowns [-]
    double longest_step = 0.05;
    double shortest_step = 1e-9;
    // Goes on where an orbit stops being one; an impulse that fades ends the branch unless `beyond_grazing`.
    bool beyond_admissible = false;
    bool beyond_grazing = false;
    OrbitOptions orbit = {.replay = false};
    std::function<void(const BranchPoint&)> added = {};  // hears of each point
    const std::atomic<bool>* interrupt = nullptr;  // where raised, the branch ends with the points it has
};

// From y, near a point of the curve.
[[nodiscard]] Branch follow(Family& family, const Vector& y, const FollowOptions& options,
                            const std::optional<Vector>& tangent = {});

// A point of the curve near y, by least squares; none where Newton's iteration does not converge.
struct CurvePoint {
    Vector y = {};
    Vector tangent = {};  // unit, in scaled unknowns
    double residual = 0.0;
    int iterations = 0;
};
[[nodiscard]] std::optional<CurvePoint> curve_point(Family& family, const Vector& y, const Vector& scales,
                                                    const std::optional<Vector>& tangent,
                                                    const std::optional<Vector>& fixed_parameter = {},
                                                    double parameter = 0.0);

// Directions y may take at a point, orthonormal in scaled unknowns: one, or more at a branch point.
[[nodiscard]] Matrix directions_at(Family& family, const Vector& y, const Vector& scales,
                                   double tolerance = 1e-6);

}  // namespace rebond
