// What a scene should have said, in the words of messages.
#pragma once

#include "rebond/core/nearest_name.hpp"
#include "rebond/io/toml/toml_text.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/scene/range.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

namespace rebond {

// " > 0 [m]": what follows "a number" in a message.
template <typename F>
std::string range_and_unit(const F& field)
{
    std::string text = range_text(field.range);
    if (!text.empty()) text = " " + text;
    if (!field.unit.empty() && field.unit != "-") text += fmt::format(" [{}]", field.unit);
    return text;
}

// What a missing key should have been.
inline std::string_view kind_wanted(double)
{
    return "a number";
}
inline std::string_view kind_wanted(const std::vector<double>&)
{
    return "an array of numbers";
}
inline std::string_view kind_wanted(const RowSpec&)
{
    return "an array of numbers";
}
inline std::string_view kind_wanted(const MatrixSpec&)
{
    return "a matrix";
}
template <typename T>
std::string_view kind_wanted(const T&)
{
    return "a value";
}

// `"spiral" or "paired"; did you mean "spiral"?`
inline std::string choice_text(const std::vector<std::string_view>& names, const toml::node* given = nullptr)
{
    std::vector<std::string> quoted;
    for (const std::string_view name : names) quoted.push_back(toml_string(name));
    std::string text = fmt::format("expected {}", fmt::join(quoted, " or "));
    if (const auto* word = given != nullptr ? given->as_string() : nullptr) {
        std::string_view nearest = nearest_name(word->get(), names);
        if (nearest.empty()) nearest = begun_name(word->get(), names);
        if (!nearest.empty()) text += fmt::format("; did you mean {}?", toml_string(nearest));
    }
    return text;
}

}  // namespace rebond
