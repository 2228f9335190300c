// Diagonal S: its reciprocals.
#pragma once

#include "rebond/solvers/factors/symmetric_matrix.hpp"

namespace rebond {

class DiagonalFactors {
public:
    explicit DiagonalFactors(Index n) : diagonal_(Vector::Zero(n)) {}

    void set_zero() { diagonal_.setZero(); }
    void add(double scale, const SymmetricMatrix& term);  // diagonal

    // False unless every s_ii is positive and finite.
    [[nodiscard]] bool factor();

    void solve(Vector& x) const { x.array() *= diagonal_.array(); }

private:
    Vector diagonal_;  // s_ii; 1/s_ii once factorised
};

}  // namespace rebond
