// From a scene file, or the scene of a result, to a problem that can be run, or an InputError that says at
// which key it cannot.
#pragma once

#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/run_scene.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond::cli {

struct Prepared {
    SceneFile file;
    PreparedProblem ready;
};

Prepared prepare(const std::string& scene, const std::vector<std::string>& overrides);
Prepared prepare(SceneFile file);

// Not so standard input, or what another program writes.
bool can_be_read_again(const std::string& scene);

// The same by another scheme, with the step given or, without one, the scene's. A scheme that chooses its
// step is not limited by the one the scene gives another scheme, only by one the user asks for. Overrides of
// keys that only other schemes have are left out.
Prepared prepare_by(const std::string& scheme, std::optional<double> step, const std::string& scene,
                    const std::vector<std::string>& overrides);

// Whether KEY=VALUE is of a key that some scheme has, and none of these.
bool belongs_to_others(std::string_view assignment, const std::vector<std::string>& schemes);

// Refuses a run whose samples do not fit on the disk of `directory`: an InputError of their spacing, or a
// FileError where few do not fit either. A warning if the run may end before they are taken.
std::optional<std::string> require_disk(const Prepared& prepared, const std::string& directory);

}  // namespace rebond::cli
