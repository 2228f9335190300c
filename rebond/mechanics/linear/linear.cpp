#include "rebond/mechanics/linear/linear.hpp"

#include "rebond/mechanics/linear/linear_dynamics.hpp"
#include "rebond/solvers/factors/generic.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {

void LinearSystem::load_at(double t, Vector& f) const
{
    f = force;
    for (const HarmonicLoad& load : harmonics) f += load.factor_at(t) * load.amplitude;
}

Linear::Linear(LinearSystem system) : system_(std::move(system)) {}

std::unique_ptr<Dynamics> Linear::dynamics() const
{
    return std::make_unique<LinearDynamics>(system_);
}

FoundModes Linear::modes(const std::vector<Vector>& held, const std::atomic<bool>* stop) const
{
    return dense_modes(system_, held, stop);
}

bool Linear::has_modal_damping() const
{
    constexpr double commuting = 1e-9;  // of the products' sizes [-]
    const auto dynamics = this->dynamics();
    if (system_.damping.is_zero() || !dynamics->factor(0.0, 0.0)) return true;
    Vector CK = generic_vector(dofs()), KC = CK, product(dofs());
    const auto apply = [&](const SymmetricMatrix& A, Vector& x) {
        A.multiply(x, product);
        x = product;
    };
    apply(system_.stiffness, CK);
    dynamics->solve(CK);
    apply(system_.damping, CK);
    apply(system_.damping, KC);
    dynamics->solve(KC);
    apply(system_.stiffness, KC);
    return (CK - KC).norm() <= commuting * (CK.norm() + KC.norm());
}

double Linear::load_frequency() const
{
    double highest = 0.0;
    for (const HarmonicLoad& load : system_.harmonics)
        if (!load.amplitude.isZero(0.0)) highest = std::max(highest, std::abs(load.frequency));
    return highest;
}

bool Linear::is_conservative() const
{
    return system_.harmonics.empty() && system_.damping.is_zero();
}

}  // namespace rebond
