// What vanishes where multipliers cross the unit circle: at −1, and as a complex pair.
#pragma once

#include "rebond/orbits/continuation/family.hpp"

namespace rebond {

// Of an orbit all of whose multipliers are known; `conserves`: pairs stay on the circle or leave it together.
void add_multiplier_tests(const Orbit& orbit, bool conserves, std::vector<SpecialTest>& tests);

}  // namespace rebond
