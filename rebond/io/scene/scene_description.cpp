#include "rebond/io/scene/scene_description.hpp"

#include "rebond/core/number_text.hpp"
#include "rebond/io/scene/scene_values.hpp"
#include "rebond/io/toml/toml_text.hpp"
#include "rebond/scene/fields.hpp"

namespace rebond {
namespace {

template <Described T>
std::vector<KeyDescription> describe(const T& defaults);

void describe_value(KeyDescription& key, bool)
{
    key.kind = KeyKind::boolean;
}
void describe_value(KeyDescription& key, Index)
{
    key.kind = KeyKind::integer;
}
void describe_value(KeyDescription& key, double)
{
    key.kind = KeyKind::number;
}
void describe_value(KeyDescription& key, const std::array<double, 2>&)
{
    key.kind = KeyKind::pair;
}
void describe_value(KeyDescription& key, const std::vector<double>&)
{
    key.kind = KeyKind::list;
}
void describe_value(KeyDescription& key, const std::vector<Index>&)
{
    key.kind = KeyKind::indices;
}
void describe_value(KeyDescription& key, const MatrixSpec&)
{
    key.kind = KeyKind::matrix;
}
void describe_value(KeyDescription& key, const RowSpec&)
{
    key.kind = KeyKind::row;
}
void describe_value(KeyDescription& key, const PositionSpec&)
{
    key.kind = KeyKind::position;
}
void describe_value(KeyDescription& key, const std::string&)
{
    key.kind = KeyKind::text;
}

template <typename Variant>
void describe_alternatives(KeyDescription& key, const Variant& chosen)
{
    for_each_alternative<Variant>([&]<typename Alternative>(const Alternative& alternative) {
        key.choices.push_back({type_of<Alternative>.name, type_of<Alternative>.meaning});
        AlternativeDescription& described = key.alternatives.emplace_back();
        described.type = type_of<Alternative>.name;
        described.meaning = type_of<Alternative>.meaning;
        described.is_default = type_name(chosen) == type_of<Alternative>.name;
        described.defaults = defaults_of<Alternative>;
        described.keys = describe(alternative);
    });
}

template <typename F>
std::string example_text(const F& field)
{
    const Absence& absence = field.absence;
    return absence.example_toml.empty() ? number_text(absence.example) : std::string(absence.example_toml);
}

template <typename F, typename T>
KeyDescription describe_key(const F& field, const T& value)
{
    KeyDescription key;
    key.name = field.name;
    key.unit = field.unit;
    key.range = field.range;
    key.meaning = field.meaning;
    key.required = !field.absence.allowed;
    key.is_shown = field.absence.is_shown;
    key.absent_means = field.absence.means;
    if constexpr (is_optional<T>) {
        const auto described = describe_key(field, typename T::value_type{});
        key.kind = described.kind;
        key.choices = described.choices;
        key.keys = described.keys;
        key.example_text = example_text(field);
    } else if constexpr (std::is_same_v<T, Subject>) {
        key.kind = KeyKind::subject;
        describe_alternatives(key, value);
    } else if constexpr (std::is_same_v<T, Scheme>) {
        key.kind = KeyKind::scheme;
        describe_alternatives(key, value);
    } else if constexpr (is_table_list<T>) {
        key.kind = KeyKind::tables;
        key.keys = describe(typename T::value_type{});
    } else if constexpr (Described<T>) {
        key.kind = KeyKind::table;
        key.keys = describe(value);
    } else if constexpr (std::is_enum_v<T>) {
        key.kind = KeyKind::choice;
        for (const auto& entry : names_of<T>) key.choices.push_back({entry.name, entry.meaning});
        key.default_text = toml_string(enumerator_name(value));
        key.example_text = key.default_text;
    } else {
        describe_value(key, value);
        if (!key.required) key.default_text = value_text(value);
        const bool has_example =
            key.required || field.absence.example != 0.0 || !field.absence.example_toml.empty();
        key.example_text = has_example ? example_text(field) : key.default_text;
        if constexpr (std::is_same_v<T, double>)
            if (key.required && value > 0.0) key.example_text = value_text(value);
    }
    return key;
}

template <Described T>
std::vector<KeyDescription> describe(const T& defaults)
{
    std::vector<KeyDescription> keys;
    for_each_field(defaults,
                   [&](const auto& field, const auto& value) { keys.push_back(describe_key(field, value)); });
    return keys;
}

template <typename Owner>
std::vector<RelationDescription> relations_of()
{
    std::vector<RelationDescription> relations;
    for (const auto& check : checks_of<Owner>)
        relations.push_back({check.key, check.expected, check.other, check.reason});
    return relations;
}

}  // namespace

std::vector<KeyDescription> describe_scene(const Scene& defaults)
{
    return describe(defaults);
}

std::vector<RelationDescription> describe_relations()
{
    std::vector<RelationDescription> relations = relations_of<Scene>();
    for (const RelationDescription& relation : relations_of<OrbitSpec>()) relations.push_back(relation);
    return relations;
}

std::vector<RelationDescription> describe_relations(std::string_view model)
{
    std::vector<RelationDescription> relations;
    for_each_alternative<Subject>([&]<typename Alternative>(const Alternative&) {
        if (type_of<Alternative>.name == model) relations = relations_of<Alternative>();
    });
    return relations;
}

}  // namespace rebond
