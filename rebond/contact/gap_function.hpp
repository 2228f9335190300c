// The open set of gaps: a function s(t, q) that is not linear in q, or depends on time.
//
// Whoever brings a gap of his own derives from GapFunction and answers four questions: its value, its sparse
// gradient, its rate and the curvature κ of
//
//     ṡ = ∇s·v + ∂s/∂t,      s̈ = ∇s·a + κ,      κ = vᵀ∇²s v + 2 ∂∇s/∂t·v + ∂²s/∂t².                    (1)
//
// Flights interpolate s̈ over a step and bound s by that. Where s has the sign of a polynomial of the
// coordinates, it may say so, and ballistic flights bound it exactly.
//
// The direction in which a contact slides is a function, too: of its velocity u_t = ṡ only, for it need not
// be the rate of anything.
#pragma once

#include "rebond/contact/row.hpp"

#include <limits>
#include <span>

namespace rebond {

class GapFunction {
public:
    virtual ~GapFunction() = default;

    virtual double value(double t, const Vector& q) const = 0;  // s [m]; 0 for a sliding direction

    // w ← w + ∇s; new terms are appended.
    virtual void add_gradient(double t, const Vector& q, Row& w) const = 0;

    virtual double rate(double t, const Vector& q, const Vector& v) const = 0;       // ṡ [m/s]
    virtual double curvature(double t, const Vector& q, const Vector& v) const = 0;  // κ [m/s²]

    // ∂s/∂t [m/s]: the velocity of the obstacle itself.
    virtual double drift(double /*t*/, const Vector& /*q*/) const { return 0.0; }

    // The lengths [m] that s is the difference of, and the speeds [m/s] that ṡ is: their rounding is its own.
    virtual double lengths(double t, const Vector& q) const = 0;
    virtual double speeds(double t, const Vector& /*q*/, const Vector& v) const { return fastest(t, v); }

    // No less than |ṡ| [m/s] near t and at any q, for velocities of the size v; infinite where that is not
    // known.
    virtual double fastest(double /*t*/, const Vector& /*v*/) const
    {
        return std::numeric_limits<double>::infinity();
    }

    // The highest angular frequency [rad/s] at which it depends on time.
    virtual double frequency() const { return 0.0; }

    // For a motion whose coordinates are polynomials, column k of `path` times τᵏ: a polynomial with the sign
    // of s + offset, in `out`. The number of its coefficients; 0 where there is none, or s + offset stays
    // positive for certain over 0 ≤ τ ≤ 1.
    enum class Sign { positive, polynomial, unknown };
    struct SignOverPath {
        Sign sign = Sign::unknown;
        std::size_t count = 0;  // coefficients
    };
    virtual SignOverPath sign_over(const Matrix& /*path*/, int /*terms*/, double /*offset*/,
                                   std::span<double> /*out*/) const
    {
        return {};
    }

    // Whether it is a gap of discs in the plane: its gradient is that of one centre, or of one against
    // another, x before y, and `sign_over` always has an answer.
    virtual bool is_of_discs() const { return false; }
};

}  // namespace rebond
