// A value of a study's table as JSON.
#pragma once

#include "rebond/studies/value.hpp"

#include <nlohmann/json.hpp>

namespace rebond::cli {

struct ValueToJson {
    nlohmann::ordered_json operator()(std::monostate) const { return nullptr; }
    nlohmann::ordered_json operator()(const Composite& composite) const { return composite.text; }
    nlohmann::ordered_json operator()(const auto& plain) const { return plain; }
};

inline nlohmann::ordered_json to_json(const Value& value)
{
    return std::visit(ValueToJson{}, value);
}

}  // namespace rebond::cli
