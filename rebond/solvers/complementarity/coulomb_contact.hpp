// One plane contact with Coulomb friction: the exact answer of the problem of coulomb_complementarity.hpp for
// one pair of impulses p = (N, T), w = b + G p,
//
//     0 ≤ N − L  ⊥  w_n ≥ 0,        T = −μ N sgn w_t where the contact slides, |T| ≤ μ N where w_t = 0.  (1)
//
// The contact is released (N = L) or pressed (w_n = 0), and it sticks or slides one way or the other. Each of
// these cases is a linear problem. They are tried in turn, and the first whose answer satisfies (1) is taken,
// or the one that misses it least.
#pragma once

#include "rebond/core/types.hpp"

namespace rebond {

enum class CoulombMotion : char { sticks, slides_forth, slides_back };

struct CoulombCase {
    bool is_pressed = false;
    CoulombMotion motion = CoulombMotion::sticks;
    bool operator==(const CoulombCase&) const = default;
};

// Residual, of the largest of b and G L, at which the case of one contact is certain [-].
inline constexpr double coulomb_case_certain = 1e-12;

struct CoulombContact {
    Vector2 p = Vector2::Zero();
    CoulombCase chosen;
};

[[nodiscard]] CoulombContact solve_coulomb_contact(const Eigen::Matrix2d& G, const Vector2& b,
                                                   double friction, double least);

// Error of (1) as a velocity: the natural map of the two complementarities.
[[nodiscard]] double coulomb_error(const Eigen::Matrix2d& G, const Vector2& w, const Vector2& p,
                                   double friction, double least);

// The velocity that errors at one contact are compared with: the largest of b and G L.
[[nodiscard]] double coulomb_scale(const Eigen::Matrix2d& G, const Vector2& b, double least);

// T/N of a contact that slides.
inline double coulomb_slope(CoulombMotion motion, double friction)
{
    return motion == CoulombMotion::slides_forth ? -friction : friction;
}

}  // namespace rebond
