// The scalars of a run's summary as a row: dotted names and values, in the summary's order.
//
// Episodes and warnings are counted ("episodes.count"), and the first episode has its numbers in the row
// ("episodes.0.impulse.1"), null if there is none: every summary gives the same names. The final state is
// left out, and so are the title and the time it took: rows depend on nothing but the case.
#pragma once

#include "rebond/studies/value.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <utility>
#include <vector>

namespace rebond {

// Without status and reason, which every case has, also one without a summary.
std::vector<std::pair<std::string, Value>> summary_row(const nlohmann::ordered_json& summary);

}  // namespace rebond
