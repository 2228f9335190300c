// The mean of the energy over a period, by Gauss's quadrature over pieces of a quarter of the fastest turn.
#pragma once

#include "rebond/orbits/impacts/impact_orbit.hpp"

namespace rebond {

// ∫E dt [J s] over a flight of the length, with the contacts of `flow` closed.
[[nodiscard]] double energy_over(const OrbitSystem& system, const LinearFlow& flow, const FlowMotion& motion,
                                 double length);

[[nodiscard]] double mean_energy(const OrbitSystem& system, const ImpactMotion& motion,
                                 const std::vector<FlowMotion>& flights);

}  // namespace rebond
