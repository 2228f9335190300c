#include "rebond/integration/time_stepping/loads_energy.hpp"

#include "rebond/mechanics/linear/linear.hpp"

#include <cmath>
#include <optional>
#include <utility>

namespace rebond {

namespace {

// Their largest sizes f and M⁻¹f; none where that cannot be solved.
struct Loads {
    Vector forces, accelerations;
};

std::optional<Loads> largest_loads(const Problem& problem)
{
    const auto dynamics = problem.model->dynamics();
    const Vector zero = Vector::Zero(problem.model->dofs());
    Vector f = zero;
    dynamics->place(problem.initial.t, problem.initial.q);
    if (!dynamics->factor(0.0, 0.0)) return std::nullopt;
    if (const auto* linear = problem.model->as_linear()) {
        f = linear->system().force.cwiseAbs();
        for (const HarmonicLoad& load : linear->system().harmonics) f += load.amplitude.cwiseAbs();
    } else {
        dynamics->residual(zero, zero, f);
    }
    Vector a = f;
    dynamics->solve(a);
    if (!a.allFinite()) return std::nullopt;
    return Loads{std::move(f), std::move(a)};
}

}  // namespace

double loads_energy(const Problem& problem)
{
    const auto loads = largest_loads(problem);
    if (!loads) return 0.0;
    const double energy = 0.5 * problem.duration * problem.duration * loads->forces.dot(loads->accelerations);
    return std::isfinite(energy) ? energy : 0.0;
}

Vector loads_accelerations(const Problem& problem)
{
    const auto loads = largest_loads(problem);
    return loads ? loads->accelerations : Vector(Vector::Zero(problem.model->dofs()));
}

}  // namespace rebond
