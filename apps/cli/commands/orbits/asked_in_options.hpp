// What the options of `rebond orbit` change in what the scene asks for.
#pragma once

#include "apps/cli/commands/commands.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/orbit/orbit_spec.hpp"

#include <string>
#include <string_view>

namespace rebond::cli {

// An option counts more than the key of the scene, and than keys it cannot be beside. Throws InputError.
[[nodiscard]] OrbitSpec with_options(OrbitSpec spec, const OrbitArguments& options);

// The option that gave a key of [orbit] its value, as it was written; empty if the scene did.
[[nodiscard]] std::string option_of(std::string_view key, const OrbitArguments& options);

// Throws the InputError of a key that turned out wrong: at the option, or in the scene.
[[noreturn]] void refuse_asked(const SceneFile& file, const OrbitArguments& options, std::string_view key,
                               std::string_view expected);

}  // namespace rebond::cli
