// Modes of a chain of masses and springs by cosine and sine transforms, O(N log N): free at both ends, or
// fixed at its first mass.
//
//     ω = 2 √(k/m) sin(θ/2),     θ_j = jπ/(N+1) free,  (2j−1)π/(2N+1) fixed       (full end masses)     (1)
//                                θ_j = jπ/N     free,  (2j−1)π/(2N)   fixed       (half end masses)
#pragma once

#include "rebond/mechanics/linear/chain.hpp"
#include "rebond/mechanics/modes.hpp"

namespace rebond {

std::unique_ptr<Modes> chain_modes(const Chain& chain, bool is_fixed);

}  // namespace rebond
