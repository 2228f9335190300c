// Loops over many phasors u_j = a_j e^{λ_j s}, λ_j = −δ_j + iω_j, δ_j ≥ 0: turning them, and weighted sums of
// them.
//
//     turn       u_j = a_j e^{λ_j s} from the amplitudes at s = 0, so that nothing drifts             (1)
//     nudge      u_j ← u_j e^{λ_j s} for |λ_j s| ≤ largest_nudge, by a short series                   (2)
//     moments    m_k = Σ_j Re[w_j u_j (λ_j c)ᵏ],  k < P: the P scaled derivatives of Σ_j Re[w_j u_j]   (3)
//
// Sines and cosines are computed two at a time by polynomials after reduction by π/2 in two parts, to an
// absolute error of 2e-16, up to |ω_j s| = largest_quick_angle; beyond, by the standard library. Sums run in
// a fixed order.
#pragma once

#include "rebond/core/types.hpp"

#include <array>
#include <complex>
#include <span>

namespace rebond {

inline constexpr double largest_quick_angle = 1.6e6;
inline constexpr double largest_nudge = 0.005;

struct Exponents {
    Exponents() = default;
    explicit Exponents(std::span<const std::complex<double>> lambda);

    Index size() const { return decay.size(); }

    Vector decay;      // Re λ_j ≤ 0
    Vector frequency;  // Im λ_j
    bool undamped = true;
};

// One phasor per exponent, real parts and imaginary parts.
struct Phasors {
    std::span<const double> re = {};
    std::span<const double> im = {};
};

struct OwnedPhasors {
    explicit OwnedPhasors(Index n) : re(Vector::Zero(n)), im(Vector::Zero(n)) {}
    operator Phasors() const
    {
        return {{re.data(), static_cast<std::size_t>(re.size())},
                {im.data(), static_cast<std::size_t>(im.size())}};
    }

    Vector re, im;
};

// (1) for begin ≤ j < end.
void turn(const Exponents& lambda, double s, Phasors a, Index begin, Index end, OwnedPhasors& u);

// (2); what the series leaves out is below 1e-16 of u.
void nudge(const Exponents& lambda, double s, OwnedPhasors& u);

template <int P>
struct Moments {
    std::array<double, P> m = {};
    // With τ = s/c ≤ reach, |Σ_j Re[w_j u_j e^{λ_j s}] − Σ_k m_k τᵏ/k!| ≤ remainder · τᴾ/P!.
    double remainder = 0.0;
};

// (3) over the first `count` phasors; |λ_j| c ≤ 1 there, `reach` > 0. P is 6 or 24.
template <int P>
Moments<P> moments(const Exponents& lambda, std::span<const double> weights, Phasors u, Index count, double c,
                   double reach);

}  // namespace rebond
