// First root of a sum of exponentials and a parabola, certified: none is missed.
//
//     f(s) = c₀ + c₁s + ½c₂s² + Σ_j Re[w_j a_j e^{λ_j s}],   Re λ_j ≤ 0,   0 ≤ s ≤ horizon             (1)
//
// Several sums may share λ_j and a_j and differ in w_j and c; the first root of any of them is found.
//
// From a centre s, with the P = 24 first derivatives there, |λ_j| ≤ Λ for all j < n and τ = Λt,
//
//     f(s + t) ≥ Σ_{k<P} f_n⁽ᵏ⁾(s) tᵏ/k! − R τᴾ/P! − Σ_{j≥n} |w_j a_j| e^{Re λ_j s}            (2)
//
// where f_n keeps the first n terms and R bounds their P-th derivatives, scaled. While the right side is
// positive (positive_stretch.hpp) there is no root. On level 0, n is everything and a step is at most `reach`
// = 6 in τ: one fastest period, within which Taylor's series still keeps 13 digits. Level l keeps the terms
// with |λ_j| ≤ Λ/2ˡ and steps 2ˡ as far at 2⁻ˡ of the cost or so; the last level keeps none, and is the jump
// along the parabola. Steps climb a level after success and descend where the bound refuses. At the root of
// the bound on level 0, where f is at most 2R τᴾ/P!, the phasors are computed afresh and a series of six
// terms finishes to rounding.
//
// A start on zero, f(0) = … = f⁽ᵐ⁻¹⁾(0) = 0 < f⁽ᵐ⁾(0), is stated as `order` = m: those m coefficients are
// taken as zero exactly and (2) is divided by tᵐ, so that a root close after the start keeps all its digits.
//
// A touch from above that misses zero by less than rounding (1e-13 of Σ|w_j a_j|) may count as a root or not.
#pragma once

#include "rebond/solvers/oscillations/phasor_sums.hpp"

#include <cmath>
#include <complex>
#include <optional>
#include <span>
#include <vector>

namespace rebond {

// One f of (1). The weights are real; a complex one takes two terms with the same λ, one with the amplitude a
// and one with ia.
struct ExponentialSum {
    double constant = 0.0;                 // c₀
    double slope = 0.0;                    // c₁
    double curvature = 0.0;                // c₂
    std::span<const double> weights = {};  // w_j
    int order = 0;                         // m: the lowest derivative positive at s = 0, 0 to 3
};

// The search at work for one set of exponents; nothing is allocated after the first call with as many sums.
class ExponentialRootFinder {
public:
    // In ascending order of |λ_j|, Re λ_j ≤ 0.
    explicit ExponentialRootFinder(std::span<const std::complex<double>> exponents);

    struct Root {
        double at = 0.0;      // s; zero where a sum does not leave zero upwards
        std::size_t sum = 0;  // which of the sums
    };

    // The first downward root in (0, horizon] of any of the sums with the amplitudes a_j, which must not be
    // phasors() itself. The horizon is finite.
    [[nodiscard]] std::optional<Root> first_root(std::span<const ExponentialSum> sums, Phasors amplitudes,
                                                 double horizon);

    // a_j e^{λ_j s} at the root last found, to rounding.
    Phasors phasors() const { return u_; }

    // a_j e^{λ_j s} at any s, to rounding; stays until the next call.
    Phasors phasors_at(double s, Phasors amplitudes);

    // Work since construction. A point is an s at which a sum was evaluated with some of its derivatives; a
    // term is one derivative of one summand: as many as terms / size evaluations of f or of a derivative.
    struct Effort {
        long points = 0;
        long terms = 0;
        long turns = 0;  // phasors computed
    };
    const Effort& effort() const { return effort_; }

    Index size() const { return lambda_.size(); }

private:
    static constexpr int terms = 24;  // P

    // Where the bound (2) of some sum first vanishes.
    struct Stretch {
        double end = 0.0;    // [τ]
        bool clear = false;  // nowhere within the step
        std::size_t sum = 0;
        double blur = 0.0;  // how far the sum's root may lie beyond [τ]
    };

    int top() const { return static_cast<int>(count_.size()) - 1; }
    double scale(int level) const { return std::ldexp(scale_, level); }
    void move_to(double s);
    void prepare(Index count);
    void sum_tails(std::span<const ExponentialSum> sums);
    template <int P>
    void bound(const ExponentialSum& sum, Index count, double c, double reach, double tail, double* p);
    Stretch stretch(std::span<const ExponentialSum> sums, int level, double c, double reach);
    std::optional<Root> close_in(std::span<const ExponentialSum> sums);

    Exponents lambda_;
    double scale_ = 1.0;            // 1/Λ
    std::vector<Index> count_;      // n on each level
    std::vector<double> tails_;     // of (2), by sum and level
    bool tails_are_valid_ = false;  // at the present centre

    Phasors a_;        // at s = 0, the caller's
    double s_ = 0.0;   // the present centre
    Index ready_ = 0;  // how many of u_ are turned to it
    OwnedPhasors u_;
    Effort effort_;
};

}  // namespace rebond
