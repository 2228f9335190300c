// Runs a problem until it repeats, and reads the sequence of its contacts off.
//
// Where the motion has settled (settled_run.hpp), what happened in the last p periods of the load is the
// sequence, and Newton's iteration makes the orbit exact. Impacts of a contact that accumulate before it
// closes are one closing. A system without loads that depend on time settles to rest, if it settles at all:
// there is no orbit to read off.
#pragma once

#include "rebond/orbits/find_orbits.hpp"

#include <atomic>

namespace rebond {

struct SettleOptions {
    int transient = 100;      // periods of the load before the first look
    int most_periods = 3000;  // of the run
    OrbitOptions orbit = {};
};

// From the problem's initial state. A status says why there is none, as for a motion that does not repeat.
[[nodiscard]] Orbit settle(const OrbitSystem& system, const SettleOptions& options = {},
                           const std::atomic<bool>* interrupt = nullptr);

}  // namespace rebond
