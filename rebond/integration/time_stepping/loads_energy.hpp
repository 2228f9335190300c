// What loads could do to a body within a run, were nothing in their way,
//
//     ½ T² f·M⁻¹f,                                                                                  (1)
//
// f being their largest sizes. A body that rests under them moves by rounding, and its energy is rounding of
// (1): whoever judges an energy must not judge that.
#pragma once

#include "rebond/integration/problem.hpp"

namespace rebond {

double loads_energy(const Problem& problem);  // (1) [J]

Vector loads_accelerations(const Problem& problem);  // M⁻¹f [m/s²], of linear bodies by coordinate

// Part of (1) [-] below which an energy is rounding.
constexpr double rounding_of_loads = 1e-14;

}  // namespace rebond
