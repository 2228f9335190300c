// What a study observes in each of its cases: points of the motion (analysis/point_recorder.hpp), once a
// period of the first load, at impacts, or at equal times.
//
// A study may carry the motion along its first axis: the case with the next greater value (up) or smaller
// value (down) of that axis starts where the last one ended, in state and phase of the load. Cases that
// differ in the first axis alone make a chain, the unit of work; chains do not depend on each other.
#pragma once

#include "rebond/analysis/point_recorder.hpp"
#include "rebond/studies/design/design.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

enum class Every { period, impact, time };
enum class Carry { none, up, down, both };

struct Observation {
    Every every = Every::period;
    double spacing = 0.0;    // [s], where it is a time
    double transient = 0.0;  // of those, or seconds where it is a time
    std::uint64_t count = 100;
    std::vector<PointValue> values = {};
    Carry carry = Carry::none;
};

// One row of the table of points.
struct ObservedPoint {
    std::uint64_t number = 0;  // of the case, counted from 1
    bool is_down = false;      // of a run down the axis
    MotionPoint point = {};
};

// Of the table of points, after the case and the number: time, the values, and the direction where both are
// run.
std::vector<std::string> point_columns(const Observation& observation);

// A row in those columns, with the case and the number in front.
std::vector<Value> point_row(std::uint64_t case_index, const ObservedPoint& observed, bool has_direction);

// Whether cases depend on one another.
inline bool has_chains(const std::optional<Observation>& observation)
{
    return observation && observation->carry != Carry::none;
}

// How many chains a design has; chain k starts with case k in the order of (1) in design.hpp.
std::uint64_t chain_count(const Design& design);

// The cases of a chain by rising value of the first axis, whose values are numbers.
std::vector<Case> chain_at(const Design& design, std::uint64_t chain);

// Equal for observations that make equal points.
std::string identity_of(const Observation& observation);

}  // namespace rebond
