// The linear complementarity problem of a matrix that need not be symmetric,
//
//     0 ≤ z  ⊥  w = M z + q ≥ 0,                                                                        (1)
//
// by Lemke's complementary pivoting [CottlePangStone2009, ch. 4]. With a covering vector d > 0 and z₀ ≥ 0,
//
//     w − M z − d z₀ = q,                                                                               (2)
//
// has an obvious solution for a large z₀. Each pivot lets the complement of the variable that has just left
// the basis enter it, until z₀ leaves. Ties are broken lexicographically, so no basis returns. The method
// ends with an answer or on a ray; for copositive M on a ray only if (1) may have no answer. Coulomb's
// friction in the plane is such a problem [AnitescuPotra1997].
//
// The numbers of the answer are found anew from its basis, so pivots do not add up their rounding; whether
// they satisfy (1) is for the caller to check.
#pragma once

#include "rebond/core/types.hpp"
#include "rebond/solvers/factors/dense_elimination.hpp"

#include <vector>

namespace rebond {

class Lemke {
public:
    // False if the method ends on a ray or takes too many pivots. Allocates only where a problem is larger
    // than all before. Entries of M and q should be of order one.
    [[nodiscard]] bool solve(const Eigen::Ref<const Matrix>& M, const Eigen::Ref<const Vector>& q);

    // Of the last answer; a basic variable may be zero, the others are.
    double z(Index i) const { return z_(i); }
    bool is_basic(Index i) const { return is_basic_[static_cast<std::size_t>(i)] != 0; }

private:
    using Tableau = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    void start(const Eigen::Ref<const Matrix>& M, const Eigen::Ref<const Vector>& q);
    Index leaving_row(Index column) const;
    bool comes_before(Index row, Index other, Index column) const;
    void pivot(Index row, Index column);
    void read_answer(const Eigen::Ref<const Matrix>& M, const Eigen::Ref<const Vector>& q);

    Index n_ = 0;
    Tableau rows_;              // of (2): w, z, z₀, q
    std::vector<Index> basis_;  // the variable of each row: w_i is i, z_i is n + i, z₀ is 2n
    std::vector<char> is_basic_;
    DenseElimination system_;  // of the answer
    Vector z_;
};

}  // namespace rebond
