// A scene that is changed key by key, as a program does it rather than a file.
//
// A change is what an override is on the command line (io/scene/scene_toml.hpp), and what is wrong with it is
// said in the same words, at once. What it makes wrong elsewhere, as a scheme whose step is still missing, is
// said when the scene is put to use: until then more changes may come.
#pragma once

#include "rebond/io/scene/scene_document.hpp"
#include "rebond/io/scene/scene_toml.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rebond {

// A dotted key and a TOML value.
using SceneChange = std::pair<std::string, std::string>;

class EditableScene {
public:
    // A scene file's text; `name` stands for it in messages. Files it names are looked for in `directory`
    // or are among the `matrices`. Throws InputError.
    EditableScene(std::string text, std::string name, std::optional<std::filesystem::path> directory,
                  std::map<std::string, MatrixFile> matrices = {});

    // Nothing but the changes, in the scene called `name`. Throws InputError.
    EditableScene(const std::vector<SceneChange>& changes, std::string name,
                  std::optional<std::filesystem::path> directory);

    EditableScene(const EditableScene& other);
    EditableScene& operator=(const EditableScene&) = delete;

    // Throws the InputError of this change alone, and the scene stays as it was.
    void set(const SceneChange& change);

    // Leaves a key out that may be absent.
    void erase(const std::string& key);

    // A copy with the changes. Throws InputError of everything that is wrong with it.
    EditableScene with(const std::vector<SceneChange>& changes) const;

    // As far as it could be read.
    const Scene& as_read() const { return scene_; }

    // Throws InputError of everything that is wrong.
    const Scene& scene() const;

    // Of the files it names, if it may name any.
    const std::optional<std::filesystem::path>& directory() const { return sources_->directory; }

    // As if it came from the command line.
    SceneFile file() const { return {scene(), text_, name_, overrides()}; }

private:
    std::vector<std::string> overrides() const;
    void put(const SceneChange& change, Diagnostics& diagnostics);
    void read();
    void restore();

    std::string text_;
    std::string name_;
    std::shared_ptr<SceneSources> sources_;  // shared by copies
    std::vector<SceneChange> changes_;       // of the text, in their order
    toml::table document_;                   // the text with the changes
    Scene scene_;
    std::optional<Diagnostics> wrong_;  // with the scene as a whole
};

}  // namespace rebond
