// Periodic motion under the law of [YoongAcaryLegrand2017] in the limit of small steps: a contact closes
// without rebound, and the energy that takes is given back to chosen coordinates at once,
//
//     v⁺ = v° + β I,      ½ β² IᵀMI + β IᵀM v° = ½ (u⁻)²/(wᵀM⁻¹w),     the smaller |β|                  (1)
//
// where v° is the velocity after the plastic impact and I marks those coordinates. The orbit releases at φ =
// φ̇ = ν = 0 with the energy E, flies, closes by (1) and rests until ν = 0: 2n + 3 equations, two of them of
// no news, for 2n unknowns and E. So there is a family in E, where the conservative orbit with a lasting
// contact (sticking_orbit.hpp) is isolated, and the family passes through it.
#pragma once

#include "rebond/orbits/orbit.hpp"
#include "rebond/orbits/orbit_system.hpp"

#include <optional>
#include <vector>

namespace rebond {

// With this energy [J], from a guess of the state at release, or from one that the energy suggests.
// `corrected` are the coordinates that get energy back; empty: all that are not in the gap.
[[nodiscard]] Orbit find_conserving_orbit(const OrbitSystem& system, Index contact, double energy,
                                          std::vector<Index> corrected = {},
                                          const std::optional<State>& guess = {});

}  // namespace rebond
