// First root of a polynomial on [0, 1], certified by its Bernstein coefficients [Farouki2012].
//
// A polynomial lies in the convex hull of its Bernstein coefficients, so positive coefficients prove
// that it has no root; where they do not, the interval is halved, left half first. No root is missed
// and none is skipped, whatever the polynomial.
#pragma once

#include <array>
#include <optional>
#include <span>

namespace rebond {

inline constexpr int max_bernstein_degree = 15;

// The first s in [0, 1] at which Σ monomials[k] sᵏ ≤ 0, to rounding; none if it is positive
// throughout. At most max_bernstein_degree + 1 coefficients.
[[nodiscard]] std::optional<double> first_nonpositive(std::span<const double> monomials);

}  // namespace rebond
