// Sparse S = Pᵀ L D Lᵀ P under a minimum-degree ordering P.
//
// P and the pattern of L depend on the pattern of S alone and are found once, from the union of the patterns
// of all terms.
#pragma once

#include "rebond/solvers/factors/symmetric_matrix.hpp"

#include <Eigen/SparseCholesky>

namespace rebond {

class SparseFactors {
public:
    // The pattern of S, each place once and with i ≤ j; the values are ignored. The diagonal is always part
    // of it.
    SparseFactors(Index n, const std::vector<Entry>& pattern);

    void set_zero() { upper_.coeffs().setZero(); }
    void add(double scale, const SymmetricMatrix& term);  // of a pattern within that of S

    // Factorises what was added; false unless every pivot is positive and finite.
    [[nodiscard]] bool factor();

    void solve(Vector& x);

private:
    using SparseMatrix = Eigen::SparseMatrix<double>;

    SparseMatrix upper_;  // S, its upper triangle
    Eigen::SimplicialLDLT<SparseMatrix, Eigen::Upper> factors_;
    Vector reciprocals_;  // 1/d, in the order of P
    Vector permuted_;     // P x
};

}  // namespace rebond
