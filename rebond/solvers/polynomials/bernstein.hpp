// Polynomials in the Bernstein basis, and their first root on [0, 1], certified by it [Farouki2012].
//
// A polynomial lies in the convex hull of its Bernstein coefficients, so positive coefficients prove
// that it has no root; where they do not, the interval is halved, left half first. No root is missed
// and none is skipped, whatever the polynomial.
#pragma once

#include <optional>
#include <span>

namespace rebond {

// The Bernstein coefficients on [0, limit] of Σ monomials[k] tᵏ: b_j = Σ_{k≤j} C(j,k)/C(n,k) a_k limitᵏ.
void to_bernstein(std::span<const double> monomials, double limit, std::span<double> b);

// De Casteljau at the middle of an interval: `left` takes the coefficients on its left half, b those on its
// right.
void halve_bernstein(std::span<double> b, std::span<double> left);

inline constexpr int max_bernstein_degree = 15;

// The first s in [0, 1] at which Σ monomials[k] sᵏ ≤ 0, to rounding; none if it is positive
// throughout. At most max_bernstein_degree + 1 coefficients.
[[nodiscard]] std::optional<double> first_nonpositive(std::span<const double> monomials);

}  // namespace rebond
