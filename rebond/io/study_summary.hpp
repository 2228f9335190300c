// The scalars of a run's summary as a row: dotted names and values, in the summary's order.
//
// Arrays of numbers are left out, lists of episodes and warnings are counted ("episodes.count"), and so
// are the title and the time it took: rows depend on nothing but the case.
#pragma once

#include "rebond/studies/value.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <utility>
#include <vector>

namespace rebond {

// Without status and reason, which every case has, also one without a summary.
std::vector<std::pair<std::string, Value>> summary_row(const nlohmann::ordered_json& summary);

// A scalar as a value; nothing for null, and for what is made of others.
Value scalar_in(const nlohmann::ordered_json& json);

}  // namespace rebond
