// A run's summary for people.
#pragma once

#include "rebond/analysis/summary.hpp"

#include <string>
#include <vector>

namespace rebond::cli {

// `points` are those the body consists of, of models whose coordinates are places of points. `written` are
// the files in `directory`, if any.
std::string summary_text(const Summary& summary, Index points, const std::string& directory,
                         const std::vector<std::string>& written);

}  // namespace rebond::cli
