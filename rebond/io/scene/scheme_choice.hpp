// The scheme of a scene that names none.
#pragma once

#include "rebond/scene/scene.hpp"

#include <toml++/toml.h>

namespace rebond {

// Gives the scene, read from that document, the scheme that suits it, if the document leaves the choice open.
void choose_scheme(Scene& scene, const toml::table& document);

}  // namespace rebond
