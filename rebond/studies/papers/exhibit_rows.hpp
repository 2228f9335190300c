// The numbers an exhibit's lines look up: rows of its study, or summaries of its runs.
#pragma once

#include "rebond/analysis/summary.hpp"
#include "rebond/studies/orbits/orbit_search.hpp"
#include "rebond/studies/papers/paper.hpp"
#include "rebond/studies/rebound/rebound_rows.hpp"
#include "rebond/studies/study.hpp"
#include "rebond/studies/sweep.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rebond {

// A study of an exhibit, after its sweep.
struct SweptStudy {
    Study study = {};
    std::shared_ptr<const CaseStore> store = {};
    SweepState state = {};
    SceneOfCase scene_of = {};
};

// What the lines of an exhibit look at.
struct ExhibitRows {
    RowTable cases = {};  // of a study, or runs
    // Of a study's bisection: the column "crossing" is the position, and the table's accuracy that of it.
    RowTable crossings = {};
    RowTable fit = {};  // one row: the law of rebounds, in the columns "fit.mu_0", "fit.rms", …

    const RowTable& of(const Expectation& line) const;
};

// One row for each case. A case that failed has the values of its axes and no numbers. The same holds for a
// crossing that is not resolved.
ExhibitRows study_rows(const Exhibit& exhibit, const SweptStudy& swept);

// One row for each run, whose column "run" is its name. The others are those of summary_value, or of an orbit
// those of orbit_value.
struct FinishedExhibitRun {
    std::string name = {};
    std::variant<Summary, OrbitAnswer> result = {};
};
ExhibitRows run_rows(const Exhibit& exhibit, const std::vector<FinishedExhibitRun>& runs);

// "period", "energy", "trace", "unstable" and "largest_multiplier" of the orbit, "events.0.time" and
// "events.0.impulse" of its events, and of the first special point of a kind along its own branch
// "flip.0.period" and "fold.0.energy", of the next one "flip.1.period". None where there is no such number.
Value orbit_value(const OrbitAnswer& answer, std::string_view name);

// Columns that lines ask for and no row of the study has, by name. `columns` are those of its summaries.
std::vector<std::string> unknown_columns(const Exhibit& exhibit, const Study& study,
                                         const std::vector<std::string>& columns);

}  // namespace rebond
