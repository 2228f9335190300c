// An answer about orbits as the JSON object of `rebond orbit`, whose names are those of the manual.
#pragma once

#include "rebond/studies/orbits/orbit_search.hpp"

#include <nlohmann/json_fwd.hpp>

namespace rebond {

[[nodiscard]] nlohmann::ordered_json orbit_json(const OrbitAnswer& answer);

// Of multipliers, a state, …, as columns of the database hold them.
[[nodiscard]] nlohmann::ordered_json multipliers_json(const Orbit& orbit);
[[nodiscard]] nlohmann::ordered_json numbers_json(const Vector& numbers);

}  // namespace rebond
