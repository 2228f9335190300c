// From a scene file, or the scene of a result, to a problem that can be run, or an InputError that says at
// which key it cannot.
#pragma once

#include "rebond/io/scene_toml.hpp"
#include "rebond/scene/perform.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond::cli {

struct Prepared {
    SceneFile file;
    PreparedProblem ready;
};

Prepared prepare(const std::string& scene, const std::vector<std::string>& overrides);

// Refuses a run whose samples do not fit on the disk of `directory`; a warning if it may end before they are
// taken.
std::optional<std::string> require_disk(const Prepared& prepared, const std::string& directory);

}  // namespace rebond::cli
