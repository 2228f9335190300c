// Runs an orbit over one period by a scheme that knows nothing of orbits, and says how far it comes back.
//
// By event_modal where it serves the problem, by event_accurate else.
#pragma once

#include "rebond/orbits/orbit.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct Replay {
    double error = 0.0;  // of the state, over its largest position and velocity on the way [-]
    long impacts = 0;
    long sustained = 0;
    std::string refusal = {};  // why it says nothing
};

// From `from`, where no contact is closed, over a period.
[[nodiscard]] Replay replay(const Problem& problem, const State& from, double period);

}  // namespace rebond
