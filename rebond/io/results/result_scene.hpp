// The scene of a result, to be run again from the result alone.
//
// The effective scene names the files of large matrices. Their entries are kept in the result, unless they
// are too many.
#pragma once

#include "rebond/io/results/results_hdf5.hpp"
#include "rebond/io/scene/scene_toml.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

// The matrices that the effective scene leaves in their files; none if they have too many entries.
std::vector<KeptMatrix> matrices_to_keep(const Scene& scene);

// A warning that a result will not hold them.
std::optional<std::string> matrices_left_out(const Scene& scene);

// The file of a result that is named by itself or by its folder; nothing for other names.
std::optional<std::string> result_named(const std::string& name);

// Throws FileError if the file is no result or does not hold its matrices, InputError of the overrides.
SceneFile read_result_scene(const std::string& path, const std::vector<std::string>& overrides = {});

}  // namespace rebond
