#include "rebond/studies/expectation.hpp"

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
    x *= quantity.factor;
    return quantity.distance_to ? std::abs(x - *quantity.distance_to) : x;
}

// Slope of log x over log k by least squares.
class Exponent {
public:
    void add(double k, double x)
    {
        if (!(k > 0.0) || !(x > 0.0)) return;
        const double a = std::log(k), b = std::log(x);
        ++count_;
        a_ += a;
        b_ += b;
        aa_ += a * a;
        ab_ += a * b;
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

// The rows of a column of the exhibit.
std::vector<const Row*> rows_of(const Expectation& expectation, const Columns& columns, std::size_t column,
                                const RowTable& table)
{
    std::vector<const Row*> rows;
    for (const Row& row : table.rows) {
        bool belongs =
            columns.key.empty() || are_same(entry(table, row, columns.key), columns.values[column]);
        for (const auto& [key, value] : expectation.where)
            belongs = belongs && are_same(entry(table, row, key), value);
        if (belongs) rows.push_back(&row);
    }
    return rows;
}

std::optional<Spread> computed(const Expectation& expectation, const RowTable& table,
                               const std::vector<const Row*>& rows)
{
    Spread spread;
    Exponent exponent;
    for (const Row* const row : rows) {
        const auto x = number_of(expectation.quantity, table, *row);
        if (!x) continue;
        if (expectation.exponent_over.empty())
            spread.add(*x);
        else if (const auto k = number_in(entry(table, *row, expectation.exponent_over)))
            exponent.add(*k, *x);
    }
    if (const auto slope = exponent.value()) spread.add(*slope);
    return spread.count > 0 ? std::optional(spread) : std::nullopt;
}

Verdict verdict(const Expectation& expectation, const Cell& cell)
{
    const bool is_judged = cell.expected || expectation.at_least || expectation.at_most;
    if (!cell.computed) return is_judged ? Verdict::absent : Verdict::shown;
    if (!is_judged) return Verdict::shown;

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
        const auto rows = rows_of(expectation, columns, i, table);
        cell.computed = computed(expectation, table, rows);
        cell.verdict = rows.empty() ? Verdict::absent : verdict(expectation, cell);
        const bool is_known = !expectation.cannot.empty() && expectation.cannot[i];
        if (is_known && (cell.verdict == Verdict::differs || cell.verdict == Verdict::absent))
            cell.verdict = Verdict::cannot;
    }
    return cells;
}

std::vector<std::string> columns_needed(const Expectation& expectation, const Columns& columns)
{
    std::vector<std::string> needed{expectation.quantity.of};
    for (const std::string& name : {expectation.quantity.minus, expectation.exponent_over, columns.key})
        if (!name.empty()) needed.push_back(name);
    for (const auto& [key, value] : expectation.where) needed.push_back(key);
    return needed;
}

}  // namespace rebond
