// The numbers an exhibit's lines look up: rows of its study, or summaries of its runs.
#pragma once

#include "rebond/analysis/summary.hpp"
#include "rebond/io/studies/rebound_rows.hpp"
#include "rebond/io/studies/study_file.hpp"
#include "rebond/studies/papers/paper.hpp"
#include "rebond/studies/rebound/rebound_fit.hpp"
#include "rebond/studies/sweep.hpp"

#include <string>
#include <utility>
#include <vector>

namespace rebond {

// What the lines of an exhibit look at.
struct ExhibitRows {
    RowTable cases = {};  // of a study, or runs
    RowTable crossings =
        {};             // of a study's bisection: the column "crossing" is where, as accurate as they are
    RowTable fit = {};  // one row: the law of rebounds, in the columns "fit.mu_0", "fit.rms", …

    const RowTable& of(const Expectation& line) const;
};

// The law of rebounds fitted to a study: its numbers as a row, and as the figure wants them.
struct FittedRebounds {
    std::vector<ReboundRow> rows = {};
    ReboundFit fit = {};
};
FittedRebounds fitted_rebounds(const CaseStore& store, const std::string& study);

// One row for each case; one that did not end well has the values of the axes and no numbers, and neither has
// a crossing that is not resolved.
ExhibitRows study_rows(const Exhibit& exhibit, const StudyFile& file, const CaseStore& store,
                       const std::vector<Crossing>& crossings);

// One row for each run, whose column "run" is its name. The others are those of summary_value.
ExhibitRows run_rows(const Exhibit& exhibit, const std::vector<std::pair<std::string, Summary>>& summaries);

// Columns that lines ask for and no row has, by name.
std::vector<std::string> unknown_columns(const Exhibit& exhibit, const StudyFile& file);

}  // namespace rebond
