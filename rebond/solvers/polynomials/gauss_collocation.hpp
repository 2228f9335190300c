// Gauss–Legendre collocation on the unit step, for second-order equations [HairerLubichWanner2006, II.1].
//
// With the accelerations a_j at the s Gauss nodes c_i of (0, 1), the stages of the Runge–Kutta method are
//
//     v_i = v₀ + h Σ_j A_ij a_j,      q_i = q₀ + c_i h v₀ + h² Σ_j (A²)_ij a_j               (1)
//
// where A_ij = V_j(c_i) and V_j = ∫₀ ℓ_j integrates the Lagrange basis; at the end of the step, and inside
// it as dense output,
//
//     v(τ) = v₀ + h Σ_j V_j(τ) a_j,      q(τ) = q₀ + τ h v₀ + h² Σ_j Q_j(τ) a_j,   Q_j = ∫₀ V_j     (2)
//
// Order 2s at the end of the step; inside it s + 1 for v and s + 2 for q. Symmetric and A-stable, and
// symplectic where the mass is constant.
#pragma once

#include <array>

namespace rebond {

struct GaussCollocation {
    static constexpr int stages = 6;
    using Row = std::array<double, stages>;

    GaussCollocation();

    Row node{};                          // c_i
    std::array<Row, stages> velocity{};  // A
    std::array<Row, stages> position{};  // A²
    Row velocity_end{};                  // V_j(1): the quadrature weights
    Row position_end{};                  // Q_j(1)
    std::array<Row, stages> basis{};     // ℓ_j(τ) = Σ_k basis[j][k] τᵏ
    Row last_mode{};                     // Σ_j last_mode[j] a_j: its Legendre coefficient of degree s − 1
    Row second_last_mode{};              // and of degree s − 2

    Row lagrange_at(double tau) const;  // ℓ_j(τ), also outside (0, 1)
};

}  // namespace rebond
