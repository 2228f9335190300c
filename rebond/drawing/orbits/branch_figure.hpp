// Branches over what is followed: the impulse of each impact, with a line where the orbit is stable, dashes
// where it is not, grey where it is no motion of the body, and a point at each special point.
#pragma once

#include "rebond/drawing/orbits/orbit_figures.hpp"

namespace rebond {

[[nodiscard]] Figure branch_figure(const OrbitAnswer& answer, const OrbitWords& words);

}  // namespace rebond
