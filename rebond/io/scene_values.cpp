#include "rebond/io/scene_values.hpp"

#include "rebond/io/toml_text.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>

namespace rebond {
namespace {

class Collector {
public:
    template <Described T>
    void collect(const std::string& table, const T& object)
    {
        for_each_field(object, [&](const auto& field, const auto& value) { add(table, field.name, value); });
    }

    std::vector<SceneValue> values;

private:
    template <typename T>
    void add(const std::string& table, std::string_view name, const T& value)
    {
        if constexpr (Described<T>)
            collect(table.empty() ? std::string(name) : fmt::format("{}.{}", table, name), value);
        else if constexpr (std::is_enum_v<T>)
            values.push_back({table, name, toml_string(enumerator_name(value))});
        else
            values.push_back({table, name, value_text(value)});
    }

    template <typename T>
    void add(const std::string& table, std::string_view name, const std::optional<T>& value)
    {
        if (value) add(table, name, *value);
    }

    // The tables of the model stand at the top.
    void add(const std::string& table, std::string_view name, const Subject& subject)
    {
        values.push_back({std::string(name), "type", toml_string(type_name(subject))});
        std::visit([&](const auto& alternative) { collect(table, alternative); }, subject);
    }

    void add(const std::string&, std::string_view name, const Scheme& scheme)
    {
        values.push_back({std::string(name), "type", toml_string(type_name(scheme))});
        std::visit([&](const auto& alternative) { collect(std::string(name), alternative); }, scheme);
    }
};

}  // namespace

std::vector<SceneValue> scene_values(const Scene& scene)
{
    Collector collector;
    collector.collect("", scene);
    return std::move(collector.values);
}

std::string value_text(bool value)
{
    return value ? "true" : "false";
}
std::string value_text(Index value)
{
    return fmt::format("{}", value);
}
std::string value_text(double value)
{
    return toml_number(value);
}
std::string value_text(const std::array<double, 2>& value)
{
    return fmt::format("[{}, {}]", toml_number(value[0]), toml_number(value[1]));
}
std::string value_text(const std::string& value)
{
    return toml_string(value);
}

}  // namespace rebond
