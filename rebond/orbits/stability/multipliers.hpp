// Floquet multipliers of an orbit: the eigenvalues of its monodromy matrix, or the zeros of det J_μ
// (floquet_determinant.hpp) where that matrix would be large.
//
// A family of orbits has two multipliers 1 with one eigenvector. Rounding would split them by its square
// root, so they are taken out before: with the unit field f and the unit gradient g of the energy, M f = f
// and gᵀM = gᵀ, the others are the eigenvalues of M on the directions normal to both.
#pragma once

#include "rebond/orbits/impacts/impact_orbit.hpp"

#include <complex>
#include <optional>
#include <vector>

namespace rebond {

struct Multipliers {
    std::vector<std::complex<double>> values = {};  // the largest first
    bool are_all = true;                            // or those outside the unit circle only
    std::optional<double> trace = {};
    int unstable = 0;
};

// A multiplier is outside the unit circle from this distance on [-].
inline constexpr double outside_circle = 1e-7;

// Of a matrix; `field` and `gradient` where the orbit is one of a family.
[[nodiscard]] Multipliers multipliers_of(const Matrix& monodromy, const std::optional<Vector>& field = {},
                                         const std::optional<Vector>& gradient = {});

// The monodromy matrix over one period from just after the first impact, by flights and saltations.
[[nodiscard]] Matrix monodromy_of(const OrbitSystem& system, const ImpactMotion& motion);

// By the matrix up to `most_dense` coordinates, by det J_μ beyond.
[[nodiscard]] Multipliers multipliers_of(const OrbitSystem& system, const ImpactMotion& motion,
                                         Index most_dense = 16);

}  // namespace rebond
