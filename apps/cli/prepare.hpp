// From a scene file to a problem that can be run, or an InputError that says at which key it cannot.
#pragma once

#include "rebond/io/scene_toml.hpp"
#include "rebond/scene/perform.hpp"

#include <string>
#include <vector>

namespace rebond::cli {

struct Prepared {
    SceneFile file;
    PreparedProblem ready;
};

Prepared prepare(const std::string& scene, const std::vector<std::string>& overrides);

}  // namespace rebond::cli
