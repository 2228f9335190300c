// Sparse A x = b of 3 × 3 blocks, A = L U under a minimum-degree ordering of the blocks. The pattern of A is
// symmetric, its values need not be. Blocks on the diagonal are eliminated as they come, each with pivots
// inside: for matrices that need no other pivots, as M + Σ Wᵀ B W with a large M or a B that is nearly
// positive.
//
// In the ordering, S_j are the blocks of column j below the diagonal, with those that elimination fills in:
//
//     L_ij = A_ij A_jj⁻¹,      A_ik ← A_ik − L_ij A_jk      for i, k in S_j. (1)
//
// O(n^1.5) for n bodies that touch their neighbours in the plane.
#pragma once

#include "rebond/core/types.hpp"

#include <utility>
#include <vector>

namespace rebond {

class BlockElimination {
public:
    using Block = Eigen::Matrix3d;

    // `pairs` are the places (i, j), i ≠ j, of blocks beside the diagonal, in any order, some more than once;
    // (j, i) is meant with (i, j). Allocates.
    void lay_out(Index blocks, const std::vector<std::pair<Index, Index>>& pairs);

    void set_zero();
    void add(Index row, Index column, const Block& block);

    // False if a block on the diagonal is singular or not finite.
    [[nodiscard]] bool factor();
    void solve(Vector& x);

private:
    struct Below {
        Index row = 0;
        Block lower, upper;  // A_ij, A_ji
    };
    // Of column j, sorted by rows.
    std::vector<Below>& below(Index j) { return below_[static_cast<std::size_t>(j)]; }
    Below& at(Index row, Index column);

    std::vector<Index> place_;  // in the ordering, of each block
    std::vector<std::vector<Below>> below_;
    std::vector<Block> diagonal_, inverse_;
    std::vector<Below*> reach_;  // scratch: of a column, by row
    Vector permuted_;
};

}  // namespace rebond
