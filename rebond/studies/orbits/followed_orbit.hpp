// An orbit followed both ways from where it was found, and the branches that leave its special points.
#pragma once

#include "rebond/studies/orbits/orbit_search.hpp"

namespace rebond {

// Branches are added to the answer as they are finished, so that an interruption leaves those before it.
void follow_orbit(const OrbitQuestion& question, const FollowedRange& range, double start,
                  OrbitAnswer& answer, OrbitListener& listener, const std::atomic<bool>* interrupt);

}  // namespace rebond
