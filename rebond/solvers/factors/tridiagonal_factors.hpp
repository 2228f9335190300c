// Tridiagonal S = N D Nᵀ, eliminated from both ends towards the middle row m [Babuska1972].
//
// From the first row down and from the last row up,
//
//     d_0 = s_00,       l_i = b_i/d_i,        d_(i+1) = s_(i+1,i+1) − l_i b_i         i < m       (1)
//     d_(n−1) = s_…,    l_i = b_i/d_(i+1),    d_i = s_ii − l_i b_i                    i ≥ m       (2)
//
// with b_i = s_(i,i+1); row m takes both corrections. A symmetric permutation turns this into an LDLᵀ, so S
// is positive definite exactly if every d_i > 0. The two halves do not wait for each other, which halves the
// time of a solve: it is bound by the latency of the recurrences, not by their arithmetic. Taking them two
// rows at a time,
//
//     z_(i+1) = (x_(i+1) − l_i x_i) + (l_i l_(i−1)) z_(i−1),                                      (3)
//
// halves it again: one product and one sum of z per two rows. Only reciprocals are kept; a solve multiplies.
#pragma once

#include "rebond/solvers/factors/symmetric_matrix.hpp"

namespace rebond {

class TridiagonalFactors {
public:
    explicit TridiagonalFactors(Index n);

    void set_zero();
    void add(double scale, const SymmetricMatrix& term);  // diagonal or tridiagonal

    // Factorises what was added, by (1) and (2); false unless every d_i is positive and finite.
    [[nodiscard]] bool factor();

    void solve(Vector& x) const;

private:
    Vector diagonal_;  // s_ii; 1/d_i once factorised
    Vector beside_;    // b_i; l_i once factorised
};

}  // namespace rebond
