// What came of papers, for programs.
#pragma once

#include "rebond/io/pages/paper_page.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rebond::cli {

// `page` is the file that was written; empty: none.
nlohmann::ordered_json reproduced_json(const std::vector<ReproducedPaper>& papers, const std::string& page);

}  // namespace rebond::cli
