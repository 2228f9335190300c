// A small dense system A x = b by elimination with full pivoting, in memory that is kept.
//
// Rows and columns that are combinations of others, to rounding, are left out: the unknowns of such columns
// are zero. Whether what is left out holds is for the caller to ask. The answer is not unique then: what may
// be added to it is x + Z y, for any y, with A Z = 0.
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

    // After `solve`, for an answer that is not unique: Z, its columns orthonormal, n rows.
    auto open() const { return open_.topLeftCorner(n_, n_ - rank_); }

    // Takes, of all answers, the one nearest to `target(i)`, in `side`.
    template <typename Target>
    void draw_to(Target target)
    {
        const auto Z = open();
        for (Index j = 0; j < Z.cols(); ++j) {
            double share = 0.0;
            for (Index i = 0; i < n_; ++i) share += Z(i, j) * (target(i) - b_(i));
            for (Index i = 0; i < n_; ++i) b_(i) += share * Z(i, j);
        }
    }

private:
    void find_open();

    Index n_ = 0, rank_ = 0;
    Matrix A_;
    Matrix open_;  // Z
    Vector b_, x_;
    std::vector<Index> columns_;
};

}  // namespace rebond
