// Scenes from parsed documents, for those who read many that differ in a few values.
#pragma once

#include "rebond/io/files/matrix_market.hpp"
#include "rebond/io/scene/scene_keys.hpp"
#include "rebond/io/toml/toml_document.hpp"
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

// Whether a document is a study rather than a scene, as far as its keys tell.
bool is_study(const toml::table& document);

// The document of a scene with its overrides, "KEY=VALUE". Throws InputError if it is no TOML, or a study.
toml::table overridden_document(std::string_view text, std::string_view name,
                                const std::vector<std::string>& overrides, Diagnostics& diagnostics);

// What is wrong with the document is added to `diagnostics`; if there is anything, the scene means nothing.
Scene read_scene_document(const toml::table& document, SceneSources& sources, Diagnostics& diagnostics);

// A scheme put in the place of the document's own (put_value) makes the keys that only that one knows
// meaningless, and a step of 0, which is no step: they go, unless they were put there, too.
void drop_keys_of_former_scheme(toml::table& document, const std::vector<SceneKey>& keys);

// Adds the diagnostic of a document whose `key` turned out wrong only when it was put to use. The key is that
// of an Unbuildable; `expected` says what would do, `by_default` what a key that is not there has, if known.
void report_on(const toml::table& document, std::string_view key, std::string_view expected,
               Diagnostics& diagnostics, std::string_view by_default = "");

// " in contact 2", for the element `index` of [[contact]].
std::string element_text(std::string_view list, std::size_t index);

}  // namespace rebond
