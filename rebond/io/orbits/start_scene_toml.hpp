// The scene that runs an orbit (scene/orbit/start_scene.hpp) as the text of start.toml.
#pragma once

#include "rebond/scene/orbit/start_scene.hpp"

#include <optional>
#include <string>

namespace rebond {

// `matrices` is the folder of the files that the scene names, `folder` that of the text; none for a body that
// is not linear.
[[nodiscard]] std::optional<std::string> start_scene_toml(const Scene& scene, const Problem& problem,
                                                          const Orbit& orbit, const std::string& matrices,
                                                          const std::string& folder);

}  // namespace rebond
