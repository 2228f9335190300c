// Studies as TOML text: a base scene, the axes its keys vary along, and what to do with the rows.
//
// As with scenes, every error is reported at once, one per line, as
// "file:line:column: error: key = value: what was expected", with the nearest name for a misspelt one. An
// axis is tried on the base before anything runs: a study of which no case can be run is refused.
#pragma once

#include "rebond/studies/study.hpp"
#include "rebond/studies/workers/worker_pool.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

class VariedScene;

struct StudyFile {
    Study study = {};
    std::string path = {};  // as the user named it
    std::string text = {};
    std::vector<std::string> overrides = {};       // "KEY=VALUE", of the base scene
    std::string base_text = {};                    // of the base scene; empty if the study holds it
    std::shared_ptr<const VariedScene> base = {};  // to be copied by those who fill it in
    std::string effective_base = {};               // a case that can be run, with all defaults
    std::vector<std::string> columns = {};         // of the summary
    std::uint64_t grid_cases = 0;
    std::uint64_t fingerprint = 0;  // of what decides the rows
    bool has_every_file = true;     // that it names, when it was read
    std::string bisection_text = {};
};

// Whether the file is a study rather than a scene, as far as its keys tell. Throws as read_study_file.
bool is_study_file(const std::string& path);

// With the base scene overridden (io/scene/scene_toml.hpp) at keys that the study does not vary. Throws
// InputError, or FileError if a file cannot be read.
StudyFile read_study_file(const std::string& path, const std::vector<std::string>& overrides = {});

// `name` stands for it in messages. Files it names are looked for in `directory`; without one it may name
// none. Throws InputError.
StudyFile parse_study(const std::string& text, const std::string& name,
                      const std::optional<std::filesystem::path>& directory = std::nullopt);

// What a study's text says by itself: nothing is tried on the base, which is not read. `name` stands for it
// in messages. Throws InputError.
Study read_study_outline(const std::string& text, const std::string& name);

}  // namespace rebond
