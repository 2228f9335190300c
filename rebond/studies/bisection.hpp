// Where a number of the summary crosses a level along one axis, by halving.
//
// After the grid, every two neighbouring values a < b of the axis, for every combination of the others, with
// the number below the level at one and not below it at the other are a bracket. Its cases are midpoints,
//
//     m = (a + b)/2, then a or b becomes m, whichever keeps the two sides apart,             (1)
//
// until b − a is no more than the tolerance, or no double lies between a and b. How many that takes at most
// is known beforehand, so each bracket has its own range of case indices behind those of the grid, and the
// rows do not depend on the order of the work. A midpoint without a number ends its bracket, which then tells
// nothing of a crossing: there may be a gap in it instead.
#pragma once

#include "rebond/studies/design/design.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct Bisection {
    std::string along = {};  // key of an axis of numbers
    std::string of = {};     // column of the summary
    double level = 0.0;
    double tolerance = 0.0;  // in the unit of the axis, > 0
};

struct Bracket {
    std::vector<Value> values = {};  // of all axes; that of the axis is to be replaced
    std::size_t axis = 0;
    double low = 0.0, high = 0.0;             // a, b
    bool low_is_below = false;                // the number at `low` is below the level
    std::uint64_t next_index = 0;             // of its next case
    int halvings = 0;                         // left
    std::optional<std::uint64_t> blank = {};  // the case without a number that ended it
};

// Where a number crosses its level: between `low` and `high` of the axis. It is not resolved if a case
// between them has no number: then it may not cross at all.
struct Crossing {
    std::vector<Value> values;  // of all axes, that of the axis in the middle; none there unless resolved
    double low = 0.0, high = 0.0;
    std::string obstacle;  // in words; empty if resolved
};

// The number of a case of the grid; nothing where it has none.
using NumberOfCase = std::function<std::optional<double>(std::uint64_t index)>;

// In the order of the grid.
std::vector<Bracket> find_brackets(const Design& design, const Bisection& bisection,
                                   const NumberOfCase& number);

// The midpoint (1).
Case next_case(const Bracket& bracket);

// Takes what was found there.
void narrow(Bracket& bracket, const Bisection& bisection, const std::optional<double>& number);

}  // namespace rebond
