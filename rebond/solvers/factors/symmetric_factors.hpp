// Factors of S = M + γ C + β K for three symmetric matrices, in the union of their structures.
//
// The pattern of S is the union of the three, whatever β and γ are; structure_of decides from it between
// reciprocals, tridiagonal, banded, sparse and dense factors, once. S is accepted as positive definite if
// every pivot of its LDLᵀ is positive and
//
//     λ_min(H) > 4 √n ε,      H = D^(−½) S D^(−½),   D = diag S                                   (1)
//
// for what lies below is within the rounding errors of S and of its factors, and such an S is singular for
// all the arithmetic can tell [Higham2002, §10.1]. H has ones on its diagonal, so a change of units, or
// masses many orders apart, changes no answer. λ_min comes from two inverse iterations on a generic vector,
// two solves: an upper bound of it, close where it is near (1).
//
// Solving does not allocate. Sparse and dense factorisation may.
#pragma once

#include "rebond/solvers/factors/banded_factors.hpp"
#include "rebond/solvers/factors/dense_factors.hpp"
#include "rebond/solvers/factors/diagonal_factors.hpp"
#include "rebond/solvers/factors/sparse_factors.hpp"
#include "rebond/solvers/factors/symmetric_matrix.hpp"
#include "rebond/solvers/factors/tridiagonal_factors.hpp"

#include <variant>

namespace rebond {

class SymmetricFactors {
public:
    // M, C and K are of one size and must outlive the factors.
    SymmetricFactors(const SymmetricMatrix& M, const SymmetricMatrix& C, const SymmetricMatrix& K);

    Structure structure() const { return static_cast<Structure>(factors_.index()); }

    // False unless S is positive definite by (1); then there is nothing to solve with until the next success.
    [[nodiscard]] bool factor(double beta, double gamma);

    // x ← S⁻¹ x with the last factors.
    void solve(Vector& x);

private:
    // In the order of Structure.
    using Factors =
        std::variant<DiagonalFactors, TridiagonalFactors, BandedFactors, SparseFactors, DenseFactors>;

    static Factors in_union(const SymmetricMatrix& M, const SymmetricMatrix& C, const SymmetricMatrix& K);

    bool is_singular(double beta, double gamma);

    const SymmetricMatrix& M_;
    const SymmetricMatrix& C_;
    const SymmetricMatrix& K_;
    Factors factors_;
    Vector scale_;    // D^½
    Vector iterate_;  // of the inverse iteration
};

}  // namespace rebond
