#include "rebond/io/scene/scene_description.hpp"
#include "rebond/io/scene/scene_reference.hpp"
#include "rebond/scene/position_spec.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>

namespace rebond {
namespace {

using Schema = nlohmann::json;

Schema bound(const KeyDescription& key, double value)
{
    if (key.kind == KeyKind::integer) return static_cast<std::int64_t>(value);
    return value;
}

void add_range(Schema& schema, const KeyDescription& key)
{
    const auto& [low, high, low_open, high_open] = key.range;
    if (low > -Range::infinity) schema[low_open ? "exclusiveMinimum" : "minimum"] = bound(key, low);
    if (high < Range::infinity) schema[high_open ? "exclusiveMaximum" : "maximum"] = bound(key, high);
}

std::string description(const KeyDescription& key)
{
    std::string text(key.meaning);
    if (!key.unit.empty() && key.unit != "-") text += fmt::format(" [{}]", key.unit);
    if (!key.absent_means.empty()) text += fmt::format("; absent: {}", key.absent_means);
    for (const Choice& choice : key.choices) text += fmt::format("; {}: {}", choice.name, choice.meaning);
    return text;
}

Schema table_schema(const std::vector<KeyDescription>& keys);

Schema numbers()
{
    return {{"type", "array"}, {"items", {{"type", "number"}}}};
}

// Nested arrays, or a Matrix Market file.
Schema matrix_forms()
{
    const Schema rows = {{"type", "array"}, {"items", numbers()}};
    const Schema file = {{"type", "object"},
                         {"additionalProperties", false},
                         {"properties", {{"file", {{"type", "string"}}}}},
                         {"required", {"file"}}};
    return {rows, file};
}

// A number for each coordinate, or those of some of them.
Schema row_forms()
{
    const Schema some = {{"type", "object"},
                         {"additionalProperties", false},
                         {"patternProperties", {{"^(0|[1-9][0-9]*)$", {{"type", "number"}}}}}};
    return {numbers(), some};
}

Schema position_forms()
{
    return {numbers(), Schema{{"const", PositionSpec::static_word}}};
}

Schema key_schema(const KeyDescription& key)
{
    Schema schema = {{"description", description(key)}};
    switch (key.kind) {
        case KeyKind::boolean:
            schema["type"] = "boolean";
            break;
        case KeyKind::integer:
            schema["type"] = "integer";
            break;
        case KeyKind::number:
            schema["type"] = "number";
            break;
        case KeyKind::pair:
            schema["type"] = "array";
            schema["items"] = {{"type", "number"}};
            add_range(schema["items"], key);
            schema["minItems"] = schema["maxItems"] = 2;
            break;
        case KeyKind::list:
        case KeyKind::indices:
            schema["type"] = "array";
            schema["items"] = {{"type", key.kind == KeyKind::list ? "number" : "integer"}};
            add_range(schema["items"], key);
            break;
        case KeyKind::matrix:
            schema["oneOf"] = matrix_forms();
            break;
        case KeyKind::row:
            schema["oneOf"] = row_forms();
            break;
        case KeyKind::position:
            schema["oneOf"] = position_forms();
            break;
        case KeyKind::text:
            schema["type"] = "string";
            break;
        case KeyKind::choice:
            schema["type"] = "string";
            schema["enum"] = Schema::array();
            for (const Choice& choice : key.choices) schema["enum"].push_back(choice.name);
            break;
        case KeyKind::table:
            schema.update(table_schema(key.keys));
            break;
        case KeyKind::tables:
            schema["type"] = "array";
            schema["items"] = table_schema(key.keys);
            break;
        case KeyKind::subject:
        case KeyKind::scheme:
            break;
    }
    if (key.kind == KeyKind::integer || key.kind == KeyKind::number) add_range(schema, key);
    // TOML and JSON write these values alike.
    if (!key.default_text.empty()) schema["default"] = Schema::parse(key.default_text);
    return schema;
}

Schema table_schema(const std::vector<KeyDescription>& keys)
{
    Schema schema = {{"type", "object"}, {"additionalProperties", false}, {"properties", Schema::object()}};
    for (const KeyDescription& key : keys) {
        schema["properties"][std::string(key.name)] = key_schema(key);
        bool needed = key.required;
        for (const KeyDescription& inner : key.keys)
            needed = needed || (key.kind == KeyKind::table && key.absent_means.empty() && inner.required);
        if (needed) schema["required"].push_back(key.name);
    }
    return schema;
}

void add_type(Schema& table, std::string_view type, std::string_view meaning, bool required)
{
    table["properties"]["type"] = {{"const", type}, {"description", meaning}};
    if (required) table["required"].push_back("type");
}

// One schema per model, of the tables it shares with no other.
Schema subject_schema(const AlternativeDescription& model, std::string_view typed_table)
{
    Schema tables = table_schema(model.keys);
    tables.erase("additionalProperties");
    add_type(tables["properties"][std::string(typed_table)], model.type, model.meaning, true);
    tables["title"] = model.type;
    tables["description"] = model.meaning;
    return tables;
}

Schema scheme_schema(const KeyDescription& scheme)
{
    Schema schema = {{"description", scheme.meaning}, {"oneOf", Schema::array()}};
    for (const AlternativeDescription& alternative : scheme.alternatives) {
        Schema table = table_schema(alternative.keys);
        add_type(table, alternative.type, alternative.meaning, !alternative.is_default);
        table["title"] = alternative.type;
        schema["oneOf"].push_back(std::move(table));
    }
    return schema;
}

}  // namespace

Schema scene_schema()
{
    const std::vector<KeyDescription> keys = describe_scene();
    Schema schema = table_schema(keys);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    schema["title"] = "rebond scene";
    for (const KeyDescription& key : keys) {
        if (key.kind == KeyKind::scheme) schema["properties"][std::string(key.name)] = scheme_schema(key);
        if (key.kind != KeyKind::subject) continue;
        schema["oneOf"] = Schema::array();
        for (const AlternativeDescription& model : key.alternatives) {
            for (const KeyDescription& table : model.keys)
                schema["properties"][std::string(table.name)] = true;
            schema["oneOf"].push_back(subject_schema(model, key.name));
        }
    }
    return schema;
}

}  // namespace rebond
