// The numbers an exhibit's lines look up: rows of its study, or summaries of its runs.
#pragma once

#include "rebond/io/study_sweep.hpp"
#include "rebond/studies/paper.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <utility>
#include <vector>

namespace rebond {

// Rows of the cases that are ok, and one for each crossing of a bisection, whose column "crossing" is where
// it is.
RowTable study_rows(const Exhibit& exhibit, const StudyFile& file, const StudyDatabase& database,
                    const std::vector<Crossing>& crossings);

// One row for each run, whose column "run" is its name. Columns are the summary's, dotted, with elements of
// lists by their index, a negative one counting from the end, and their length: "episodes.-1.end",
// "episodes.count".
RowTable run_rows(const Exhibit& exhibit,
                  const std::vector<std::pair<std::string, nlohmann::ordered_json>>& summaries);

// Columns that lines ask for and no row has, in the order of the lines.
std::vector<std::string> unknown_columns(const Exhibit& exhibit, const StudyFile& file);

}  // namespace rebond
