// A quantity of a flight over the time s since a start, as a gap or a reaction:
//
//     f(s) = c₀ + c₁ s + ½ c₂ s² + Σ_j Re[b_j e^{λ_j s}],     Re λ_j ≤ 0                               (1)
//
// and its certified roots and extremes: none is missed (solvers/oscillations/exponential_sum.hpp).
#pragma once

#include "rebond/orbits/flow/flow_modes.hpp"
#include "rebond/solvers/oscillations/exponential_sum.hpp"

#include <optional>
#include <vector>

namespace rebond {

struct Signal {
    double constant = 0.0;          // c₀
    double slope = 0.0;             // c₁
    double curvature = 0.0;         // c₂
    ComplexVector amplitudes = {};  // b

    double size() const;  // Σ|b| + |c₀|: what a value is the sum of
};

struct Extreme {
    double at = 0.0;  // s [s]
    double value = 0.0;
};

// The search at work for one set of exponents λ.
class SignalSearch {
public:
    explicit SignalSearch(const ComplexVector& exponents);

    double value(const Signal& f, double s) const;
    double rate(const Signal& f, double s) const;
    double acceleration(const Signal& f, double s) const;
    Signal derivative(const Signal& f) const;

    // The same signal counted from s on.
    Signal from(const Signal& f, double s) const;

    // The first s in (0, horizon] where f comes down to zero, f having at s = 0 a zero of that order, 0 to 3,
    // which it leaves upwards. Zero where it does not leave upwards.
    [[nodiscard]] std::optional<double> first_zero(const Signal& f, int order, double horizon);

    // The minima of f inside (0, horizon), in order of s, and what is left out of the certainty: no minimum
    // is missed but one whose f″ is rounding. `order` as above, of f, and 0 where f does not start on zero.
    [[nodiscard]] std::vector<Extreme> minima(const Signal& f, int order, double horizon);

    // Largest |λ| [1/s], or 1 where there is none.
    double fastest() const;

private:
    ComplexVector exponents_;
    std::vector<Index> order_;  // of the exponents, ascending
    std::optional<ExponentialRootFinder> finder_;
    OwnedPhasors amplitudes_{0};
    std::vector<double> ones_;
};

}  // namespace rebond
