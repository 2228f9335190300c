// The scalars of a run's summary as a row: dotted names and values, in the summary's order.
//
// Episodes and warnings are counted ("episodes.count"), and the first episode has its numbers in the row
// ("episodes.0.impulse.1"), null if there is none. The final state of a body with few coordinates is there
// ("final.position.0"), that of others is not. Every summary of a body gives the same names. The title and
// the time it took are left out: rows depend on nothing but the case.
#pragma once

#include "rebond/studies/design/value.hpp"

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
