// Rebounds of balls from beams out of the rows of a study, as the fit of their law wants them.
#pragma once

#include "rebond/io/studies/study_database.hpp"
#include "rebond/studies/rebound/rebound_search.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace rebond {

// A case that ended with a certified rebound.
struct ReboundRow {
    std::uint64_t index = 0;     // of the case
    double mass = 0.0;           // M [kg]
    double location = 0.0;       // b [m]
    double relative_mass = 0.0;  // over the beam's [-]
    ReboundPoint point = {};
};

struct ReboundRows {
    std::string title = {};  // of the scene
    std::vector<ReboundRow> rows = {};
    std::uint64_t chaotic = 0;  // rows whose rebound is one draw of many
    std::uint64_t without = 0;  // cases that failed, or ended before the ball had parted for good
};

// Throws InputError in the name of `study` if its scenes have no ball and beam.
ReboundRows rebound_rows(const StudyDatabase& database, const std::string& study);

// The same without rows: whether the study is of a ball on a beam, told before anything is run.
void require_ball_on_beam(const std::string& effective_base, const std::string& study);

}  // namespace rebond
