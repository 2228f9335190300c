// Scenes of systems whose orbits are known.
#pragma once

#include <string>

namespace rebond {

inline const std::string orbit_scenes = std::string(REBOND_SOURCE_DIR) + "/tests/scenes/orbits/";
inline const std::string example_scenes = std::string(REBOND_SOURCE_DIR) + "/examples/";

}  // namespace rebond
