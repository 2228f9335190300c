#include "rebond/mechanics/linear.hpp"

#include "rebond/mechanics/linear_dynamics.hpp"

#include <cmath>

namespace rebond {
void LinearSystem::load_at(double t, Vector& f) const
{
    f = force;
    for (const HarmonicLoad& load : harmonics)
        f += std::cos(load.frequency * t + load.phase) * load.amplitude;
}

Linear::Linear(LinearSystem system) : system_(std::move(system)) {}

std::unique_ptr<Dynamics> Linear::dynamics() const
{
    return std::make_unique<LinearDynamics>(system_);
}

std::unique_ptr<Modes> Linear::modes(const std::vector<Vector>& held) const
{
    return dense_modes(system_, held);
}

bool Linear::is_conservative() const
{
    return system_.harmonics.empty() && system_.damping.is_zero();
}

}  // namespace rebond
