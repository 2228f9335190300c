// A scene whose values at some keys are filled in case by case. It is parsed once and its matrix files are
// read once; a case costs no more than reading the values that are there.
#pragma once

#include "rebond/io/scene/scene_document.hpp"
#include "rebond/studies/design/value.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

// A key that is filled in, and where messages say that it is: "study.toml:4:1".
struct OpenKey {
    std::string key;  // dotted
    std::string place;
};

// run.duration, as so many periods of the scene's first load.
struct LinkedDuration {
    double periods = 0.0;
    std::string place;  // where messages say that it is
};

class VariedScene {
public:
    VariedScene(toml::table document, SceneSources sources, std::vector<OpenKey> keys,
                std::optional<LinkedDuration> duration = std::nullopt);

    // With one value for each key. What is wrong is added to `diagnostics`.
    Scene at(const std::vector<Value>& values, Diagnostics& diagnostics);

    // The document with one value for each key, and with the keys of its scheme whatever scheme that makes.
    toml::table filled(const std::vector<Value>& values) const;

    // Of the files it names, if it may name any.
    const std::optional<std::filesystem::path>& directory() const { return sources_.directory; }

    // Adds the diagnostic that `key` turned out wrong when the scene last read was put to use.
    void report(std::string_view key, std::string_view expected, Diagnostics& diagnostics) const;

private:
    void put(const OpenKey& key, const Value& value, Diagnostics& diagnostics);
    Scene with_linked_duration(Diagnostics& diagnostics);

    toml::table document_;
    SceneSources sources_;
    std::vector<OpenKey> keys_;
    std::optional<LinkedDuration> duration_;
    bool changes_scheme_ = false;  // from case to case, and with it the keys a scheme has
    toml::table scheme_;           // as the base has it
};

// As TOML writes it.
std::string toml_text(const Value& value);

}  // namespace rebond
