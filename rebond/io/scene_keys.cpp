#include "rebond/io/scene_keys.hpp"

#include "rebond/core/nearest_name.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rebond {
namespace {

class Gatherer {
public:
    template <Described T>
    void gather(const std::string& table, const T& object, std::string_view type = "")
    {
        for_each_field(object,
                       [&](const auto& field, const auto& value) { add(table, field.name, value, type); });
    }

    std::vector<SceneKey> keys;

private:
    template <typename T>
    void add(const std::string& table, std::string_view name, const T& value, std::string_view type)
    {
        keys.push_back({table, name, type});
        if constexpr (Described<T>)
            gather(table.empty() ? std::string(name) : fmt::format("{}.{}", table, name), value, type);
    }

    template <typename T>
    void add(const std::string& table, std::string_view name, const std::optional<T>&, std::string_view type)
    {
        add(table, name, T{}, type);
    }

    void add(const std::string& table, std::string_view name, const Subject&, std::string_view)
    {
        keys.push_back({std::string(name), "type", ""});
        for_each_alternative<Subject>([&]<typename Alternative>(const Alternative& alternative) {
            gather(table, alternative, type_of<Alternative>.name);
        });
    }

    void add(const std::string&, std::string_view name, const Scheme&, std::string_view)
    {
        keys.push_back({"", name, ""});
        keys.push_back({std::string(name), "type", ""});
        for_each_alternative<Scheme>([&]<typename Alternative>(const Alternative& alternative) {
            gather(std::string(name), alternative, type_of<Alternative>.name);
        });
    }
};

std::string listed(const std::vector<std::string_view>& names)
{
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::vector<SceneKey> scene_keys()
{
    Gatherer gatherer;
    gatherer.gather("", Scene{});
    return std::move(gatherer.keys);
}

std::string unknown_key_text(std::string_view table, std::string_view name, std::string_view type)
{
    std::vector<std::string_view> here;         // valid in this table
    std::vector<std::string_view> other_types;  // valid in this table for these types
    std::vector<std::string> other_tables;      // valid there
    const std::vector<SceneKey> keys = scene_keys();
    for (const SceneKey& key : keys) {
        const bool same_type = key.type.empty() || type.empty() || key.type == type;
        if (key.table == table && same_type) here.push_back(key.name);
        if (key.name != name) continue;
        if (key.table == table && !same_type) other_types.push_back(key.type);
        if (key.table != table && !key.table.empty()) other_tables.push_back("[" + key.table + "]");
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
