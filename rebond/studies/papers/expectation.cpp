#include "rebond/studies/papers/expectation.hpp"

#include "rebond/studies/statistics/influence.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

using Row = std::vector<Value>;

const Value& entry(const RowTable& table, const Row& row, const std::string& column)
{
    static const Value nothing;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i] == column) return row[i];
    return nothing;
}

// 30 and 30.0 are the same angle.
bool are_same(const Value& a, const Value& b)
{
    const auto x = number_in(a), y = number_in(b);
    return x && y ? *x == *y : a == b;
}

std::optional<double> number_of(const Quantity& quantity, const RowTable& table, const Row& row)
{
    const auto of = number_in(entry(table, row, quantity.of));
    if (!of) return std::nullopt;
    double x = *of;
    if (!quantity.minus.empty()) {
        const auto minus = number_in(entry(table, row, quantity.minus));
        if (!minus) return std::nullopt;
        x -= *minus;
    }
    if (!quantity.over.empty()) {
        const auto over = number_in(entry(table, row, quantity.over));
        if (!over || *over == 0.0) return std::nullopt;
        x /= *over;
    }
    x *= quantity.factor;
    return quantity.distance_to ? std::abs(x - *quantity.distance_to) : x;
}

// Slope of log x over log k by least squares.
class Exponent {
public:
    // Logarithms want numbers > 0.
    bool add(double k, double x)
    {
        if (!(k > 0.0) || !(x > 0.0)) return false;
        const double a = std::log(k), b = std::log(x);
        ++count_;
        a_ += a;
        b_ += b;
        aa_ += a * a;
        ab_ += a * b;
        return true;
    }

    std::optional<double> value() const
    {
        const double spread = count_ * aa_ - a_ * a_;
        if (count_ < 2 || !(spread > 1e-9 * aa_)) return std::nullopt;
        return (count_ * ab_ - a_ * b_) / spread;
    }

private:
    double count_ = 0.0, a_ = 0.0, b_ = 0.0, aa_ = 0.0, ab_ = 0.0;
};

// The rows of a column of the exhibit, by their index.
std::vector<std::size_t> rows_of(const Expectation& expectation, const Columns& columns, std::size_t column,
                                 const RowTable& table)
{
    std::vector<std::size_t> rows;
    for (std::size_t n = 0; n < table.rows.size(); ++n) {
        const Row& row = table.rows[n];
        bool belongs =
            columns.key.empty() || are_same(entry(table, row, columns.key), columns.values[column]);
        for (const auto& [key, value] : expectation.where)
            belongs = belongs && are_same(entry(table, row, key), value);
        if (belongs) rows.push_back(n);
    }
    return rows;
}

void compute(Cell& cell, const Expectation& expectation, const RowTable& table,
             const std::vector<std::size_t>& rows)
{
    Spread spread;
    Exponent exponent;
    Influence influence;
    const bool is_itself = expectation.exponent_over.empty() && expectation.spread_over.empty();
    std::size_t found = 0, below = 0;
    double accuracy = 0.0;
    for (const std::size_t n : rows) {
        const Row& row = table.rows[n];
        const auto x = number_of(expectation.quantity, table, row);
        if (!x) continue;
        if (is_itself) {
            spread.add(*x);
            below += cell.expected && *x < *cell.expected;
            if (!table.accuracy.empty()) accuracy = std::max(accuracy, table.accuracy[n]);
        } else if (!expectation.spread_over.empty()) {
            influence.add(entry(table, row, expectation.spread_over),
                          entry(table, row, expectation.chance_over), *x);
        } else {
            const auto k = number_in(entry(table, row, expectation.exponent_over));
            if (!k || !exponent.add(*k, *x)) continue;
        }
        ++found;
    }
    if (const auto slope = exponent.value()) spread.add(*slope);
    const auto moved = expectation.chance_over.empty() ? influence.spread() : influence.spread_by_chance();
    if (moved) spread.add(*moved);

    cell.rows = rows.size();
    cell.missing = rows.size() - found;
    if (spread.count == 0) return;
    cell.computed = spread;
    if (accuracy > 0.0) cell.accuracy = accuracy * std::abs(expectation.quantity.factor);
    if (is_itself && cell.expected)
        cell.rank = static_cast<double>(below) / static_cast<double>(spread.count);
}

Verdict verdict(const Expectation& expectation, const Cell& cell)
{
    if (cell.rows == 0) return Verdict::absent;
    const bool is_judged = cell.expected || expectation.at_least || expectation.at_most;
    if (!is_judged) return Verdict::shown;
    if (!cell.computed || cell.missing > 0) return Verdict::absent;

    const Spread& x = *cell.computed;
    const bool is_between = (!expectation.at_least || x.low >= *expectation.at_least) &&
                            (!expectation.at_most || x.high <= *expectation.at_most);
    if (!is_between) return Verdict::differs;
    if (!cell.expected) return Verdict::agrees;
    if (expectation.tolerance && std::abs(x.low - *cell.expected) <= *expectation.tolerance &&
        std::abs(x.high - *cell.expected) <= *expectation.tolerance)
        return Verdict::agrees;
    if (expectation.is_inside_ensemble && x.low <= *cell.expected && *cell.expected <= x.high)
        return Verdict::inside_ensemble;
    return Verdict::differs;
}

}  // namespace

std::vector<Cell> cells_of(const Expectation& expectation, const Columns& columns, const RowTable& table)
{
    std::vector<Cell> cells(columns.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        Cell& cell = cells[i];
        if (!expectation.expected.empty()) cell.expected = expectation.expected[i];
        compute(cell, expectation, table, rows_of(expectation, columns, i, table));
        cell.verdict = verdict(expectation, cell);
        if (cell.verdict != Verdict::differs && cell.verdict != Verdict::absent) continue;
        const auto is_marked = [&](const std::vector<bool>& marks) { return !marks.empty() && marks[i]; };
        if (is_marked(expectation.cannot)) cell.verdict = Verdict::cannot;
        if (is_marked(expectation.unexplained)) cell.verdict = Verdict::unexplained;
    }
    return cells;
}

std::vector<std::string> columns_needed(const Expectation& expectation, const Columns& columns)
{
    std::vector<std::string> needed{expectation.quantity.of};
    for (const std::string& name :
         {expectation.quantity.minus, expectation.quantity.over, expectation.exponent_over,
          expectation.spread_over, expectation.chance_over, columns.key})
        if (!name.empty()) needed.push_back(name);
    for (const auto& [key, value] : expectation.where) needed.push_back(key);
    return needed;
}

}  // namespace rebond
