// A run that goes on until it repeats, and what happened in its last periods.
//
// The state is looked at once in every period of the load. Where it comes back after p of them, 1 ≤ p ≤ 16,
// within 1e-6 of its size, twice, the run has settled.
#pragma once

#include "rebond/integration/recorder.hpp"
#include "rebond/orbits/orbit.hpp"

#include <atomic>
#include <string>
#include <vector>

namespace rebond {

struct SettleOptions;

struct SettledRun {
    struct Release {
        SustainedContact phase;
        State state;
    };

    OrbitStatus status = OrbitStatus::ok;
    std::string reason = {};           // empty when ok
    int cycle = 0;                     // p, in periods of the load
    std::vector<State> strobes = {};   // one a period
    State most_open = {};              // in the last of them: where the least gap is the largest
    double least_gap = 0.0;            // there [m]
    std::vector<Impact> impacts = {};  // of the last periods
    std::vector<Release> releases = {};
};

// By event_modal where it serves the problem, by event_accurate else. From the problem's initial state.
[[nodiscard]] SettledRun run_until_settled(const Problem& problem, double load_period,
                                           const SettleOptions& options, const std::atomic<bool>* interrupt);

}  // namespace rebond
