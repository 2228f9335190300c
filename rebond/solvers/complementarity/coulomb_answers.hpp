// Plane contacts with Coulomb friction, the problem of coulomb_complementarity.hpp, where it may have several
// answers: which of them is taken.
//
// Of answers with different velocities w it is the one whose impulses move the contacts least: ½ pᵀGp, the
// kinetic energy of the change of the motion, is least. So a contact is released rather than pressed. Where
// that is the same of two, it is the one with the least Σ w²: ½ pᵀGp is flat at its least. Where G is
// singular many p have the same w. Of these it is the one with the least Σ G_nn (N² + T²), which is unique,
// and no larger than it has to be where contacts press each other.
//
// Of few contacts all cases are tried (released or pressed, sticking or sliding), so that no answer is
// missed, whatever the order of the contacts and the sense of their tangents. One whose cases leave p open is
// looked for within the cones, by a quadratic programme. Of more contacts the answers compared are two: they
// are put in an order of their own (contact_order.hpp) and taken in that order and in the reverse one.
// Neither may be the least, and contacts that a symmetry exchanges have no order of their own.
//
// Velocities of all contacts are compared as numbers: they are those of one unit.
#pragma once

#include "rebond/core/types.hpp"
#include "rebond/solvers/complementarity/contact_order.hpp"
#include "rebond/solvers/complementarity/coulomb_cases.hpp"
#include "rebond/solvers/complementarity/coulomb_complementarity.hpp"

#include <optional>
#include <vector>

namespace rebond {

class CoulombAnswers {
public:
    explicit CoulombAnswers(Index most);

    // p solves `problem` if the outcome says so; else it is the nearest found.
    [[nodiscard]] CoulombOutcome solve(const CoulombProblem& problem, Eigen::Ref<Vector> p);

    // The same for b + ε a, as ε > 0 tends to zero: `pressing` is a. Contacts that slide with w_n = 0 and are
    // pressed have p = 0 without it, and jam with it where no small impulses keep them closed.
    [[nodiscard]] CoulombOutcome solve(const CoulombProblem& problem,
                                       const Eigen::Ref<const Vector>& pressing, Eigen::Ref<Vector> p);

    // Whether answers with different velocities were found in the last problem.
    bool are_several() const { return are_several_; }

private:
    bool find(const CoulombProblem& problem);
    void try_cases(const CoulombProblem& problem, Index k);
    void look_at_cases(const CoulombProblem& problem);
    bool put_in_cones(const CoulombProblem& problem);
    void compare(const CoulombProblem& problem);
    bool holds_unpressed();
    bool is_known() const;
    void try_orders(const CoulombProblem& problem);
    void solve_in_order(const CoulombProblem& problem);
    void share_out(const CoulombProblem& problem, Eigen::Ref<Vector> p);
    void find_motion(const CoulombProblem& problem);

    CoulombCases cases_;
    std::vector<CoulombCase> best_cases_;
    Vector p_, w_, best_;
    std::vector<Vector> motions_;  // w of the answers found
    Index motion_count_ = 0;
    double scale_ = 0.0;                     // of velocities [m/s]
    double least_ = 0.0;                     // pᵀGp of the best
    double least_left_ = 0.0;                // its Σ w²
    std::optional<CoulombOutcome> nearest_;  // of orders in which no answer is found
    Vector nearest_p_;
    bool are_several_ = false;

    Matrix directions_, effects_, rows_;  // of impulses that are open
    Vector demands_;
    DenseElimination system_;

    CoulombComplementarity in_turn_;  // of many contacts
    ContactOrder order_;
    Matrix G_, own_;
    const CoulombProblem* unpressed_ = nullptr;  // the problem for ε = 0, while that for ε > 0 is solved
    Vector pressed_b_, unpressed_p_;
    Vector b_, slides_, friction_, least_impulses_, p_in_order_;
};

}  // namespace rebond
