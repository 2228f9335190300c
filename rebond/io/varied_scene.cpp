#include "rebond/io/varied_scene.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/toml_text.hpp"

#include <fmt/format.h>

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

VariedScene::VariedScene(toml::table document, SceneSources sources, std::vector<OpenKey> keys)
    : document_(std::move(document)), sources_(std::move(sources)), keys_(std::move(keys))
{
    sources_.keeps_matrices = true;
}

Scene VariedScene::at(const std::vector<Value>& values, Complaints& complaints)
{
    require(values.size() == keys_.size(), "VariedScene: not one value for each key");
    const std::size_t before = complaints.size();
    for (std::size_t i = 0; i < values.size(); ++i) put(keys_[i], values[i], complaints);
    return complaints.size() == before ? read_scene_document(document_, sources_, complaints) : Scene{};
}

void VariedScene::complain(std::string_view key, std::string_view expected, Complaints& complaints)
{
    const toml::node* node = node_at(document_, key);
    complaints.add(node != nullptr ? node->source() : toml::source_region{},
                   fmt::format("{} = {}: {}", key, node != nullptr ? shown(*node) : "default", expected));
}

void VariedScene::put(const OpenKey& key, const Value& value, Complaints& complaints)
{
    if (toml::node* node = node_at(document_, key.key)) {
        if (const auto* flag = std::get_if<bool>(&value); flag != nullptr && assign(*node, *flag)) return;
        if (const auto* whole = std::get_if<std::int64_t>(&value); whole != nullptr && assign(*node, *whole))
            return;
        if (const auto* number = std::get_if<double>(&value); number != nullptr && assign(*node, *number))
            return;
    }
    put_value(document_, key.key, toml_text(value), key.place, complaints);
}

std::string toml_text(const Value& value)
{
    struct Text {
        std::string operator()(std::monostate) const { return ""; }
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
        std::string operator()(double number) const { return toml_number(number); }
        std::string operator()(const std::string& text) const { return toml_string(text); }
        std::string operator()(const Composite& composite) const { return composite.text; }
    };
    return std::visit(Text{}, value);
}

}  // namespace rebond
