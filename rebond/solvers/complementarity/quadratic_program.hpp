// A small dense convex quadratic programme,
//
//     minimise ½ xᵀHx + gᵀx   subject to   C x ≥ d,                                                (1)
//
// with H symmetric, positive semidefinite, its diagonal positive. With multipliers y of the constraints, x is
// a solution if and only if
//
//     H x + g = Cᵀy,      0 ≤ y  ⊥  C x − d ≥ 0.                                                   (2)
//
// Where H is singular x need not be unique, but Hx is.
//
// The dual active set method [GoldfarbIdnani1983]: from the free minimum, the constraint violated most is
// made to hold, others being dropped as their multipliers vanish; the value of the minimum rises with every
// constraint taken in, so that no active set returns. Rows may depend on each other. A singular H is solved
// as H + ρI first; Newton steps on (2) with the constraints then active take the ρ out of the answer. All of
// this in variables for which H has a diagonal of ones and rows of C are of unit length.
//
// No number is returned unproved: the residual of (2) is computed from x and y, and a failure is a status.
#pragma once

#include "rebond/core/types.hpp"

#include <vector>

namespace rebond {

enum class ProgramStatus {
    solved,      // residual ≤ program_tolerance
    infeasible,  // constraints contradict each other
    unsettled    // neither could be shown: too ill-conditioned, not semidefinite or not finite
};

inline constexpr double program_tolerance = 1e-9;

struct ProgramOutcome {
    ProgramStatus status = ProgramStatus::unsettled;
    double residual = 0.0;  // of (2), in the scaled variables, over the largest of g and d there [-]
    int changes = 0;        // constraints that joined or left the active set

    bool solved() const { return status == ProgramStatus::solved; }
};

// Factors and scratch for up to so many unknowns and constraints; nothing is allocated in a solve.
class QuadraticProgram {
public:
    QuadraticProgram(Index most_unknowns, Index most_constraints);

    // x and y solve (2) if the outcome says so, and are zero otherwise. All of H is read.
    [[nodiscard]] ProgramOutcome solve(const Eigen::Ref<const Matrix>& H, const Eigen::Ref<const Vector>& g,
                                       const Eigen::Ref<const Matrix>& C, const Eigen::Ref<const Vector>& d,
                                       Eigen::Ref<Vector> x, Eigen::Ref<Vector> y);

private:
    enum class Search { found, infeasible, lost };

    bool scale(const Eigen::Ref<const Matrix>& H, const Eigen::Ref<const Vector>& g,
               const Eigen::Ref<const Matrix>& C, const Eigen::Ref<const Vector>& d);
    bool factor(double softness);
    Search search(double tolerance);
    bool take_in(Index k);
    Index most_violated(double tolerance);
    void directions(Index k);
    void join(Index k);
    void leave(Index position);
    double refine();
    bool settles();
    double residual();

    Index n_ = 0, m_ = 0;           // unknowns, constraints
    Vector width_, length_;         // √H_ii, and the lengths of the rows of C in the scaled unknowns
    Matrix H_, rows_;               // scaled; a constraint is a column of rows_
    Vector g_, d_, x_, y_;          // scaled
    double size_ = 0.0;             // largest of g and d, scaled
    Matrix L_;                      // of H + ρI
    Matrix J_, R_;                  // Jᵀ(H + ρI)J = 1, Jᵀ(active rows) = (R, 0)
    std::vector<Index> active_;     // in the order of R's columns
    std::vector<char> is_active_;   // by constraint
    Vector u_;                      // multipliers of the active ones, in that order
    Vector along_, step_, change_;  // Jᵀc, and how x and u change as a constraint is taken in
    Vector slack_, work_;
    int changes_ = 0;
};

}  // namespace rebond
