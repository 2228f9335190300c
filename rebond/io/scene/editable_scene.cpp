#include "rebond/io/scene/editable_scene.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>

namespace rebond {
namespace {

std::string written(const SceneChange& change)
{
    return change.first + "=" + change.second;
}

std::string label_of(const SceneChange& change)
{
    return "--set " + written(change);
}

std::shared_ptr<SceneSources> sources_for(std::optional<std::filesystem::path> directory,
                                          std::map<std::string, MatrixFile> matrices)
{
    auto sources = std::make_shared<SceneSources>();
    sources->directory = std::move(directory);
    sources->kept = std::move(matrices);
    sources->keeps_matrices = true;
    return sources;
}

}  // namespace

EditableScene::EditableScene(std::string text, std::string name,
                             std::optional<std::filesystem::path> directory,
                             std::map<std::string, MatrixFile> matrices)
    : text_(std::move(text)),
      name_(std::move(name)),
      sources_(sources_for(std::move(directory), std::move(matrices)))
{
    restore();
    wrong_->raise();
}

EditableScene::EditableScene(const std::vector<SceneChange>& changes, std::string name,
                             std::optional<std::filesystem::path> directory)
    : name_(std::move(name)), sources_(sources_for(std::move(directory), {})), changes_(changes)
{
    restore();
    wrong_->raise();
}

EditableScene::EditableScene(const EditableScene& other)
    : text_(other.text_),
      name_(other.name_),
      sources_(other.sources_),
      changes_(other.changes_),
      document_(other.document_),
      scene_(other.scene_),
      wrong_(other.wrong_)
{
}

// Copies of documents forget where their values come from; read again, they know.
void EditableScene::restore()
{
    document_ = parse_document(text_, name_);
    if (is_study(document_)) throw InputError(name_ + ":1:1: error: this is a study; 'rebond sweep' runs it");
    wrong_.emplace(name_);
    for (const SceneChange& change : changes_) put(change, *wrong_);
    if (wrong_->size() == 0) read();
}

void EditableScene::read()
{
    wrong_.emplace(name_);
    scene_ = read_scene_document(document_, *sources_, *wrong_);
}

void EditableScene::put(const SceneChange& change, Diagnostics& diagnostics)
{
    // Keys of another scheme that were set go with it. What the table lacks then is not this change's fault,
    // so the table does not come from it.
    const bool is_scheme = change.first == "scheme.type";
    if (is_scheme) {
        const toml::table* scheme = document_["scheme"].as_table();
        toml::table unplaced = scheme != nullptr ? *scheme : toml::table();
        document_.insert_or_assign("scheme", std::move(unplaced));
    }
    put_value(document_, change.first, change.second, label_of(change), diagnostics);
    if (is_scheme) drop_keys_of_former_scheme(document_, sources_->keys);
}

void EditableScene::set(const SceneChange& change)
{
    Diagnostics of_key(name_);
    put(change, of_key);
    try {
        of_key.raise();
        read();
        wrong_->raise_at(label_of(change));
    } catch (const InputError&) {
        restore();
        throw;
    }
    const bool is_scheme = change.first == "scheme.type";
    std::erase_if(changes_, [&](const SceneChange& former) {
        return former.first == change.first || (is_scheme && former.first.starts_with("scheme.") &&
                                                node_at(document_, former.first) == nullptr);
    });
    changes_.push_back(change);
}

void EditableScene::erase(const std::string& key)
{
    const std::size_t dot = key.rfind('.');
    toml::node* parent = dot == std::string::npos ? &document_ : node_at(document_, key.substr(0, dot));
    toml::table* table = parent != nullptr ? parent->as_table() : nullptr;
    if (table == nullptr || table->erase(key.substr(dot + 1)) == 0) return;
    try {
        read();
        wrong_->raise();
    } catch (const InputError&) {
        restore();
        throw;
    }
    text_ = write_scene(scene_);
    changes_.clear();
}

EditableScene EditableScene::with(const std::vector<SceneChange>& changes) const
{
    EditableScene changed(*this);
    if (changes.empty()) return changed;
    changed.changes_.insert(changed.changes_.end(), changes.begin(), changes.end());
    Diagnostics of_keys(name_);
    for (const SceneChange& change : changes) changed.put(change, of_keys);
    if (of_keys.size() == 0) changed.read();
    // In the words of a document that knows where its values come from.
    if (of_keys.size() > 0 || changed.wrong_->size() > 0) {
        changed.restore();
        changed.wrong_->raise();
    }
    return changed;
}

const Scene& EditableScene::scene() const
{
    wrong_->raise();
    return scene_;
}

std::vector<std::string> EditableScene::overrides() const
{
    std::vector<std::string> texts;
    for (const SceneChange& change : changes_) texts.push_back(written(change));
    return texts;
}

}  // namespace rebond
