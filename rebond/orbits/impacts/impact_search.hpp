// Guesses for orbits with impacts, and the solutions they lead to.
#pragma once

#include "rebond/orbits/impacts/impact_orbit.hpp"

#include <vector>

namespace rebond {

// Solutions with these contacts in order of time, no two alike up to a shift by a period of the load.
// `load_periods` is p; 0: no load, and the closure has a period or an energy.
[[nodiscard]] std::vector<ImpactSolution> search_impacts(const OrbitSystem& system,
                                                         const std::vector<Index>& contacts, int load_periods,
                                                         const Closure& closure);

}  // namespace rebond
