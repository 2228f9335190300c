// The scalars of a run's summary as a row: dotted names and values, in the summary's order.
//
// Episodes and warnings are counted ("episodes.count"), and the first episode has its numbers in the row
// ("episodes.0.impulse.1"), null if there is none. The final state of a body with few coordinates is there
// ("final.position.0"), that of others is not. Every summary of a body gives the same names. The title and
// the time it took are left out: rows depend on nothing but the case. So are status and reason, which every
// case has, also one without a summary.
#pragma once

#include "rebond/analysis/summary.hpp"
#include "rebond/studies/design/value.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rebond {

using SummaryRow = std::vector<std::pair<std::string, Value>>;
SummaryRow summary_row(const Summary& summary);

// One number of a summary by its dotted name, elements of lists by their index, a negative one counting from
// the end, and their length: "episodes.-1.end", "episodes.count". None where it has no value in this run.
// Throws InputError if no summary has it.
Value summary_value(const Summary& summary, std::string_view name);

// The unit of a number by its dotted name; empty if it has none, or if there is no such number.
std::string_view unit_of_number(std::string_view name);

}  // namespace rebond
