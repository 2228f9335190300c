// From a scene to a problem: bodies, contacts and initial state in the engine's terms.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/scene/scene.hpp"

namespace rebond {

// The scene must have passed the checks of scene/fields.hpp.
[[nodiscard]] Problem build_problem(const Scene& scene);

// The model alone, for drawing results.
[[nodiscard]] std::shared_ptr<const Model> build_model(const Scene& scene);

}  // namespace rebond
