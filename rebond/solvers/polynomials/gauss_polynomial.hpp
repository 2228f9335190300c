// Polynomials on the unit interval by their values at its Gauss nodes c_j.
//
// With as many nodes as coefficients, a polynomial f of degree nodes − 1 has the Legendre coefficients
//
//     f = Σ_k f_k P_k,     f_k = (2k + 1) Σ_j b_j P_k(c_j) f(c_j)                                       (1)
//
// exactly, b_j the weights of the quadrature, P_k(1) = 1. On a part [0, τ] its coefficients follow from its
// values at τc_j in the same way.
#pragma once

#include "rebond/core/types.hpp"

#include <Eigen/Core>

namespace rebond {

struct GaussPolynomial {
    static constexpr int nodes = 8;
    using Values = Eigen::Matrix<double, nodes, 1>;
    using Square = Eigen::Matrix<double, nodes, nodes>;

    GaussPolynomial();

    Values node;              // c_j
    Values weight;            // b_j
    Square legendre;          // f_k = Σ_j legendre(k, j) f(c_j)
    Square slope;             // f'(c_i) = Σ_j slope(i, j) f(c_j)
    Values at_start, at_end;  // ℓ_j(0), ℓ_j(1)

    Values at(double tau) const;          // ℓ_j(τ): f(τ) = Σ_j ℓ_j(τ) f(c_j)
    Values slope_at(double tau) const;    // dℓ_j/dτ
    Square restricted(double tau) const;  // values at τc_j from those at c_j
};

}  // namespace rebond
