// The orbit that a scene asks for, before it is followed anywhere.
#pragma once

#include "rebond/studies/orbits/orbit_search.hpp"

namespace rebond {

// Those found, the best one first; one with a status where there are none. Throws Unbuildable.
[[nodiscard]] std::vector<Orbit> asked_orbits(const OrbitQuestion& question, const Problem& problem,
                                              const std::optional<FollowedRange>& followed,
                                              const std::atomic<bool>* interrupt);

}  // namespace rebond
