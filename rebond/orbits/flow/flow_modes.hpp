// Free motion of a linear system in its first order form, x = (q, v), some contacts held closed:
//
//     q(s) = Σ_j Re[φ_j a_j e^{λ_j s}] + Σ_r ρ_r (η_r + η̇_r s),                                     (1)
//     a_j = ψ_jᵀq + χ_jᵀv,      η_r = (M ρ_r)ᵀq,     η̇_r = (M ρ_r)ᵀv                                  (2)
//
// One of each conjugate pair of exponents is kept, Im λ_j ≥ 0, so that j runs over half of the 2n eigenpairs.
// Rigid motions ρ_r without damping have two exponents zero and no second eigenvector; they are kept apart.
//
// Damping that couples no modes, ΦᵀCΦ diagonal, costs O(n²) after the modes: with δ and ω of a mode φ,
//
//     λ = −δ + i√(ω² − δ²),     a = η − i (η̇ + δη)/√(ω² − δ²);     overdamped: two real λ.             (3)
//
// A mode within 1e-9 of critical damping is taken that far from it. Other damping takes the eigenpairs of the
// first order matrix in modal coordinates, O(n³).
#pragma once

#include "rebond/mechanics/linear/linear.hpp"

#include <complex>
#include <string>
#include <vector>

namespace rebond {

using Complex = std::complex<double>;
using ComplexVector = Eigen::VectorXcd;
using ComplexMatrix = Eigen::MatrixXcd;

struct FlowModes {
    ComplexVector exponents = {};      // λ [1/s]
    ComplexMatrix shapes = {};         // φ, one column each
    ComplexMatrix from_position = {};  // ψ, one row each
    ComplexMatrix from_velocity = {};  // χ
    Matrix rigid_shapes = {};          // ρ
    Matrix rigid_rows = {};            // (M ρ)ᵀ
    Matrix vibrations = {};            // undamped modes, one column each, rigid ones first
    Vector frequencies = {};           // of them [rad/s]
    Matrix modal_damping = {};         // ΦᵀCΦ [1/s]
    bool is_modally_damped = true;     // whether that is diagonal
    std::string refusal = {};          // why there are none: a sentence
};

// Of motion with wᵀq = 0 for each w of `fixed`.
[[nodiscard]] FlowModes flow_modes(const Linear& linear, const std::vector<Vector>& fixed);

}  // namespace rebond
