// Plane contacts with Coulomb friction. Contact k has a normal and a tangential impulse N_k and T_k; with
// p = (N_1, T_1, N_2, T_2, …), the symmetric positive semidefinite mobility G and the velocities b without
// impulses,
//
//     w = b + G p,
//     0 ≤ N_k − L_k  ⊥  w_nk ≥ 0,                                                                       (1)
//     T_k = −μ_k N_k sgn w_tk where the contact slides,  |T_k| ≤ μ_k N_k where w_tk = 0.                (2)
//
// L_k ≥ 0 is the least normal impulse, zero except in the second phase of Poisson's law.
//
// A contact is released (N = L) or pressed (w_n = 0), and it sticks or slides one way or the other. Each of
// these cases is a linear problem. For one contact they are tried in turn, and the first whose answer
// satisfies (1) and (2) is taken; for several, sweeps over the contacts, one at a time, propose the cases of
// all, and the linear problem of those gives the answer. Where sweeps find none, Lemke's method looks for one
// (coulomb_pivoting.hpp). Where G is singular p need not be unique.
//
// For large friction there may be more than one solution: a released contact is preferred to a pressed one,
// one that sticks to one that slides, and which is found may depend on the order of the contacts and on the
// first guess; coulomb_answers.hpp compares all. No number is returned unproved.
#pragma once

#include "rebond/core/types.hpp"
#include "rebond/solvers/complementarity/coulomb_cases.hpp"
#include "rebond/solvers/complementarity/coulomb_contact.hpp"
#include "rebond/solvers/complementarity/coulomb_pivoting.hpp"

#include <vector>

namespace rebond {

inline constexpr double coulomb_tolerance = 1e-10;

struct CoulombOutcome {
    double residual = 0.0;  // largest error of (1) and (2), as a velocity, over the largest of b and G L [-]

    bool solved() const { return residual <= coulomb_tolerance; }
};

// Scratch for problems of up to `most` contacts. Nothing is allocated but where a problem is larger than all
// before.
class CoulombComplementarity {
public:
    explicit CoulombComplementarity(Index most);

    using Problem = CoulombProblem;

    // p, a first guess before, solves (1) and (2) if the outcome says so.
    [[nodiscard]] CoulombOutcome solve(const Problem& problem, Eigen::Ref<Vector> p);

    // Of contact k in the last answer of several.
    const CoulombCase& chosen(Index k) const { return cases_.of(k); }

private:
    // The impulses of contact k for velocities b without it, by the case that fits best, which is noted.
    void solve_one(const Problem& problem, Index k, const Vector2& b, Eigen::Ref<Vector> p);
    void sweep(const Problem& problem, Eigen::Ref<Vector> p);
    double pivot(const Problem& problem, Eigen::Ref<Vector> p);

    CoulombCases cases_;
    std::vector<CoulombCase> proposed_, tried_;
    Vector settled_;
    CoulombPivoting pivoting_;
    std::vector<CoulombPivoting::Contact> pivoted_;
};

}  // namespace rebond
