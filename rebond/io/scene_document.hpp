// Scenes from parsed documents, for those who read many that differ in a few values.
#pragma once

#include "rebond/io/matrix_market.hpp"
#include "rebond/io/scene_keys.hpp"
#include "rebond/io/toml_document.hpp"
#include "rebond/scene/scene.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

// What the readings of many scenes share: the keys there are, and matrices from files.
struct SceneSources {
    std::optional<std::filesystem::path> directory = {};  // of the files a scene names, if it may name any
    bool keeps_matrices = false;                          // so that each file is read once
    std::map<std::string, MatrixFile> kept = {};
    std::vector<SceneKey> keys = scene_keys();

    // Throws FileError, or InputError if the file is no matrix.
    MatrixFile matrix(const std::string& name);
};

// What is wrong with the document is added to `complaints`; if there is anything, the scene means nothing.
Scene read_scene_document(const toml::table& document, SceneSources& sources, Complaints& complaints);

}  // namespace rebond
