// Gauss–Legendre collocation for second-order equations on the unit step [HairerLubichWanner2006, II.1].
//
// The acceleration is interpolated at the s Gauss nodes c_i of (0, 1); integrating the interpolant once
// and twice gives the velocity and the position anywhere in the step:
//
//     v(τ) = v₀ + h Σ_j V_j(τ) a_j,      V_j = ∫₀ ℓ_j                                        (1)
//     q(τ) = q₀ + τ h v₀ + h² Σ_j Q_j(τ) a_j,      Q_j = ∫₀ V_j                              (2)
//
// Order 2s at the end of the step, s + 1 for v and s + 2 for q inside it; symmetric and symplectic.
#pragma once

#include <array>

namespace rebond {

struct GaussCollocation {
    static constexpr int stages = 6;
    static constexpr int order = 2 * stages;
    using Row = std::array<double, stages>;

    GaussCollocation();

    Row node{};                          // c_i
    std::array<Row, stages> velocity{};  // V_j(c_i), row i
    std::array<Row, stages> position{};  // Q_j(c_i), row i
    Row velocity_end{};                  // V_j(1): the quadrature weights
    Row position_end{};                  // Q_j(1)
    std::array<Row, stages> basis{};     // ℓ_j(τ) = Σ_k basis[j][k] τᵏ
    Row last_mode{};                     // Σ_j last_mode[j] a_j: its Legendre coefficient of degree s − 1
    Row second_last_mode{};              // and of degree s − 2

    Row lagrange_at(double tau) const;  // ℓ_j(τ), also outside (0, 1)
};

}  // namespace rebond
