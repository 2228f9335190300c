#include "rebond/studies/bisection.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <numeric>

namespace rebond {
namespace {

struct GridPoint {
    double at = 0.0;          // along the axis
    std::uint64_t digit = 0;  // of the axis
};

// Halves of them, for the width itself may be beyond doubles.
int halvings_of(double low, double high, double tolerance)
{
    int halvings = 0;
    for (double half = 0.5 * high - 0.5 * low; half > 0.5 * tolerance; half *= 0.5) ++halvings;
    return halvings;
}

double middle(const Bracket& bracket)
{
    return std::midpoint(bracket.low, bracket.high);
}

bool has_room(const Bracket& bracket)
{
    return bracket.low < middle(bracket) && middle(bracket) < bracket.high;
}

}  // namespace

std::vector<Bracket> find_brackets(const Design& design, const Bisection& bisection,
                                   const NumberOfCase& number)
{
    const auto found = std::find_if(design.axes.begin(), design.axes.end(),
                                    [&](const ParameterAxis& axis) { return axis.key == bisection.along; });
    require(found != design.axes.end(), "find_brackets: no such axis");
    const auto axis = static_cast<std::size_t>(found - design.axes.begin());
    const std::uint64_t size = size_of(*found);

    std::vector<GridPoint> points;
    for (std::uint64_t digit = 0; digit < size; ++digit)
        points.push_back({number_in(value_at(*found, digit, 0)).value(), digit});
    std::sort(points.begin(), points.end(),
              [](const GridPoint& a, const GridPoint& b) { return a.at < b.at; });

    std::uint64_t stride = 1;  // between cases that differ in the axis alone
    for (std::size_t j = axis + 1; j < design.axes.size(); ++j) stride *= size_of(design.axes[j]);
    const auto count = static_cast<std::uint64_t>(case_count(design));

    std::vector<Bracket> brackets;
    std::uint64_t next_index = count;
    for (std::uint64_t first = 0; first < count; ++first) {
        if (first / stride % size != 0) continue;  // not the first along the axis
        for (std::size_t k = 0; k + 1 < points.size(); ++k) {
            const auto a = number(first + points[k].digit * stride);
            const auto b = number(first + points[k + 1].digit * stride);
            if (!a || !b || (*a < bisection.level) == (*b < bisection.level)) continue;
            Bracket& bracket = brackets.emplace_back();
            bracket.values = case_at(design, first).values;
            bracket.axis = axis;
            bracket.low = points[k].at;
            bracket.high = points[k + 1].at;
            bracket.low_is_below = *a < bisection.level;
            bracket.halvings =
                has_room(bracket) ? halvings_of(bracket.low, bracket.high, bisection.tolerance) : 0;
            bracket.next_index = next_index;
            next_index += static_cast<std::uint64_t>(bracket.halvings);
        }
    }
    return brackets;
}

Case next_case(const Bracket& bracket)
{
    Case result{.index = bracket.next_index, .values = bracket.values};
    result.values[bracket.axis] = middle(bracket);
    return result;
}

void narrow(Bracket& bracket, const Bisection& bisection, const std::optional<double>& number)
{
    const std::uint64_t index = bracket.next_index++;
    --bracket.halvings;
    if (number)
        ((*number < bisection.level) == bracket.low_is_below ? bracket.low : bracket.high) =
            middle(bracket);  // (1)
    else
        bracket.blank = index;
    if (!number || !has_room(bracket)) bracket.halvings = 0;
}

}  // namespace rebond
