#include "rebond/io/scene/scene_reference.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/nearest_name.hpp"
#include "rebond/drawing/capitalised.hpp"
#include "rebond/io/scene/scene_description.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/io/scene/scene_values.hpp"
#include "rebond/io/toml/toml_text.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rebond {
namespace {

constexpr std::size_t comment_column = 32;

// "spiral" or "paired", each in quotes.
std::string choices_text(const std::vector<Choice>& choices)
{
    std::vector<std::string> quoted;
    for (const Choice& choice : choices) quoted.push_back(toml_string(choice.name));
    return fmt::format("{}", fmt::join(quoted, " or "));
}

std::string range_words(const KeyDescription& key)
{
    return key.kind == KeyKind::choice ? choices_text(key.choices) : range_text(key.range);
}

// The comment beside a key: "[m] > 0: length of the bar".
std::string comment(const KeyDescription& key)
{
    std::string text;
    if (!key.unit.empty() && key.unit != "-") text += fmt::format("[{}] ", key.unit);
    if (const std::string range = range_words(key); !range.empty()) text += range + ": ";
    text += key.meaning;
    if (!key.absent_means.empty()) text += fmt::format(" (absent: {})", key.absent_means);
    return text;
}

std::string commented_line(std::string_view line, std::string_view comment)
{
    return fmt::format("{:<{}} # {}\n", line, comment_column, comment);
}

bool is_table(const KeyDescription& key)
{
    return key.kind == KeyKind::table || key.kind == KeyKind::tables;
}

// One line per key; with `prefix` "# " they are all commented out.
std::string key_lines(const std::vector<KeyDescription>& keys, std::string_view prefix)
{
    std::string text;
    for (const KeyDescription& key : keys) {
        if (is_table(key)) continue;
        const bool absent = prefix.empty() && !key.required && key.default_text.empty() && !key.is_shown;
        text += commented_line(fmt::format("{}{} = {}", absent ? "# " : prefix, key.name, key.example_text),
                               comment(key));
    }
    return text;
}

// [path], or [[path]] for one table of a list.
std::string heading(const std::string& path, const KeyDescription& table)
{
    return table.kind == KeyKind::tables ? "[[" + path + "]]" : "[" + path + "]";
}

// [path] and what stands in it; tables that may be absent are commented out.
std::string table_lines(const std::string& path, const KeyDescription& table, std::string_view type_line)
{
    const std::string prefix = table.absent_means.empty() || table.is_shown ? "" : "# ";
    std::string text = "\n" + commented_line(prefix + heading(path, table), comment(table));
    text += type_line;
    text += key_lines(table.keys, prefix);
    for (const KeyDescription& key : table.keys)
        if (is_table(key)) text += table_lines(fmt::format("{}.{}", path, key.name), key, "");
    return text;
}

std::string type_line(std::string_view prefix, std::string_view type, std::string_view comment)
{
    return commented_line(fmt::format("{}type = {}", prefix, toml_string(type)), comment);
}

// The chosen scheme, and the others that suit the model commented out. So is the chosen one where a scene
// without a scheme gets the one that suits it. Steps are `example_step` [s], where it is not zero.
std::string scheme_lines(const KeyDescription& scheme, const std::vector<std::string_view>& suitable,
                         bool is_left_open, double example_step)
{
    const auto with_step = [&](std::vector<KeyDescription> keys) {
        for (KeyDescription& key : keys)
            if (key.name == "step" && key.required && example_step > 0.0)
                key.example_text = value_text(example_step);
        return keys;
    };
    const std::string meaning =
        fmt::format("{}{}", scheme.meaning, is_left_open ? "; without a type, by the scheme that suits" : "");
    std::string text = "\n" + commented_line(fmt::format("[{}]", scheme.name), meaning);
    for (const bool chosen : {true, false})
        for (const AlternativeDescription& alternative : scheme.alternatives) {
            if (alternative.is_default != chosen) continue;
            if (std::find(suitable.begin(), suitable.end(), alternative.type) == suitable.end()) continue;
            const std::string_view prefix = chosen && !is_left_open ? "" : "# ";
            if (!chosen) text += "#\n";
            text += type_line(prefix, alternative.type, alternative.meaning);
            text += key_lines(with_step(alternative.keys), prefix);
        }
    return text;
}

std::string_view kind_name(KeyKind kind)
{
    switch (kind) {
        case KeyKind::boolean:
            return "boolean";
        case KeyKind::integer:
            return "integer";
        case KeyKind::number:
            return "number";
        case KeyKind::pair:
            return "[number, number]";
        case KeyKind::list:
            return "[number, …]";
        case KeyKind::indices:
            return "[integer, …]";
        case KeyKind::matrix:
            return "[[number, …], …] or { file = \"….mtx\" }";
        case KeyKind::row:
            return "[number, …] or { coordinate = number, … }";
        case KeyKind::position:
            return "[number, …] or \"static\"";
        case KeyKind::text:
        case KeyKind::choice:
            return "string";
        case KeyKind::tables:
            return "tables";
        case KeyKind::table:
        case KeyKind::subject:
        case KeyKind::scheme:
            return "table";
    }
    return "";
}

std::string default_words(const KeyDescription& key)
{
    if (key.required) return "required";
    if (!key.default_text.empty()) return fmt::format("`{}`", key.default_text);
    return std::string(key.absent_means);
}

std::string markdown_table(const std::vector<KeyDescription>& keys, std::string_view type_row = "")
{
    std::string text =
        "| key | type | unit | range | default | meaning |\n| --- | --- | --- | --- | --- | --- |\n";
    text += type_row;
    for (const KeyDescription& key : keys) {
        if (key.kind == KeyKind::subject || key.kind == KeyKind::scheme) continue;
        std::string range = key.kind == KeyKind::choice ? "" : range_text(key.range);
        std::string meaning(key.meaning);
        for (const Choice& choice : key.choices) {
            range += fmt::format("{}`\"{}\"`", range.empty() ? "" : ", ", choice.name);
            meaning += fmt::format("{} `\"{}\"` {}", &choice == key.choices.data() ? ":" : ";", choice.name,
                                   choice.meaning);
        }
        text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", key.name, kind_name(key.kind), key.unit,
                            range, default_words(key), meaning);
    }
    return text;
}

std::string markdown_section(const std::string& path, const KeyDescription& table, std::string_view level,
                             std::string_view type_row = "")
{
    std::string text = fmt::format("\n{} `{}`: {}\n\n", level, heading(path, table), table.meaning);
    if (!table.absent_means.empty()) text += fmt::format("Optional. Without it: {}.\n\n", table.absent_means);
    text += markdown_table(table.keys, type_row);
    for (const KeyDescription& key : table.keys)
        if (is_table(key)) text += markdown_section(fmt::format("{}.{}", path, key.name), key, level);
    return text;
}

std::string markdown_relations(const std::vector<RelationDescription>& relations)
{
    std::string text;
    for (const RelationDescription& relation : relations) {
        text += fmt::format("- `{}` is {}", relation.key, relation.expected);
        if (!relation.other.empty()) text += fmt::format(" `{}`", relation.other);
        if (!relation.reason.empty()) text += fmt::format(": {}", relation.reason);
        text += ".\n";
    }
    return text;
}

std::string markdown_type_row(std::string_view type, std::string_view absence, std::string_view meaning)
{
    return fmt::format("| `type` | string |  | `\"{}\"` | {} | {} |\n", type, absence, meaning);
}

std::string markdown_subjects(const KeyDescription& subject)
{
    std::string text;
    for (const AlternativeDescription& model : subject.alternatives) {
        text += fmt::format(
            "\n## Model `{}`\n\n{}. If not given, `run.gravity` is {} m/s², `impact.restitution` {} and "
            "`scheme.type` \"{}\".\n",
            model.type, capitalised(model.meaning), model.defaults.gravity, model.defaults.restitution,
            model.defaults.scheme);
        for (const KeyDescription& table : model.keys)
            text += markdown_section(
                std::string(table.name), table, "###",
                table.name == subject.name ? markdown_type_row(model.type, "required", "this model") : "");
        const std::string relations = markdown_relations(describe_relations(model.type));
        if (!relations.empty()) text += "\n### What goes together\n\n" + relations;
    }
    return text;
}

std::string markdown_schemes(const KeyDescription& scheme)
{
    std::string text = fmt::format("\n## `[{}]`: {}\n", scheme.name, scheme.meaning);
    for (const AlternativeDescription& alternative : scheme.alternatives) {
        text += fmt::format("\n### Scheme `{0}`{1}\n\n{2}.\n\n", alternative.type,
                            alternative.is_default ? ", the default" : "", capitalised(alternative.meaning));
        text += markdown_table(
            alternative.keys,
            markdown_type_row(alternative.type, alternative.is_default ? "this one" : "required",
                              "this scheme"));
    }
    return text;
}

// The keys of a scene, of its model and of some schemes.
std::string scene_lines(const Scene& defaults, const std::vector<std::string_view>& schemes)
{
    const std::string_view model = type_name(defaults.subject);
    std::string text;
    for (const KeyDescription& key : describe_scene(defaults)) {
        if (key.kind == KeyKind::subject) {
            for (const AlternativeDescription& alternative : key.alternatives) {
                if (alternative.type != model) continue;
                for (const KeyDescription& table : alternative.keys)
                    text += table_lines(
                        std::string(table.name), table,
                        table.name == key.name ? type_line("", alternative.type, alternative.meaning) : "");
            }
        } else if (key.kind == KeyKind::scheme) {
            const double step = std::visit([]<typename S>(const S&) { return defaults_of<S>.example_step; },
                                           defaults.subject);
            text += scheme_lines(key, schemes, subject_traits(defaults).weighs_schemes, step);
        } else if (key.kind == KeyKind::table) {
            text += table_lines(std::string(key.name), key, "");
        } else {
            text += key_lines({key}, "");
        }
    }
    return text;
}

}  // namespace

std::string model_list()
{
    std::string text;
    for_each_alternative<Subject>([&]<typename Alternative>(const Alternative&) {
        text += fmt::format("  {:<14}{}\n", type_of<Alternative>.name, type_of<Alternative>.meaning);
    });
    return text;
}

std::string commented_scene(std::string_view model)
{
    Scene defaults;
    if (auto subject = alternative_named<Subject>(model)) {
        defaults.subject = *subject;
    } else {
        const std::vector<std::string_view> models = type_names<Subject>();
        std::string text = fmt::format("error: no model '{}': expected {}", model, fmt::join(models, " or "));
        if (const std::string_view nearest = nearest_name(model, models); !nearest.empty())
            text += fmt::format("; did you mean '{}'?", nearest);
        throw InputError(text);
    }
    const std::string_view called = subject_traits(defaults).called;
    defaults.title = fmt::format("A first {}", called.empty() ? model : called);
    std::visit(
        [&]<typename Alternative>(const Alternative&) {
            defaults.run.gravity = defaults_of<Alternative>.gravity;
            defaults.run.duration = defaults_of<Alternative>.duration;
            defaults.impact.law = defaults_of<Alternative>.law;
            defaults.impact.restitution = defaults_of<Alternative>.restitution;
            defaults.scheme = *alternative_named<Scheme>(defaults_of<Alternative>.scheme);
        },
        defaults.subject);

    // What serves the scene with its own scheme alone is shown beside it.
    const std::string own = scene_lines(defaults, {type_name(defaults.scheme)});
    const std::vector<std::string_view> schemes =
        schemes_that_serve(build_problem(parse_scene(own, "a first scene")));
    return scene_lines(defaults, schemes);
}

std::string scene_reference_markdown()
{
    std::string text =
        "# Scenes: every key\n\n"
        "A scene is a TOML file. Quantities are in SI units; a key that is not says so (`angle_deg`). "
        "Unknown\n"
        "keys, wrong types, values out of range and values that are not finite are errors. An integer is "
        "accepted "
        "where\n"
        "a number is expected. `rebond new MODEL` prints a scene to start from, "
        "and\n"
        "`--set KEY=VALUE` overrides any key, as in `--set model.segments=20`; elements of lists count from "
        "0, as in\n`--set contact.0.restitution=0.5`.\n\n"
        "This page is made from `rebond/scene/fields.hpp`.\n\n"
        "## Above the first table\n\n";
    std::string sections;
    std::vector<KeyDescription> plain;
    for (const KeyDescription& key : describe_scene()) {
        if (key.kind == KeyKind::subject)
            sections += markdown_subjects(key);
        else if (key.kind == KeyKind::scheme)
            sections += markdown_schemes(key);
        else if (key.kind == KeyKind::table)
            sections += markdown_section(std::string(key.name), key, "##");
        else
            plain.push_back(key);
    }
    text += markdown_table(plain) + sections;
    return text + "\n## What goes together in every scene\n\n" + markdown_relations(describe_relations());
}

}  // namespace rebond
