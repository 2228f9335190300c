// The search for the least sum of squares of the rebound law (studies/rebound/rebound_fit.hpp).
//
// From points (contact c_j, y_j = v/V) it finds θ = (ln μ₀, ln α₀, ln α₁) of the least
//
//     S(θ) = Σ (f_j(θ) − y_j)²,      f_j = max{A_j, B_j}                                               (1)
//
// with A_j, B_j the two branches of the law. S is smooth except for creases where A_j = B_j. Its minimum may
// lie on creases of points with f_j > y_j, where S has a valley; those with f_j < y_j are ridges. Each step
// of Levenberg–Marquardt therefore keeps both branches of the valleys near by: it minimises
//
//     Σ' (f_j + ∇f_j·δ − y_j)² + Σ'' (t_j − y_j)² + δᵀWδ + λ|δ|²,
//     t_j ≥ A_j + ∇A_j·δ,   t_j ≥ B_j + ∇B_j·δ                                                          (2)
//
// over δ and t, Σ'' over these valleys and Σ' over all other points, as a linear complementarity problem. W
// is the curvature of the f_j, Σ (f_j − y_j) ∇²f_j: residuals do not vanish at the minimum.
//
// Descents start from the low points of a grid that spans all values which matter. S may fall for ever
// towards a parameter of 0 or ∞; a descent then ends where that no longer lowers S.
#pragma once

#include "rebond/contact/beam_rebound_law.hpp"

#include <vector>

namespace rebond {

struct ReboundPoint {
    BeamContact contact = {};
    double measured = 0.0;  // v/V [-]
};

struct ReboundData {
    std::vector<ReboundPoint> points = {};  // at least one, all finite
    double restitution = 1.0;               // e of the law, in (0, 1]
};

inline constexpr double residual_rounding = 1e-16;  // of one f_j

[[nodiscard]] BeamReboundLaw rebound_law_at(const Eigen::Vector3d& theta, double restitution);

// S of (1).
[[nodiscard]] double rebound_squares(const ReboundData& data, const Eigen::Vector3d& theta);

struct ReboundMinimum {
    Eigen::Vector3d theta = Eigen::Vector3d::Zero();
    double squares = 0.0;  // S
    int iterations = 0;    // steps of all descents
    // Whether no lower S was found at distances from 1e-6 to 0.1 from θ, in 26 directions.
    bool is_converged = false;
};

[[nodiscard]] ReboundMinimum least_rebound_squares(const ReboundData& data);

}  // namespace rebond
