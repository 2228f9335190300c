#include "rebond/scene/key_unit.hpp"

#include "rebond/scene/fields.hpp"

namespace rebond {
namespace {

template <Described T>
std::string_view unit_in(const T& table, std::string_view key);

// What is left of `key` within a value, whose own unit is `unit`.
struct UnitWithin {
    std::string_view key;
    std::string_view unit;

    std::string_view operator()(const auto&) const { return key.empty() && unit != "-" ? unit : ""; }
    template <Described T>
    std::string_view operator()(const T& table) const
    {
        return unit_in(table, key);
    }
    template <Described T>
    std::string_view operator()(const std::vector<T>&) const
    {
        return unit_in(T{}, key);
    }
    template <Described T>
    std::string_view operator()(const std::optional<T>&) const
    {
        return unit_in(T{}, key);
    }
    std::string_view operator()(const Scheme&) const { return first_of<Scheme>(); }

    // The first alternative that has it.
    template <typename Variant>
    std::string_view first_of() const
    {
        std::string_view found;
        for_each_alternative<Variant>([&](const auto& alternative) {
            if (found.empty()) found = unit_in(alternative, key);
        });
        return found;
    }
};

template <Described T>
std::string_view unit_in(const T& table, std::string_view key)
{
    const std::string_view name = key.substr(0, key.find('.'));
    const std::string_view rest = key.substr(std::min(key.size(), name.size() + 1));
    std::string_view found;
    for_each_field(table, [&](const auto& field, const auto& value) {
        if (field.name == name && found.empty()) found = UnitWithin{rest, field.unit}(value);
    });
    return found;
}

}  // namespace

std::string_view unit_of_key(std::string_view key)
{
    const Scene scene;
    const std::string_view found = unit_in(scene, key);
    // A model's tables are named at the top.
    return found.empty() ? UnitWithin{key, ""}.first_of<Subject>() : found;
}

}  // namespace rebond
