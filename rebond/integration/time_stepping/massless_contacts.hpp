// Contacts of coordinates without mass in a step of Moreau–Jean's scheme.
//
// Such a coordinate has no velocity to reverse: in (1) of moreau_jean.hpp its row is an equilibrium, which
// depends on its position q^{i+θ} = A + β a alone, β = h²θ². So the contact is one of positions,
//
//     0 ≤ ν ⊥ φ(A + β a) ≥ 0,                                                                           (1)
//
// and friction holds it at the place s where it sticks, or drags the place along:
//
//     |τ| ≤ μ ν,   τ = −μ ν sgn(t·(A + β a) − s) where it slides.                                       (2)
//
// Only friction that slides takes energy, −τ ds. What the coordinate is at the end of a step is nobody's
// business but the reader's: the straight line through its last two positions.
#pragma once

#include "rebond/contact/friction/frictional_impact.hpp"
#include "rebond/integration/acceleration_solver.hpp"
#include "rebond/integration/time_stepping/impact_runs.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace rebond {

class MasslessContacts {
public:
    // All must outlive it; `step` and `theta` are those of the scheme.
    MasslessContacts(const Problem& problem, AccelerationSolver& solver, double step, double theta);

    // Adds to the acceleration a without reactions what (1) and (2) ask for, and tells the pushes. False if
    // no answer could be certified.
    [[nodiscard]] bool press(const State& state, const Vector& A, Vector& a,
                             std::vector<ImpactRuns::Push>& pushes);

    // Puts the massless coordinates of a state at the end of the step, and A of the next, in their places.
    void settle(State& state, Vector& A);

    Work take_work() { return std::exchange(work_, {}); }  // of sliding, since asked last [J]

private:
    struct Coordinate {
        Index index = 0;
        double before = 0.0, now = 0.0;  // at the last two q^{i+θ} [m]
    };

    const Problem& problem_;
    AccelerationSolver& solver_;
    double step_, lever_;
    FrictionalImpact rough_;
    std::vector<Coordinate> coordinates_;
    std::vector<std::optional<double>> places_;  // s, of contacts that push [m]
    Work work_;
};

}  // namespace rebond
