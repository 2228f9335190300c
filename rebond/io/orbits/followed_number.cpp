#include "rebond/io/orbits/followed_number.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/nearest_name.hpp"
#include "rebond/io/scene/scene_description.hpp"
#include "rebond/io/scene/scene_keys.hpp"
#include "rebond/io/scene/scene_values.hpp"
#include "rebond/io/scene/varied_scene.hpp"
#include "rebond/scene/build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace rebond {
namespace {

std::vector<std::string> parts_of(std::string_view key)
{
    std::vector<std::string> parts;
    while (true) {
        const std::size_t dot = key.find('.');
        parts.emplace_back(key.substr(0, dot));
        if (dot == std::string_view::npos) return parts;
        key.remove_prefix(dot + 1);
    }
}

bool is_index(const std::string& part)
{
    return !part.empty() &&
           std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<double> parsed_number(const std::string& text)
{
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// Numbers that the scene has, by their keys; those in lists and matrices by their indices, which a user finds
// in the scene.
std::vector<std::pair<std::string, double>> numbers_of(const Scene& scene)
{
    std::vector<std::pair<std::string, double>> numbers;
    for (const SceneValue& value : scene_values(scene))
        if (const auto number = parsed_number(value.text))
            numbers.emplace_back(value.element < 0
                                     ? value.key()
                                     : fmt::format("{}.{}.{}", value.table, value.element, value.name),
                                 *number);
    return numbers;
}

// What a key holds, by the tables of scenes; none if there is no such key.
std::optional<KeyKind> kind_at(const std::vector<KeyDescription>& keys, std::string_view model,
                               const std::vector<std::string>& names, std::size_t at)
{
    for (const KeyDescription& key : keys) {
        for (const AlternativeDescription& alternative : key.alternatives)
            if (key.kind == KeyKind::subject && alternative.type == model)
                if (const auto kind = kind_at(alternative.keys, model, names, at)) return kind;
        if (key.name != names[at]) continue;
        if (at + 1 < names.size()) {
            if (key.keys.empty() && key.alternatives.empty()) return key.kind;  // an entry of it
            if (const auto kind = kind_at(key.keys, model, names, at + 1)) return kind;
        } else if (key.kind != KeyKind::subject && key.kind != KeyKind::scheme) {
            return key.kind;
        }
    }
    return std::nullopt;
}

bool holds_numbers(KeyKind kind)
{
    switch (kind) {
        case KeyKind::number:
        case KeyKind::pair:
        case KeyKind::list:
        case KeyKind::matrix:
        case KeyKind::row:
        case KeyKind::position:
            return true;
        default:
            return false;
    }
}

// The nearest key of the scene's numbers or, without their indices, of all that scenes of the model may hold.
std::string nearest_key(const std::string& key, const std::vector<std::pair<std::string, double>>& numbers,
                        std::string_view model)
{
    std::vector<std::string_view> known{"period", "energy"};
    for (const auto& [name, value] : numbers) known.push_back(name);
    if (const std::string_view nearest = nearest_name(key, known); !nearest.empty())
        return std::string(nearest);
    std::vector<std::string> parts = parts_of(key);
    std::erase_if(parts, is_index);
    std::vector<std::string> all;
    for (const SceneKey& one : scene_keys())
        if (!one.table.empty() && is_valid(one, model))
            all.push_back(fmt::format("{}.{}", one.table, one.name));
    const std::vector<std::string_view> names(all.begin(), all.end());
    return std::string(nearest_name(fmt::format("{}", fmt::join(parts, ".")), names));
}

// Tables whose numbers say nothing about what moves.
bool is_of_a_run(const std::string& key)
{
    if (key == "run.gravity") return false;
    for (const char* table : {"initial.", "run.", "scheme.", "analysis.", "orbit."})
        if (key.starts_with(table)) return true;
    return false;
}

// The other entry of a symmetric matrix, as model.stiffness.1.0 for model.stiffness.0.1; empty if none.
std::string mirror_image(const std::string& key)
{
    const std::vector<std::string> parts = parts_of(key);
    if (parts.size() != 4 || parts[0] != "model" || parts[2] == parts[3] || !is_index(parts[2]) ||
        !is_index(parts[3]))
        return "";
    for (const char* matrix : {"mass", "damping", "stiffness"})
        if (parts[1] == matrix) return fmt::format("{}.{}.{}.{}", parts[0], parts[1], parts[3], parts[2]);
    return "";
}

std::string place_in(toml::table& document, const SceneFile& file)
{
    const toml::node* node = node_at(document, "orbit.continue");
    if (node == nullptr) return file.path;
    if (node->source().path) return *node->source().path;
    return fmt::format("{}:{}:{}", file.path, node->source().begin.line, node->source().begin.column);
}

}  // namespace

FollowedNumber followed_number(const SceneFile& file, const std::filesystem::path& directory,
                               const FollowedRange& range, const std::string& option)
{
    Diagnostics diagnostics(file.path);
    toml::table document = overridden_document(file.text, file.path, file.overrides, diagnostics);
    diagnostics.raise();
    const std::string place = option.empty() ? place_in(document, file) : option;
    const auto refuse = [&](const std::string& what) {
        throw InputError(fmt::format("{}: error: {}: {}", place, range.key, what));
    };
    if (is_of_a_run(range.key))
        refuse(
            "expected a number of model, contact or impact: this one changes how a run goes, not the orbits");

    const std::vector<std::pair<std::string, double>> numbers = numbers_of(file.scene);
    std::vector<std::string> names = parts_of(range.key);
    std::erase_if(names, is_index);
    const std::optional<KeyKind> kind =
        names.empty() ? std::nullopt : kind_at(describe_scene(), type_name(file.scene.subject), names, 0);
    const toml::node* node = node_at(document, range.key);
    if (node != nullptr && !node->is_number())
        refuse(fmt::format(
            "expected the key of a number, not {}{}", kind_of(*node),
            node->is_array() ? "; an entry is named by its indices from 0, as in model.stiffness.0.1" : ""));
    if (!kind) {
        const std::string nearest = nearest_key(range.key, numbers, type_name(file.scene.subject));
        refuse(nearest.empty()
                   ? std::string("unknown key; expected that of a number of the scene, period or energy")
                   : fmt::format("unknown key; did you mean '{}'?", nearest));
    }
    if (*kind == KeyKind::integer || *kind == KeyKind::indices)
        refuse(
            "expected a number that may change little by little, not an integer: it changes the structure of "
            "the body; a study (rebond sweep) can vary it");
    if (!holds_numbers(*kind)) refuse("expected the key of a number, not that of a word");

    FollowedNumber followed;
    if (node != nullptr) {
        followed.value = node->value<double>();
    } else {
        for (const auto& [key, value] : numbers)
            if (key == range.key) followed.value = value;
    }

    std::vector<OpenKey> keys{{range.key, place}};
    if (const std::string mirror = mirror_image(range.key); !mirror.empty()) keys.push_back({mirror, place});
    // What is wrong with a value is told at the option.
    for (const OpenKey& open : keys)
        put_value(document, open.key, toml_text(Value(range.from)), open.place, diagnostics);
    diagnostics.raise();
    // Orbits have no scheme: nobody has to choose one for each value.
    document.insert_or_assign("scheme", toml::table{{"type", "event_accurate"}});
    const std::size_t count = keys.size();
    const auto varied = std::make_shared<VariedScene>(std::move(document),
                                                      SceneSources{.directory = directory}, std::move(keys));

    followed.scene_at = [varied, count, path = file.path](double number) {
        Diagnostics found(path);
        Scene scene = varied->at(std::vector<Value>(count, number), found);
        found.raise();
        return scene;
    };
    followed.problem_at = [varied, scene_at = followed.scene_at, path = file.path](double number) {
        const Scene scene = scene_at(number);
        try {
            return build_problem_for_any_scheme(scene);
        } catch (const Unbuildable& wrong) {
            Diagnostics found(path);
            varied->report(wrong.key, wrong.expected, found);
            found.raise();
            throw;
        }
    };
    for (const double end : {range.from, range.to}) (void)followed.problem_at(end);
    return followed;
}

}  // namespace rebond
