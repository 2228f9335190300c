// The springs of a dropped bar at each of its segments: energy and derivatives in (σ_i, θ_i − θ_{i−1}), by
// (2) and (4) of bar.hpp.
#pragma once

#include "rebond/mechanics/bar/bar.hpp"

#include <cmath>

namespace rebond {

// One segment as it lies.
struct BarSegment {
    double c = 1.0, s = 0.0;  // u_i = (cos θ_i, sin θ_i)
    double angle = 0.0;       // θ_i
    double stretch = 0.0;     // σ_i
};

template <Springs springs>
class BarSprings {
public:
    BarSprings(Index segments, const BarParameters& parameters)
        : last_(segments - 1),
          k_(parameters.stiffness),
          L_(parameters.half_pitch),
          bending_(parameters.bending),
          quarter_a2_(0.25 * parameters.spring_offset * parameters.spring_offset)
    {
    }

    struct Gradient {
        double force = 0.0;   // ∂U/∂σ_i [N]
        double moment = 0.0;  // ∂U/∂(θ_i − θ_{i−1}) [N m]
    };

    struct Hessian {
        double ss = 0.0, sa = 0.0, aa = 0.0;  // in σ_i and the bend
    };

    // Of segment i, bent against the one before.
    double energy(const BarSegment* segments, Index i) const;
    Gradient gradient(const BarSegment* segments, Index i) const;
    Hessian hessian(const BarSegment* segments, Index i) const;

private:
    Index last_;         // of the segments: with spiral springs it has one where others have two
    double k_;           // [N/m]
    double L_;           // half a pitch [m]
    double bending_;     // Γ [N m]
    double quarter_a2_;  // a²/4 [m²]
};

template <Springs springs>
inline double BarSprings<springs>::energy(const BarSegment* segments, Index i) const
{
    const double stretch = segments[i].stretch;
    const double bend = i > 0 ? segments[i].angle - segments[i - 1].angle : 0.0;
    if constexpr (springs == Springs::spiral) {
        const double extension = stretch - L_;
        return (i < last_ ? k_ : 0.5 * k_) * extension * extension + 0.5 * bending_ * bend * bend;
    } else {
        if (i == 0) return 0.5 * k_ * stretch * stretch;
        const double half_sine = std::sin(0.5 * bend);
        const double sine2 = half_sine * half_sine;
        return 4.0 * k_ * (stretch * stretch * (1.0 - sine2) + quarter_a2_ * sine2);
    }
}

template <Springs springs>
inline auto BarSprings<springs>::gradient(const BarSegment* segments, Index i) const -> Gradient
{
    const auto& [c, s, angle, stretch] = segments[i];
    if constexpr (springs == Springs::spiral) {
        return {(i < last_ ? 2.0 * k_ : k_) * (stretch - L_),
                i > 0 ? bending_ * (angle - segments[i - 1].angle) : 0.0};
    } else {
        if (i == 0) return {k_ * stretch, 0.0};
        const BarSegment& before = segments[i - 1];
        const double cosine = c * before.c + s * before.s;  // of the bend
        const double sine = s * before.c - c * before.s;
        return {4.0 * k_ * stretch * (1.0 + cosine), 2.0 * k_ * sine * (quarter_a2_ - stretch * stretch)};
    }
}

template <Springs springs>
inline auto BarSprings<springs>::hessian(const BarSegment* segments, Index i) const -> Hessian
{
    const auto& [c, s, angle, stretch] = segments[i];
    if constexpr (springs == Springs::spiral) {
        return {i < last_ ? 2.0 * k_ : k_, 0.0, i > 0 ? bending_ : 0.0};
    } else {
        if (i == 0) return {k_, 0.0, 0.0};
        const BarSegment& before = segments[i - 1];
        const double cosine = c * before.c + s * before.s;
        const double sine = s * before.c - c * before.s;
        return {4.0 * k_ * (1.0 + cosine), -4.0 * k_ * stretch * sine,
                2.0 * k_ * cosine * (quarter_a2_ - stretch * stretch)};
    }
}

}  // namespace rebond
