// A small dense system A x = b by elimination with full pivoting, in memory that is kept.
//
// Rows and columns that are combinations of others, to rounding, are left out: the unknowns of such columns
// are zero. Whether what is left out holds is for the caller to ask.
#pragma once

#include "rebond/core/types.hpp"

#include <vector>

namespace rebond {

class DenseElimination {
public:
    // Of n unknowns from now on; nothing is allocated unless n grows.
    void resize(Index n);

    double& entry(Index i, Index j) { return A_(i, j); }
    double& side(Index i) { return b_(i); }  // b before, x after

    // x ← A⁻¹ b. The rank of A to rounding.
    Index solve();

private:
    Index n_ = 0;
    Matrix A_;
    Vector b_, x_;
    std::vector<Index> columns_;
};

}  // namespace rebond
