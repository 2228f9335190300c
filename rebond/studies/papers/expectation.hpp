// Numbers that were printed, follow from theory or were computed by others, beside those that were computed
// here.
//
// An expectation is one line of an exhibit's table. In each column it looks up a quantity
//
//     x = factor · (row[of] − row[minus]) / row[over],      |x − distance_to| if that is given        (1)
//
// in all rows that belong there. Several rows are an ensemble: where a motion is chaotic, or the printed
// start is not known to the last digit, a printed number can only be asked to lie among them. With
// `exponent_over` the number is instead the slope of log x over the logarithm of that key; with `spread_over`
// it is how much the mean of x changes with that key or, with `chance_over`, how much it would change by
// chance alone (influence.hpp).
#pragma once

#include "rebond/studies/design/value.hpp"
#include "rebond/studies/statistics/spread.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rebond {

// Rows of a study, or summaries of runs, in the columns somebody asked for.
struct RowTable {
    std::vector<std::string> columns = {};
    std::vector<std::vector<Value>> rows = {};
    std::vector<double> accuracy = {};  // of the numbers in each row; empty: exact
};

// (1)
struct Quantity {
    std::string of = {};     // column
    std::string minus = {};  // column; empty: nothing
    std::string over = {};   // column; empty: 1
    double factor = 1.0;
    std::optional<double> distance_to = {};
};

enum class Source {
    paper,
    theory,
    peer,  // an independent computation
};

struct Expectation {
    std::string what = {};  // "relative deviation of the mean"
    Quantity quantity = {};
    std::vector<std::pair<std::string, Value>> where = {};  // columns and the values they must have
    std::string exponent_over = {};                         // key; empty: the quantity itself
    std::string spread_over = {};                           // key; empty: the quantity itself
    std::string chance_over = {};  // key of the random starts: the spread by chance; empty: the one found

    Source source = Source::paper;
    std::vector<std::optional<double>> expected = {};  // one for each column of the exhibit, or none at all

    std::optional<double> tolerance = {};  // of |x − expected|
    bool is_inside_ensemble = false;       // expected is between the least and the greatest x
    std::optional<double> at_least = {};   // of every x
    std::optional<double> at_most = {};

    // For each column: known not to agree.
    std::vector<bool> cannot = {};       // and the exhibit's note says why
    std::vector<bool> unexplained = {};  // and why is not known
};

// Columns of an exhibit's table: the values of a key. Without a key there is one column.
struct Columns {
    std::string key = {};
    std::vector<Value> values = {};

    std::size_t size() const { return key.empty() ? 1 : values.size(); }
};

enum class Verdict {
    shown,            // nothing was expected
    agrees,           // within the tolerance, or the bounds
    inside_ensemble,  // among the numbers computed
    cannot,           // does not agree, as is known and explained
    unexplained,      // does not agree, as is known; why is not
    differs,          // does not agree
    absent,           // not every row has the number that was expected, or there is no row at all
};

struct Cell {
    std::optional<double> expected = {};
    std::optional<Spread> computed = {};
    std::size_t rows = 0;                 // that belong here
    std::size_t missing = 0;              // of them, without the number
    std::optional<double> accuracy = {};  // of what was computed, where that is known
    std::optional<double> rank = {};      // share of the rows that are below what was expected [-]
    Verdict verdict = Verdict::shown;
};

// One for each column.
std::vector<Cell> cells_of(const Expectation& expectation, const Columns& columns, const RowTable& table);

// The columns of a RowTable that an expectation looks at.
std::vector<std::string> columns_needed(const Expectation& expectation, const Columns& columns);

}  // namespace rebond
