// The linear complementarity problem of a symmetric positive semidefinite matrix,
//
//     0 ≤ z  ⊥  w = G z + b ≥ 0,                                                                   (1)
//
// that is, the minimum of ½zᵀGz + bᵀz over z ≥ 0. Where G is singular z need not be unique, but w is.
//
// Principal pivoting [CottlePangStone2009, ch. 4]. A set P of indices carries w_P = 0, z_P ≥ 0, with G_PP
// positive definite and its Cholesky factor kept up to date; all other z are zero. The index i of the most
// negative w is driven:
//
//     dz_i = 1,   dz_P = −G_PP⁻¹ G_Pi,   dw_P = 0,   dw_i = κ = G_ii − G_iP G_PP⁻¹ G_Pi ≥ 0           (2)
//
// until w_i vanishes and i joins P, or some z_k does and k leaves P, in which case driving goes on without k.
// Every drive lowers the objective and ends at its minimum over a face, so no P returns and the method ends.
// If nothing stops a drive, dz ≥ 0, G dz = 0 and bᵀdz < 0: then no z gives w ≥ 0, for dzᵀw = bᵀdz.
//
// No number is returned unproved: the residual of (1) is computed from z, and a failure is a status. Where
// w_i is a small sum of large products, as for a light body between heavy ones, it is known only to the
// rounding of those products,
//
//     ρ_i = 8ε (|b_i| + Σ_j |G_ij| z_j),                                                             (3)
//
// and nothing smaller is asked of it; an answer of which ρ leaves more than a twentieth unknown is none.
#pragma once

#include "rebond/core/types.hpp"

#include <vector>

namespace rebond {

enum class ComplementarityStatus {
    solved,      // residual ≤ complementarity_tolerance
    infeasible,  // no z gives w ≥ 0: dz is a proof, to rounding
    unsettled    // neither could be shown: too ill-conditioned, not semidefinite or not finite
};

inline constexpr double complementarity_tolerance = 1e-10;

struct ComplementarityOutcome {
    ComplementarityStatus status = ComplementarityStatus::unsettled;
    double residual = 0.0;  // max_i (|min(G_ii z_i, w_i)| − ρ_i) / max_i |b_i|, at least 0 [-]
    int pivots = 0;         // indices that joined or left P

    bool solved() const { return status == ComplementarityStatus::solved; }
};

// Factors and scratch for problems of up to `largest` unknowns; nothing is allocated in a solve.
class LinearComplementarity {
public:
    explicit LinearComplementarity(Index largest);

    // z solves (1) if the outcome says so, and is zero otherwise. G must be symmetric; all of it is read.
    [[nodiscard]] ComplementarityOutcome solve(const Eigen::Ref<const Matrix>& G,
                                               const Eigen::Ref<const Vector>& b, Eigen::Ref<Vector> z);

private:
    enum class Drive { joined, ran_away, broke_down };

    Drive drive(const Eigen::Ref<const Matrix>& G, Index i);
    double direction(const Eigen::Ref<const Matrix>& G, Index i);
    void join(Index i, double kappa);
    void leave(Index position);
    void settle(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& b);
    bool proves_infeasible(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& b, Index i);

    Matrix L_;              // of G_PP = L Lᵀ, lower triangle, in the order of P
    std::vector<Index> P_;  // P in the order of joining
    std::vector<char> in_;  // whether an index is in P
    Vector z_, w_;          // by index
    Vector rounding_;       // ρ of (3), by index
    Vector row_, dz_;       // L⁻¹G_Pi and dz_P, by position in P
    Vector ray_;            // dz by index
    int pivots_ = 0;
};

}  // namespace rebond
