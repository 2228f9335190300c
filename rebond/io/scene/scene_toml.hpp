// Scenes as TOML text: the only place where text becomes a Scene.
//
// Keys, ranges and defaults come from scene/fields.hpp. Every error of a scene is reported at once,
// one per line, as "file:line:column: error: key = value: what was expected"; those of an override
// read "--set KEY=VALUE: error: …".
//
// An override is "KEY=VALUE" with a dotted key and a TOML value, or plain text for a string:
// model.segments=20, model.springs=spiral, contact.0.restitution=0.5. Of two overrides of one key the last
// counts. One of scheme.type lets go of keys of the file that only the scheme named there knows.
#pragma once

#include "rebond/io/files/matrix_market.hpp"
#include "rebond/scene/scene.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

struct SceneFile {
    Scene scene;
    std::string text;                    // as it stands in the file, without overrides
    std::string path;                    // as the user named it, or <stdin>
    std::vector<std::string> overrides;  // "KEY=VALUE"
};

// The path "-" is standard input. Throws FileError if `path` cannot be read, InputError if it is no scene or
// above 16 MB.
SceneFile read_scene_file(const std::string& path, const std::vector<std::string>& overrides = {});

// Throws the InputError of a scene whose `key` turned out wrong only when it was put to use: located like
// those found on reading, and ending in `expected`, which says what would do. An element of a list is named
// by its index, as in contact[1].normal.
[[noreturn]] void refuse(const SceneFile& file, std::string_view key, std::string_view expected);

// Whether the file or one of its overrides gives the dotted key a value.
bool gives(const SceneFile& file, std::string_view key);

Scene read_scene(const std::string& path, const std::vector<std::string>& overrides = {});

// `name` stands for the file in messages. Throws InputError.
// Files it names are looked for in `directory` (without one, a scene may name none),
// or are among the `matrices` by their names.
Scene parse_scene(std::string_view text, std::string_view name,
                  const std::vector<std::string>& overrides = {},
                  const std::optional<std::filesystem::path>& directory = std::nullopt,
                  const std::map<std::string, MatrixFile>& matrices = {});

// The effective values, defaults included, as a scene that reads back to the same bits; as the table `inside`
// of another document, if that is named.
std::string write_scene(const Scene& scene, std::string_view inside = "");

}  // namespace rebond
