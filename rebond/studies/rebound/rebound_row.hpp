// Rebounds of balls from beams, as studies find them.
#pragma once

#include "rebond/studies/rebound/rebound_search.hpp"

#include <cstdint>
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
    std::vector<ReboundRow> rows = {};
    std::uint64_t chaotic = 0;  // rows whose rebound is one of many possible values
    std::uint64_t without = 0;  // cases that failed, or ended before the ball had separated for good
};

}  // namespace rebond
