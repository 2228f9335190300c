// A run's summary as JSON: what `--json` prints, summary.json holds and a result file carries.
//
// Keys come in the order of analysis/summary_fields.hpp. What has no value is null, and so is a number that
// is not finite; "absent" says why by the number's dotted name, or the status does. Numbers are written to
// the last bit.
#pragma once

#include "rebond/analysis/summary.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace rebond {

nlohmann::ordered_json summary_json(const Summary& summary);

// The same as a file's text.
std::string summary_text_json(const Summary& summary);

// The summary that a text holds, as far as it does: earlier versions wrote fewer numbers. Null, where a
// number must be, is read as one that is not finite. Nothing if the text is no JSON object.
std::optional<Summary> read_summary(const std::string& json);

}  // namespace rebond
