// A value in a study's table: of a key that varies from case to case, or of a run's summary.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace rebond {

// A value made of others, such as an array, known by its text alone.
struct Composite {
    std::string text;
    auto operator<=>(const Composite&) const = default;
};

// std::monostate is what has no meaning in a run.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, Composite>;

// The number a value is, if it is one.
inline std::optional<double> number_in(const Value& value)
{
    if (const auto* number = std::get_if<double>(&value)) return *number;
    if (const auto* number = std::get_if<std::int64_t>(&value)) return static_cast<double>(*number);
    return std::nullopt;
}

// As legends and tables show it: strings without quotes; nothing for what has no meaning.
std::string shown_value(const Value& value);

}  // namespace rebond
