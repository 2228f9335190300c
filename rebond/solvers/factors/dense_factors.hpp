// Dense S = L Lᵀ, in its own place.
#pragma once

#include "rebond/solvers/factors/symmetric_matrix.hpp"

namespace rebond {

class DenseFactors {
public:
    explicit DenseFactors(Index n) : lower_(Matrix::Zero(n, n)) {}

    void set_zero() { lower_.setZero(); }
    void add(double scale, const SymmetricMatrix& term);

    // Factorises what was added; false unless every l_ii is positive and finite.
    [[nodiscard]] bool factor();

    void solve(Vector& x) const;

private:
    Matrix lower_;  // S, its lower triangle; L once factorised
};

}  // namespace rebond
