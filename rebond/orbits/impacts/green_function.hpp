// The answer of a gap to an impulse 1 at a contact once in every period T, T-periodic:
//
//     Γ_ac(s) = Σ_j Re[r_j e^{λ_j s}/(1 − e^{λ_j T})],   0 ≤ s < T,    r_j = (w_aᵀφ_j)(χ_jᵀM⁻¹w_c)       (1)
//
// with the exponents of flow_modes.hpp. An exponent zero has no such sum: of a rigid motion, which the
// constant load takes back what impulses give, and of one that is damped, the parts without mean are
//
//     r s(T − s)/(2T),        r (½ − s/T),                                                            (2)
//
// and the means are unknowns of the orbit. Γ is continuous at s = 0, its rate jumps there by w_aᵀM⁻¹w_c.
// Near e^{λT} = 1, a pole, Γ grows without bound.
#pragma once

#include "rebond/orbits/flow/linear_flow.hpp"

#include <limits>
#include <vector>

namespace rebond {

// Γ, its derivatives by s, and by T at constant s.
struct GreenValue {
    double value = 0.0;           // Γ
    double rate = 0.0;            // Γ′, at s = 0 of the right side
    double acceleration = 0.0;    // Γ″, the same
    double by_period = 0.0;       // ∂Γ/∂T
    double rate_by_period = 0.0;  // ∂Γ′/∂T
};

class GreenFunction {
public:
    // `flow` must outlive it.
    GreenFunction(const LinearFlow& flow, double period);

    double period() const { return period_; }
    GreenValue at(Index observed, Index struck, double s) const;

    // By how much the rate and the acceleration jump at s = 0.
    double rate_jump(Index observed, Index struck) const;
    double acceleration_jump(Index observed, Index struck) const;

    // e^{λ_j T} and 1/(1 − e^{λ_j T}), which is left zero for an exponent zero.
    const ComplexVector& turns() const { return turns_; }
    const ComplexVector& sums() const { return sums_; }

    // Whether a mode that the contact moves has nearly this period: sums have lost all their digits.
    bool is_at_pole(Index contact) const;

private:
    const LinearFlow& flow_;
    double period_;
    ComplexVector turns_, sums_;
};

// In which window between poles a period lies: the whole turns of each undamped mode that these contacts
// move.
[[nodiscard]] std::vector<long> pole_window(const LinearFlow& flow, const std::vector<Index>& contacts,
                                            double period);

// The nearest poles around a period, or 0 and infinity.
struct PoleBounds {
    double below = 0.0;                                      // [s]
    double above = std::numeric_limits<double>::infinity();  // [s]
};
[[nodiscard]] PoleBounds poles_around(const LinearFlow& flow, const std::vector<Index>& contacts,
                                      double period);

// e^z − 1, also where z is small.
[[nodiscard]] Complex exponential_minus_one(Complex z);

}  // namespace rebond
