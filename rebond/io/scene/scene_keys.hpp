// Every key a scene can hold, whatever its model and scheme, and what to say of one that is unknown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rebond {

struct SceneKey {
    std::string table;  // dotted; empty for keys above the first table
    std::string_view name;
    std::string_view type;  // of the model or scheme it belongs to; empty if it belongs to all
};

std::vector<SceneKey> scene_keys();

// Whether a scene whose model or scheme is `type` may hold the key; any will do if `type` is empty.
bool is_valid(const SceneKey& key, std::string_view type);

// What is wrong with the key `name` of `table`, which is not among the valid `keys`: "unknown key", and
// where it would be valid in a scene of this model, the nearest valid name, or else the valid names.
std::string unknown_key_text(const std::vector<SceneKey>& keys, std::string_view table, std::string_view name,
                             std::string_view type, std::string_view model);

}  // namespace rebond
