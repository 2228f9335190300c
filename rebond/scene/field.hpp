// How a field of a scene is named: the words of the tables (fields.hpp), and loops over them.
#pragma once

#include "rebond/core/fields.hpp"
#include "rebond/scene/model_words.hpp"
#include "rebond/scene/range.hpp"
#include "rebond/scene/scene.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace rebond {

// What it means to leave a key out. By default: the value of a default-constructed struct.
struct Absence {
    bool allowed = true;
    double example = 0.0;                // shown by the commented scene, for keys without a default
    std::string_view means = "";         // for optional members
    std::string_view example_toml = "";  // the example, where it is no number
    bool is_shown = false;               // the commented scene has it although it may be absent
};

constexpr Absence example(double example)
{
    return {.example = example};
}
constexpr Absence required(double example)
{
    return {.allowed = false, .example = example};
}
constexpr Absence required(std::string_view example_toml)
{
    return {.allowed = false, .example_toml = example_toml};
}
constexpr Absence absent_means(std::string_view means, std::string_view example_toml)
{
    return {.means = means, .example_toml = example_toml};
}
constexpr Absence shown(Absence absence)
{
    absence.is_shown = true;
    return absence;
}
constexpr Absence absent_means(std::string_view means, double example = 0.0)
{
    return {.example = example, .means = means};
}

template <typename Owner, typename Value>
struct Field {
    std::string_view name;
    Value Owner::*member;
    std::string_view unit;  // "-" dimensionless, "" where a unit has no sense
    Range range;
    std::string_view meaning;
    Absence absence = {};
};

template <typename Owner, typename Value>
Field(std::string_view, Value Owner::*, std::string_view, Range, std::string_view, Absence = {})
    -> Field<Owner, Value>;

// The name an alternative of Subject or Scheme has as `type`, or an enumerator has as a value.
struct TypeName {
    std::string_view name;
    std::string_view meaning;
};

template <typename Alternative>
inline constexpr TypeName type_of = {};

template <typename Enum>
struct EnumeratorName {
    Enum value;
    std::string_view name;
    std::string_view meaning;
};

template <typename Enum>
EnumeratorName(Enum, std::string_view, std::string_view) -> EnumeratorName<Enum>;

template <typename Enum>
inline constexpr auto names_of = std::array<EnumeratorName<Enum>, 0>{};

// A relation between values. Unless it holds, `key` was expected to be `expected`, than the value of
// `other` if that is named, for the `reason`.
template <typename Owner>
struct Check {
    std::string_view key;
    bool (*holds)(const Scene& scene, const Owner& owner);
    std::string_view expected;
    std::string_view other = "";
    std::string_view reason = "";
};

template <typename Owner>
inline constexpr auto checks_of = std::array<Check<Owner>, 0>{};

// What a scene with a subject has unless it says otherwise.
struct SubjectDefaults {
    double gravity = RunSpec{}.gravity;  // [m/s²]
    Law law = ImpactLaw{}.law;
    double restitution = ImpactLaw{}.restitution;  // e
    std::string_view scheme = "event_accurate";    // its type
    double step = 0.0;                             // of that scheme, where it needs one [s]
    double duration = 0.02;                        // of a first scene [s]
    double example_step = 0.0;  // of schemes that need one, in a first scene; 0: that of their field [s]
};
template <typename SubjectAlternative>
inline constexpr SubjectDefaults defaults_of = {};

// What plots and texts call its results.
template <typename SubjectAlternative>
inline constexpr ModelWords words_of = {};

// What holds of a subject whatever its values.
struct SubjectTraits {
    std::string_view called = "";         // in a title; empty: as its type
    std::string_view size_key = "model";  // the key that decides its memory
    bool is_dropped = false;              // it falls, hits and leaves
    // Its modes take dense algebra, so a scene that names no scheme has the one that should be faster
    // (advice/suited_scheme.hpp).
    bool weighs_schemes = false;
};
template <typename SubjectAlternative>
inline constexpr SubjectTraits traits_of = {};

// ---------------------------------------------------------------------------------- loops

template <typename T>
inline constexpr bool is_optional = false;
template <typename T>
inline constexpr bool is_optional<std::optional<T>> = true;

// [[name]]: a table for each element.
template <typename T>
inline constexpr bool is_table_list = false;
template <Described T>
inline constexpr bool is_table_list<std::vector<T>> = true;

// Calls visit(alternative) with a default-constructed value of each alternative.
template <typename Variant, typename Visitor>
void for_each_alternative(Visitor&& visit)
{
    [&]<std::size_t... i>(std::index_sequence<i...>)
    {
        (visit(std::variant_alternative_t<i, Variant>{}), ...);
    }
    (std::make_index_sequence<std::variant_size_v<Variant>>{});
}

// Values of `type`, in the order of the variant.
template <typename Variant>
std::vector<std::string_view> type_names()
{
    std::vector<std::string_view> names;
    for_each_alternative<Variant>(
        [&]<typename Alternative>(const Alternative&) { names.push_back(type_of<Alternative>.name); });
    return names;
}

// The alternative called `name`, with its defaults; nothing if there is none.
template <typename Variant>
std::optional<Variant> alternative_named(std::string_view name)
{
    std::optional<Variant> found;
    for_each_alternative<Variant>([&]<typename Alternative>(const Alternative& alternative) {
        if (type_of<Alternative>.name == name) found = alternative;
    });
    return found;
}

template <typename... Alternatives>
std::string_view type_name(const std::variant<Alternatives...>& chosen)
{
    return std::visit([]<typename Alternative>(const Alternative&) { return type_of<Alternative>.name; },
                      chosen);
}

template <typename Enum>
constexpr std::string_view enumerator_name(Enum value)
{
    for (const auto& entry : names_of<Enum>)
        if (entry.value == value) return entry.name;
    return {};
}

}  // namespace rebond
