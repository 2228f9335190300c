#include "rebond/studies/design/observation.hpp"

#include "rebond/core/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {

std::vector<std::string> point_columns(const Observation& observation)
{
    std::vector<std::string> names{"time"};
    for (const PointValue& value : observation.values) names.push_back(name_of(value));
    if (observation.carry == Carry::both) names.emplace_back("direction");
    return names;
}

std::vector<Value> point_row(std::uint64_t case_index, const ObservedPoint& observed, bool has_direction)
{
    std::vector<Value> row{static_cast<std::int64_t>(case_index), static_cast<std::int64_t>(observed.number),
                           observed.point.time};
    for (const double value : observed.point.values)
        row.push_back(std::isfinite(value) ? Value{value} : Value{});
    if (has_direction) row.emplace_back(std::string(observed.is_down ? "down" : "up"));
    return row;
}

std::uint64_t chain_count(const Design& design)
{
    std::uint64_t count = 1;
    for (std::size_t j = 1; j < design.axes.size(); ++j) count *= size_of(design.axes[j]);
    return count;
}

std::vector<Case> chain_at(const Design& design, std::uint64_t chain)
{
    const std::uint64_t stride = chain_count(design);
    std::vector<Case> cases;
    for (std::uint64_t i = 0; i < size_of(design.axes.front()); ++i)
        cases.push_back(case_at(design, chain + i * stride));
    std::stable_sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) {
        return number_in(a.values.front()).value() < number_in(b.values.front()).value();
    });
    return cases;
}

std::string identity_of(const Observation& observation)
{
    std::string text = fmt::format("observe {} {} {} {} {}", static_cast<int>(observation.every),
                                   number_text(observation.spacing), number_text(observation.transient),
                                   observation.count, static_cast<int>(observation.carry));
    for (const PointValue& value : observation.values) text += " " + name_of(value);
    return text + "\n";
}

}  // namespace rebond
