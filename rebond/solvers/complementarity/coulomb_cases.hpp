// Plane contacts with Coulomb friction, the problem of coulomb_complementarity.hpp, in given cases: each
// contact is released (N = L) or pressed (w_n = 0), and it sticks (w_t = 0) or slides one way or the other
// (T = ∓ μN). The impulses are those of one linear problem. Whether they are an answer, that is within their
// cones and with the signs of the cases, is the residual's to say.
#pragma once

#include "rebond/core/types.hpp"
#include "rebond/solvers/complementarity/coulomb_contact.hpp"
#include "rebond/solvers/factors/dense_elimination.hpp"

#include <vector>

namespace rebond {

struct CoulombProblem {
    Eigen::Ref<const Matrix> G;         // two rows for each contact
    Eigen::Ref<const Vector> b;         // likewise
    Eigen::Ref<const Vector> friction;  // μ, one for each contact
    Eigen::Ref<const Vector> least;     // L, likewise

    Index contacts() const { return friction.size(); }
};

// Of problems of up to `most` contacts.
class CoulombCases {
public:
    explicit CoulombCases(Index most);

    CoulombCase& of(Index k) { return cases_[static_cast<std::size_t>(k)]; }
    const CoulombCase& of(Index k) const { return cases_[static_cast<std::size_t>(k)]; }

    // Takes the correction of p with which the cases hold, as far as they can. Where it is not unique p stays
    // near what it was, and false is returned.
    bool solve(const CoulombProblem& problem, Eigen::Ref<Vector> p);

    // After a `solve` that was not unique: what may be added to p, a column each.
    void directions(const CoulombProblem& problem, Matrix& D) const;

    // Largest error of the problem, as a velocity, over the largest of b and G L [-]; of any p.
    double residual(const CoulombProblem& problem, const Eigen::Ref<const Vector>& p);

private:
    bool slides(const CoulombProblem& problem, Index k) const;
    double slope(const CoulombProblem& problem, Index k) const;
    template <typename Visitor>
    Index for_each_unknown(const CoulombProblem& problem, Visitor visit) const;

    std::vector<CoulombCase> cases_;
    Vector w_;
    DenseElimination system_;
};

}  // namespace rebond
