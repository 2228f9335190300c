// Simultaneous impacts by least kinetic energy under an outward inequality [RakshitChatterjee2015],
// [BhattacharjeeChatterjee2017, (2)].
//
// With the mobility G, normal velocities u and coefficients e of the contacts that touch,
//
//     minimise ½ pᵀGp + pᵀu⁻       (the change of kinetic energy)
//     subject to   p ≥ 0,   u⁺ = u⁻ + Gp ≥ 0,   Σ c_k u⁺_k ≥ −s Σ c_k e_k u⁻_k                          (1)
//
// where c_k = √m_k and m_k = 1/G_kk is the mass a contact alone would feel. One contact rebounds at
// u⁺ = −e u⁻. With s = 1 energy does not grow if every contact approaches, u⁻ ≤ 0. Contacts that separate
// already can make it grow: then s is the largest in [0, 1] with which it does not. s = 0 is the plastic
// impact, which takes energy whatever the others do. Energy is not conserved for e = 1.
//
// Contacts that no chain of bodies connects have (1) each for themselves: what happens elsewhere is not
// theirs.
//
// Velocities are unique, impulses need not be: of a rack of balls only their effect is.
#pragma once

#include "rebond/solvers/complementarity/quadratic_program.hpp"

#include <vector>

namespace rebond {

class OutwardLaw {
public:
    // For up to so many contacts.
    explicit OutwardLaw(Index most);

    // The impulses p of (1). Answers only that satisfy its conditions to program_tolerance are given.
    [[nodiscard]] ProgramOutcome resolve(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& u,
                                         const Eigen::Ref<const Vector>& e, Eigen::Ref<Vector> p);

    // After an impact: the smallest s of (1), and whether u⁺_k = 0 binds.
    double share() const { return share_; }
    bool stays(Index k) const { return binds_[k] != 0; }

private:
    void find_cluster(const Eigen::Ref<const Matrix>& G, Index first);
    [[nodiscard]] ProgramOutcome resolve_cluster();
    [[nodiscard]] ProgramOutcome minimise(double share);
    bool gains() const;

    QuadraticProgram program_;
    std::vector<Index> cluster_;  // contacts that are connected
    std::vector<char> is_seen_;
    std::vector<char> binds_;
    double share_ = 1.0;
    double asked_ = 0.0;        // −Σ c_k e_k u⁻_k
    Matrix G_;                  // of the cluster, as what follows
    Vector u_, e_, c_, p_, y_;  // y of the inequalities: p, u⁺, the sum
    Matrix rows_;
    Vector bounds_;
};

}  // namespace rebond
