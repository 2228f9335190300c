// Banded S = L D Lᵀ of half-bandwidth b ≥ 2, without pivoting.
//
// L keeps the band. Column by column, with c_i = s_ij the column below the pivot d_j = s_jj,
//
//     l_ij = c_i/d_j,      s_ik ← s_ik − c_i l_kj          j < k ≤ i ≤ j + b                      (1)
//
// n b² operations to factorise, 4 n b to solve. Columns lie one after the other, so every inner loop runs
// over neighbours in memory.
#pragma once

#include "rebond/solvers/factors/symmetric_matrix.hpp"

namespace rebond {

class BandedFactors {
public:
    BandedFactors(Index n, Index half_bandwidth);

    void set_zero() { band_.setZero(); }
    void add(double scale, const SymmetricMatrix& term);  // of half-bandwidth b or less

    // Factorises what was added, by (1); false unless every d_j is positive and finite.
    [[nodiscard]] bool factor();

    void solve(Vector& x) const;

private:
    void solve_narrow(double* x) const;
    void solve_wide(Vector& x) const;

    Matrix band_;         // (k, j): s_(j+k, j); l_(j+k, j) once factorised, and below the last row zeros
    Vector reciprocals_;  // 1/d_j
};

}  // namespace rebond
