// Scenes as text: the least one, ways to add to it, and what the reader says of them.
#pragma once

#include "rebond/core/error.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rebond::test {

inline constexpr std::string_view least_scene = R"(
[model]
type = "bar"
[run]
duration = 0.02
)";

inline const BarScene& bar_of(const Scene& scene)
{
    return std::get<BarScene>(scene.subject);
}

// `"bar" or "chain" or …`: the types of a Subject or a Scheme, as messages name them.
template <typename Variant>
std::string quoted_types()
{
    std::string text;
    for (const std::string_view name : type_names<Variant>())
        text += (text.empty() ? "\"" : " or \"") + std::string(name) + '"';
    return text;
}

// The message of the InputError that `text` gives.
inline std::string diagnostic(std::string_view text, const std::vector<std::string>& overrides = {})
{
    try {
        parse_scene(text, "s.toml", overrides);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

// Why a scene that reads well cannot be built.
inline std::string trouble_building(std::string_view text)
{
    try {
        static_cast<void>(build_problem(parse_scene(text, "s.toml")));
    } catch (const Unbuildable& wrong) {
        return wrong.what();
    }
    return "accepted";
}

// The least scene with `lines` in its [model], which begin on line 3.
inline std::string bar_with(std::string_view lines)
{
    return "[model]\ntype = \"bar\"\n" + std::string(lines) + "\n[run]\nduration = 0.02\n";
}

// The least scene followed by `lines`, which begin on line 5.
inline std::string scene_with(std::string_view lines)
{
    return "[model]\ntype = \"bar\"\n[run]\nduration = 0.02\n" + std::string(lines);
}

}  // namespace rebond::test
