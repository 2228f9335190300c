// How far from 0 a polynomial stays positive, quickly, for degrees up to max_stretch_degree.
//
// Bernstein coefficients that are all positive prove a polynomial positive [Farouki2012]; where they are not,
// the interval is halved, left half first. Coefficients that fall throughout from positive to not positive
// prove a single, downward root, which Newton's iteration then finds inside its bracket: a few halvings and
// some Horner sums, where bisecting to rounding takes fifty halvings. Beyond the first root nothing is looked
// at.
#pragma once

#include <span>

namespace rebond {

inline constexpr int max_stretch_degree = 32;

struct PositiveStretch {
    double end = 0.0;           // p > 0 on [0, end), to rounding
    bool to_the_limit = false;  // end is the limit asked for, and p > 0 there too
    double slope = 0.0;         // p′(end), unless to_the_limit
};

// p(t) = Σ monomials[k] tᵏ on [0, limit], 0 < limit. The end is a root of p to the last digits unless the
// root is multiple.
[[nodiscard]] PositiveStretch positive_stretch(std::span<const double> monomials, double limit);

}  // namespace rebond
