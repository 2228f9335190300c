#include "rebond/io/scene/varied_scene.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/number_text.hpp"
#include "rebond/io/toml/table_reader.hpp"
#include "rebond/io/toml/toml_text.hpp"
#include "rebond/scene/load_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace rebond {
namespace {

// Whether the node holds a value of the same kind, which then takes the new one and keeps its place.
template <typename T>
bool assign(toml::node& node, const T& value)
{
    toml::value<T>* held = node.as<T>();
    if (held == nullptr) return false;
    held->get() = value;
    return true;
}

}  // namespace

VariedScene::VariedScene(toml::table document, SceneSources sources, std::vector<OpenKey> keys,
                         std::optional<LinkedDuration> duration)
    : document_(std::move(document)),
      sources_(std::move(sources)),
      keys_(std::move(keys)),
      duration_(std::move(duration))
{
    sources_.keeps_matrices = true;
    changes_scheme_ =
        std::any_of(keys_.begin(), keys_.end(), [](const OpenKey& key) { return key.key == "scheme.type"; });
    if (const toml::table* scheme = document_["scheme"].as_table(); scheme != nullptr && changes_scheme_)
        scheme_ = *scheme;
}

Scene VariedScene::at(const std::vector<Value>& values, Diagnostics& diagnostics)
{
    require(values.size() == keys_.size(), "VariedScene: not one value for each key");
    const std::size_t before = diagnostics.size();
    if (changes_scheme_) document_.insert_or_assign("scheme", scheme_);
    for (std::size_t i = 0; i < values.size(); ++i) put(keys_[i], values[i], diagnostics);
    if (changes_scheme_) drop_keys_of_former_scheme(document_, sources_.keys);
    if (diagnostics.size() > before) return Scene{};
    return duration_ ? with_linked_duration(diagnostics)
                     : read_scene_document(document_, sources_, diagnostics);
}

// The period is that of the scene with some duration; with its own the scene is then judged.
Scene VariedScene::with_linked_duration(Diagnostics& diagnostics)
{
    const std::size_t before = diagnostics.size();
    const OpenKey key{"run.duration", duration_->place};
    const toml::node* spacing = node_at(document_, "run.sample_every");
    put(key, spacing != nullptr ? finite_number(*spacing).value_or(1.0) : 1.0, diagnostics);
    Scene scene = read_scene_document(document_, sources_, diagnostics);
    if (diagnostics.size() > before) return scene;
    const std::optional<FirstLoad> load = first_load(scene);
    if (!load) {
        toml::source_region place;
        place.path = std::make_shared<const std::string>(duration_->place);
        diagnostics.add(place,
                        "link.\"run.duration\": expected a scene with a load that has a frequency > 0, whose "
                        "periods make the duration");
        return scene;
    }
    put(key, duration_->periods / load->frequency_hz, diagnostics);
    return read_scene_document(document_, sources_, diagnostics);
}

toml::table VariedScene::filled(const std::vector<Value>& values) const
{
    require(values.size() == keys_.size(), "VariedScene: not one value for each key");
    toml::table document = document_;
    if (changes_scheme_) document.insert_or_assign("scheme", scheme_);
    Diagnostics ignored("");
    for (std::size_t i = 0; i < values.size(); ++i)
        put_value(document, keys_[i].key, toml_text(values[i]), keys_[i].place, ignored);
    return document;
}

void VariedScene::report(std::string_view key, std::string_view expected, Diagnostics& diagnostics) const
{
    report_on(document_, key, expected, diagnostics);
}

void VariedScene::put(const OpenKey& key, const Value& value, Diagnostics& diagnostics)
{
    const bool keeps_place = !changes_scheme_ || !key.key.starts_with("scheme.");
    if (toml::node* node = node_at(document_, key.key); node != nullptr && keeps_place) {
        if (const auto* flag = std::get_if<bool>(&value); flag != nullptr && assign(*node, *flag)) return;
        if (const auto* whole = std::get_if<std::int64_t>(&value); whole != nullptr && assign(*node, *whole))
            return;
        if (const auto* number = std::get_if<double>(&value); number != nullptr && assign(*node, *number))
            return;
    }
    put_value(document_, key.key, toml_text(value), key.place, diagnostics);
}

std::string toml_text(const Value& value)
{
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? toml_string(*text) : shown_value(value);
}

}  // namespace rebond
