// What rounding hides at one instant, for impacts with friction and without.
#pragma once

#include "rebond/integration/flights/flight.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {

inline constexpr double time_rounding = std::numeric_limits<double>::epsilon();  // of the run's [-]

// Contacts that come to touch within so many roundings [-] of one another do so together: those of a body
// that is symmetric, or of a motion that reaches a corner, are apart by what rounding has become on the way.
inline constexpr double coincident = 64.0;

// Ratio of what rounding leaves of one gap in several coordinates [-]: within that factor of the distance
// above, the same motion in other coordinates may be on the other side of it.
inline constexpr double doubtful = 4.0;

// A contact that had an impact within this part of the run [-] before, and touches still for all that
// rounding can tell, may be resolved with another although its impact should come after that one.
inline constexpr double just_now = 1e-9;

// Gaps [m] up to which a contact is closed, and up to which it coincides with others if it comes from afar.
struct TouchDistances {
    double closed, coincides;
};

// Of contact k at t [s], which has that rate [m/s].
inline TouchDistances touch_distances(const Flight& flight, Index k, double t, double rate)
{
    const double of_time = time_rounding * t * std::abs(rate);
    return {.closed = std::max(flight.rounding(k), of_time),
            .coincides = coincident * std::max(flight.rounding_of_lengths(k), of_time)};
}

// What the rounding of the gap of contact k leaves unseen, or that of the run's time T: a bounce under the
// acceleration −a that is back within εT rises by a (εT)²/8 [m].
inline double unseen_height(const Flight& flight, Index k, double pressed, double duration)
{
    const double time = time_rounding * duration;
    return std::max(flight.rounding(k), 0.125 * pressed * time * time);
}

}  // namespace rebond
