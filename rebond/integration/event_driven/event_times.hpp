// The times that a run from event to event stops at besides its events.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/integration/recorder.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {

// Events at one instant before a run gives up.
inline constexpr int most_events_at_once = 1000;

// The first multiple of `every` [s] after t. One that t misses by rounding only counts as reached.
inline double next_sample(double t, double every)
{
    constexpr double time_rounding = 1e-12;  // of t [-]
    constexpr double slack = 1e-9;           // of the spacing [-]
    return (std::floor(t / every * (1.0 + time_rounding) + slack) + 1.0) * every;
}

// The first time [s] after t at which somebody wants to know: a sample, a time the recorder waits for, the
// end at the latest.
inline double next_time(const Problem& problem, const Recorder& recorder, double t)
{
    double next = problem.duration;
    if (problem.sample_every > 0.0) next = std::min(next, next_sample(t, problem.sample_every));
    if (const double wanted = recorder.wanted_time(); wanted > t) next = std::min(next, wanted);
    return next;
}

// Whether what is left of the run at t [s] is not worth a step.
inline bool is_at_end(const Problem& problem, double t)
{
    constexpr double shortest = 1e-12;  // of the run [-]
    return problem.duration - t <= shortest * problem.duration;
}

}  // namespace rebond
