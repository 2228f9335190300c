// A number of a scene that a branch is followed in: the problem for each of its values.
//
// Any number will do that changes the motion and not the structure of the body: of model, contact and impact,
// and run.gravity. An entry of a symmetric matrix is changed with its mirror image.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/orbit/orbit_spec.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace rebond {

struct FollowedNumber {
    std::function<Scene(double)> scene_at;      // throws InputError
    std::function<Problem(double)> problem_at;  // likewise
    std::optional<double> value;                // that the scene has; none where it does not say
};

// `directory` is that of the files the scene names; `option` is where messages say that the key is,
// orbit.continue of the scene if it is empty. Throws InputError.
[[nodiscard]] FollowedNumber followed_number(const SceneFile& file, const std::filesystem::path& directory,
                                             const FollowedRange& range, const std::string& option);

}  // namespace rebond
