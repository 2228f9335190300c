#include "rebond/integration/time_stepping/loads_energy.hpp"

#include "rebond/mechanics/linear/linear.hpp"

#include <cmath>

namespace rebond {

double loads_energy(const Problem& problem)
{
    const auto dynamics = problem.model->dynamics();
    const Vector zero = Vector::Zero(problem.model->dofs());
    Vector f = zero;
    dynamics->place(problem.initial.t, problem.initial.q);
    if (!dynamics->factor(0.0, 0.0)) return 0.0;
    if (const auto* linear = problem.model->as_linear()) {
        f = linear->system().force.cwiseAbs();
        for (const HarmonicLoad& load : linear->system().harmonics) f += load.amplitude.cwiseAbs();
    } else {
        dynamics->residual(zero, zero, f);
    }
    Vector a = f;
    dynamics->solve(a);
    const double energy = 0.5 * problem.duration * problem.duration * f.dot(a);
    return std::isfinite(energy) ? energy : 0.0;
}

}  // namespace rebond
