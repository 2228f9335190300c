// One step of a time-stepping scheme: the implicit equation of the acceleration solver with contacts that
// push and never pull,
//
//     r(t, A + β a, B + γ a, a) = Σ_k w_k ν_k,      0 ≤ ν_k ⊥ w_k·a − c_k ≥ 0                      (1)
//
// where the scheme turns its contact condition into the bounds c_k. The complementarity problem in the
// metric of S, with G = wᵀS⁻¹w, says which contacts push and, for a linear model, how much. Otherwise the
// acceleration solver holds those at their bounds, and the two repeat until nothing pulls and no bound is
// broken.
#pragma once

#include "rebond/integration/acceleration_solver.hpp"
#include "rebond/solvers/complementarity/linear_complementarity.hpp"

namespace rebond {

class UnilateralStep {
public:
    // `contacts` must outlive it; `step` [s] is the time the accelerations act for.
    UnilateralStep(const Model& model, const std::vector<Contact>& contacts, double step);

    struct Bound {
        Index contact = 0;
        double acceleration = 0.0;  // c [m/s²]
    };

    // Solves (1) from the guess in `a`. False if it does not converge or no set of contacts fits.
    [[nodiscard]] bool solve(double t, const Vector& A, const Vector& B, double beta, double gamma,
                             const std::vector<Bound>& bounds, Vector& a)
    {
        closed_.clear();
        if (!solver_.solve(t, A, B, beta, gamma, closed_, a)) return false;
        if (bounds.empty()) return true;
        return solver_.solves_exactly() ? push(bounds, a) : iterate(t, A, B, beta, gamma, bounds, a);
    }

    // The contacts that push, with their reactions > 0.
    const std::vector<ClosedContact>& pushing() const { return closed_; }

    AccelerationSolver& solver() { return solver_; }

private:
    // From the acceleration without reactions: that of a linear model at once, others by turns.
    [[nodiscard]] bool push(const std::vector<Bound>& bounds, Vector& a);
    [[nodiscard]] bool push_one(const Bound& bound, Vector& a);
    [[nodiscard]] bool iterate(double t, const Vector& A, const Vector& B, double beta, double gamma,
                               const std::vector<Bound>& bounds, Vector& a);

    [[nodiscard]] bool choose(const std::vector<Bound>& bounds, const Vector& a);
    bool fits(const std::vector<Bound>& bounds, const Vector& a) const;

    AccelerationSolver solver_;
    LinearComplementarity problem_;
    std::vector<ClosedContact> closed_;
    Matrix G_;
    Vector excess_, reactions_;
};

}  // namespace rebond
