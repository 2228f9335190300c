// What can be written in a scene, for editors, beginners and the manual. All three are made from the
// tables of scene/fields.hpp.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace rebond {

// JSON Schema, draft 2020-12. Relations between keys are beyond it.
nlohmann::json scene_schema();

// A scene of the model with every key at its default, a comment beside each, and what is optional
// commented out. Throws InputError if there is no such model.
std::string commented_scene(std::string_view model);

// A line for each model: its name and what it is.
std::string model_list();

// The manual's page on scenes, docs/guide/scene-reference.md.
std::string scene_reference_markdown();

}  // namespace rebond
