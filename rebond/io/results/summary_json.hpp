// A run's summary as JSON: what `--json` prints, summary.json holds and a result file carries.
//
// Keys come in the order of the manual. What has no meaning in a run is null, and so is a number
// that is not finite; "absent" says why by the number's dotted name, or the status does. Numbers are written
// to the last bit.
#pragma once

#include "rebond/analysis/findings.hpp"
#include "rebond/integration/outcome.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace rebond {

// `model` and `scheme` are the names a scene gives them.
nlohmann::ordered_json summary(std::string_view title, std::string_view model, std::string_view scheme,
                               const Problem& problem, const Findings& findings, const Outcome& outcome,
                               double wall_seconds);

// One entry of the summary's "episodes".
nlohmann::ordered_json episode_json(const Episode& episode);

}  // namespace rebond
