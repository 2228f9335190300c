// A unilateral constraint φ(t, q) ≥ 0, the gap between two bodies:
//
//     φ = Σ w_i q_i + offset + s(t, q),                                                              (1)
//     φ̇ = ∇φ·v + ∂φ/∂t,      φ̈ = ∇φ·a + κ.                                                          (2)
//
// A stop that is straight and does not move has no s, and everything about it is fast. What bends or moves is
// a GapFunction; nobody asks which one.
#pragma once

#include "rebond/contact/gap_function.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

namespace rebond {

struct Gap {
    using Term = rebond::Term;
    Row terms;                                              // w of (1)
    double offset = 0.0;                                    // [m]
    std::shared_ptr<const GapFunction> function = nullptr;  // s of (1)
};

// Whether ∇φ is the same everywhere, and κ and ∂φ/∂t are zero.
inline bool is_constant(const Gap& gap)
{
    return gap.function == nullptr;
}

// φ(t, q) [m].
inline double gap_at(const Gap& gap, double t, const Vector& q)
{
    const double straight = along(gap.terms, q);
    return gap.function ? straight + gap.function->value(t, q) + gap.offset : straight + gap.offset;
}

// φ̇ [m/s].
inline double rate_at(const Gap& gap, double t, const Vector& q, const Vector& v)
{
    const double straight = along(gap.terms, v);
    return gap.function ? straight + gap.function->rate(t, q, v) : straight;
}

// κ of (2) [m/s²].
inline double curvature_at(const Gap& gap, double t, const Vector& q, const Vector& v)
{
    return gap.function ? gap.function->curvature(t, q, v) : 0.0;
}

// ∂φ/∂t [m/s].
inline double drift_at(const Gap& gap, double t, const Vector& q)
{
    return gap.function ? gap.function->drift(t, q) : 0.0;
}

// w ← ∇φ(t, q).
inline void gradient_at(const Gap& gap, double t, const Vector& q, Row& w)
{
    w = gap.terms;
    if (gap.function) gap.function->add_gradient(t, q, w);
}

// The coordinate that is ± the gap up to a constant; nothing if several make it.
inline std::optional<Index> own_coordinate(const Gap& gap)
{
    if (gap.function || gap.terms.size() != 1 || std::abs(gap.terms.front().weight) != 1.0)
        return std::nullopt;
    return gap.terms.front().coordinate;
}

// The lengths [m] that the gap is the difference of: their rounding is its own.
inline double lengths_in(const Gap& gap, double t, const Vector& q)
{
    double size = std::abs(gap.offset);
    if (gap.function) size += gap.function->lengths(t, q);
    for (const auto& [i, w] : gap.terms) size += std::abs(w * q(i));
    return size;
}

// The speeds [m/s] that its rate is the difference of: their rounding is its own.
inline double speeds_in(const Gap& gap, double t, const Vector& q, const Vector& v)
{
    double size = gap.function ? gap.function->speeds(t, q, v) : 0.0;
    for (const auto& [i, w] : gap.terms) size += std::abs(w * v(i));
    return size;
}

// No less than |φ̇| [m/s] at any q; infinite where that is not known.
inline double fastest_of(const Gap& gap, double t, const Vector& v)
{
    double size = gap.function ? gap.function->fastest(t, v) : 0.0;
    for (const auto& [i, w] : gap.terms) size += std::abs(w * v(i));
    return size;
}

// w · a, or zero where that is what rounding leaves of accelerations that are alike.
inline double acceleration_along(const Row& row, const Vector& a)
{
    constexpr double rounding = 8.0 * std::numeric_limits<double>::epsilon();
    double sum = 0.0, size = 0.0;
    for (const auto& [i, w] : row) {
        sum += w * a(i);
        size += std::abs(w * a(i));
    }
    return std::abs(sum) <= rounding * size ? 0.0 : sum;
}

}  // namespace rebond
