#include "rebond/io/scene/scene_keys.hpp"

#include "rebond/core/nearest_name.hpp"
#include "rebond/io/scene/scene_description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rebond {
namespace {

// Adds the keys of `table` and of the tables in it.
void gather(const std::string& table, std::string_view type, const std::vector<KeyDescription>& described,
            std::vector<SceneKey>& keys)
{
    for (const KeyDescription& key : described) {
        const std::string inner =
            table.empty() ? std::string(key.name) : fmt::format("{}.{}", table, key.name);
        // A model's own tables name its place at the top.
        if (key.kind != KeyKind::subject) keys.push_back({table, key.name, type});
        if (!key.alternatives.empty()) keys.push_back({inner, "type", ""});
        for (const AlternativeDescription& alternative : key.alternatives)
            gather(key.kind == KeyKind::subject ? table : inner, alternative.type, alternative.keys, keys);
        gather(inner, type, key.keys, keys);
    }
}

std::string listed(const std::vector<std::string_view>& names)
{
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::vector<SceneKey> scene_keys()
{
    std::vector<SceneKey> keys;
    gather("", "", describe_scene(), keys);
    return keys;
}

bool is_valid(const SceneKey& key, std::string_view type)
{
    return key.type.empty() || type.empty() || key.type == type;
}

std::string unknown_key_text(const std::vector<SceneKey>& keys, std::string_view table, std::string_view name,
                             std::string_view type, std::string_view model)
{
    std::vector<std::string_view> here;         // valid in this table
    std::vector<std::string_view> other_types;  // valid in this table for these types
    std::vector<std::string> other_tables;      // valid there
    const auto may_be_here = [&](const SceneKey& key) {
        return key.table == "scheme" || is_valid(key, model);
    };
    for (const SceneKey& key : keys) {
        if (key.table == table && is_valid(key, type) &&
            std::find(here.begin(), here.end(), key.name) == here.end())
            here.push_back(key.name);
        if (key.name != name) continue;
        if (key.table == table && !is_valid(key, type)) other_types.push_back(key.type);
        if (key.table != table && !key.table.empty() && may_be_here(key))
            other_tables.push_back("[" + key.table + "]");
    }
    other_tables.erase(std::unique(other_tables.begin(), other_tables.end()), other_tables.end());

    if (!other_types.empty())
        return fmt::format("it belongs to type {}, this one is {}", listed(other_types), type);
    const std::string_view nearest = nearest_name(name, here);
    if (!nearest.empty()) return fmt::format("unknown key; did you mean '{}'?", nearest);
    if (!other_tables.empty() && name != "type")
        return fmt::format("unknown key; it belongs in {}", fmt::join(other_tables, " or "));
    return fmt::format("unknown key; expected one of {}", listed(here));
}

}  // namespace rebond
