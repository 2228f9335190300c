// A run's summary for people.
#pragma once

#include "rebond/analysis/summary.hpp"

#include <string>
#include <vector>

namespace rebond::cli {

// `written` are the files in `directory`, if any.
std::string summary_text(const Summary& summary, const std::string& directory,
                         const std::vector<std::string>& written);

}  // namespace rebond::cli
