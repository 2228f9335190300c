// Values as JSON.
#pragma once

#include "rebond/studies/design/value.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>

namespace rebond::cli {

struct ValueToJson {
    nlohmann::ordered_json operator()(std::monostate) const { return nullptr; }
    nlohmann::ordered_json operator()(const Composite& composite) const { return composite.text; }
    nlohmann::ordered_json operator()(const auto& plain) const { return plain; }
};

// Of a study's table.
inline nlohmann::ordered_json to_json(const Value& value)
{
    return std::visit(ValueToJson{}, value);
}

// A number that may be absent; null too where it is not finite, which JSON cannot say.
inline nlohmann::ordered_json to_json(std::optional<double> number)
{
    return number && std::isfinite(*number) ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
}

}  // namespace rebond::cli
