// A unilateral constraint φ(q) ≥ 0, the gap between two bodies:
//
//     φ = Σ w_i q_i + offset,                                                                        (1)
//
// of which only the non-zero weights are kept, so that gaps, their rates and their reactions cost nothing in
// large models, or the gap between two discs in the plane, with the distance of their centres
//
//     φ = |x₁ − x₂| + offset.                                                                        (2)
#pragma once

#include "rebond/core/types.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace rebond {

struct Gap {
    struct Term {
        Index coordinate = 0;
        double weight = 0.0;
    };
    struct Discs {
        Index first = 0;  // the coordinate x of its centre, after which comes y
        Index second = 0;
    };
    std::vector<Term> terms;          // w = ∇φ of (1)
    double offset = 0.0;              // [m]
    std::optional<Discs> discs = {};  // of (2), which has no terms
};

// x₁ − x₂ of (2), for x positions, velocities or accelerations.
inline Vector2 relative(const Gap::Discs& discs, const Vector& x)
{
    return x.segment<2>(discs.first) - x.segment<2>(discs.second);
}

// w · x of (1), for x a velocity, an acceleration or a displacement.
inline double along(const Gap& gap, const Vector& x)
{
    double sum = 0.0;
    for (const auto& [i, w] : gap.terms) sum += w * x(i);
    return sum;
}

// φ(q) [m].
inline double gap_at(const Gap& gap, const Vector& q)
{
    if (gap.discs) {
        const Vector2 d = relative(*gap.discs, q);
        return std::hypot(d.x(), d.y()) + gap.offset;
    }
    return along(gap, q) + gap.offset;
}

// φ̇ [m/s].
inline double rate_at(const Gap& gap, const Vector& q, const Vector& v)
{
    if (gap.discs) return relative(*gap.discs, q).normalized().dot(relative(*gap.discs, v));
    return along(gap, v);
}

// The coordinate that is ± the gap up to a constant; nothing if several make it.
inline std::optional<Index> own_coordinate(const Gap& gap)
{
    if (gap.terms.size() != 1 || std::abs(gap.terms.front().weight) != 1.0) return std::nullopt;
    return gap.terms.front().coordinate;
}

// The lengths [m] that the gap is the difference of: their rounding is its own.
inline double lengths_in(const Gap& gap, const Vector& q)
{
    double size = std::abs(gap.offset);
    if (gap.discs) size += q.segment<2>(gap.discs->first).norm() + q.segment<2>(gap.discs->second).norm();
    for (const auto& [i, w] : gap.terms) size += std::abs(w * q(i));
    return size;
}

// The speeds [m/s] that its rate is the difference of: their rounding is its own.
inline double speeds_in(const Gap& gap, const Vector& v)
{
    double size = 0.0;
    if (gap.discs) size = v.segment<2>(gap.discs->first).norm() + v.segment<2>(gap.discs->second).norm();
    for (const auto& [i, w] : gap.terms) size += std::abs(w * v(i));
    return size;
}

// w · a of (1), or zero where that is what rounding leaves of accelerations that are alike.
inline double acceleration_along(const Gap& gap, const Vector& a)
{
    constexpr double rounding = 8.0 * std::numeric_limits<double>::epsilon();
    double sum = 0.0, size = 0.0;
    for (const auto& [i, w] : gap.terms) {
        sum += w * a(i);
        size += std::abs(w * a(i));
    }
    return std::abs(sum) <= rounding * size ? 0.0 : sum;
}

// f ← f + ν w: a reaction or impulse ν enters the generalised forces.
inline void add_reaction(const Gap& gap, double reaction, Vector& f)
{
    for (const auto& [i, w] : gap.terms) f(i) += reaction * w;
}

}  // namespace rebond
