// A scene that runs an orbit: from just after its first event, over one period.
#pragma once

#include "rebond/orbits/orbit.hpp"
#include "rebond/scene/scene.hpp"

#include <optional>

namespace rebond {

// By event_modal where it serves the problem. A linear body that is no linear scene, such as a chain, is
// written by its matrices; none for others.
[[nodiscard]] std::optional<Scene> start_scene(const Scene& scene, const Problem& problem,
                                               const Orbit& orbit);

}  // namespace rebond
