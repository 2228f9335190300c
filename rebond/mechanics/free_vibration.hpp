// Small free vibrations about a configuration at rest: K φ = ω² M φ, by O(n) operations only.
//
// The highest frequency comes from Lanczos' iteration on M⁻¹K, which sees the top of the spectrum first;
// it bounds the step of explicit schemes, Δt < 2/ω_max. The lowest modes come from subspace iteration
// with (K + σM)⁻¹M, σ > 0, so that rigid motions, with ω = 0, are modes like others.
#pragma once

#include "rebond/mechanics/model.hpp"

namespace rebond {

// ω_max [rad/s] at q; from below, within 1e-3 for any n and to rounding for a few hundred coordinates.
[[nodiscard]] double highest_frequency(const Model& model, const Vector& q);

struct FreeModes {
    Vector frequency;  // ω [rad/s], ascending, rigid motions (ω ≈ 0) included
    Matrix shape;      // one column each, φᵀMφ = 1
};

// The lowest modes at q that lie in the invariant subspace of the columns of `start`, as many as it has
// columns; the last few are only approximate unless the subspace is exhausted, so ask for more than needed.
// No columns if mass and stiffness are too many orders of magnitude apart for the arithmetic.
[[nodiscard]] FreeModes lowest_modes(const Model& model, const Vector& q, Matrix start);

// Below this share of the next frequency a mode is taken as a rigid motion [-].
inline constexpr double rigid_share = 1e-3;

// The first `count` non-zero frequencies [Hz] at q, or none where they cannot be computed.
[[nodiscard]] Vector free_frequencies_hz(const Model& model, const Vector& q, Index count);

}  // namespace rebond
