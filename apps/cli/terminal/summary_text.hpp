// A run's summary for people.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace rebond::cli {

// From the summary of io/results/summary_json.hpp; `written` are the files in `directory`, if any.
std::string summary_text(const nlohmann::ordered_json& summary, const std::string& directory,
                         const std::vector<std::string>& written);

}  // namespace rebond::cli
