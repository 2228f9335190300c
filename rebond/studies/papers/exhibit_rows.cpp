#include "rebond/studies/papers/exhibit_rows.hpp"

#include "rebond/studies/summary_row.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace rebond {
namespace {

constexpr std::string_view crossing_column = "crossing";
constexpr std::string_view run_column = "run";
constexpr std::string_view fit_columns = "fit.";  // how their names start

std::vector<std::string> needed_columns(const Exhibit& exhibit)
{
    std::set<std::string> needed;
    for (const Expectation& line : exhibit.lines)
        for (std::string& name : columns_needed(line, exhibit.columns)) needed.insert(std::move(name));
    return {needed.begin(), needed.end()};
}

bool is_axis(const Study& study, const std::string& name)
{
    const auto& axes = study.design.axes;
    return std::any_of(axes.begin(), axes.end(), [&](const ParameterAxis& axis) { return axis.key == name; });
}

// A parameter that the rows do not determine is no number.
RowTable fit_row(const ReboundFit& fit)
{
    RowTable table{.columns = {"fit.mu_0", "fit.alpha_0", "fit.alpha_1", "fit.rms", "fit.rms_of_mass_alone"},
                   .rows = {{}}};
    std::vector<Value>& row = table.rows.front();
    for (const ReboundParameter& parameter : fit.parameters)
        row.push_back(fit.is_fitted() && parameter.is_determined ? Value(parameter.value) : Value{});
    for (const double number : {fit.rms, fit.rms_of_mass_alone})
        row.push_back(fit.is_fitted() ? Value(number) : Value{});
    return table;
}

}  // namespace

const RowTable& ExhibitRows::of(const Expectation& line) const
{
    if (line.quantity.of.starts_with(fit_columns)) return fit;
    return line.quantity.of == crossing_column ? crossings : cases;
}

ExhibitRows study_rows(const Exhibit& exhibit, const SweptStudy& swept)
{
    const auto& [study, store, state, scene_of] = swept;
    ExhibitRows rows;
    if (exhibit.lines.empty()) return rows;
    rows.cases.columns = rows.crossings.columns = needed_columns(exhibit);
    const std::vector<std::string>& columns = rows.cases.columns;

    const std::vector<std::string> names = store->column_names();
    const auto place = [&](std::string_view name) {
        return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    const std::size_t status = place("status");
    store->for_each_row({.columns = names}, [&](const std::vector<Value>& all) {
        std::vector<Value>& row = rows.cases.rows.emplace_back();
        for (const std::string& column : columns) {
            const std::size_t i = place(column);
            const bool is_known =
                i < all.size() && (is_axis(study, column) || all[status] == Value(std::string("ok")));
            row.push_back(is_known ? all[i] : Value{});
        }
    });

    if (exhibit.is_fitted) rows.fit = fit_row(fit_rows(rebound_rows(*store, scene_of)));

    for (const auto& [values, low, high, obstacle] : state.crossings) {
        std::vector<Value>& row = rows.crossings.rows.emplace_back();
        for (const std::string& column : columns) {
            Value& entry = row.emplace_back();
            if (column == crossing_column && obstacle.empty()) entry = 0.5 * (low + high);
            for (std::size_t j = 0; j < values.size(); ++j)
                if (study.design.axes[j].key == column) entry = values[j];
        }
        rows.crossings.accuracy.push_back(0.5 * (high - low));
    }
    return rows;
}

ExhibitRows run_rows(const Exhibit& exhibit, const std::vector<FinishedExhibitRun>& runs)
{
    ExhibitRows rows{.cases = {.columns = needed_columns(exhibit)}};
    for (const auto& [name, result] : runs) {
        std::vector<Value>& row = rows.cases.rows.emplace_back();
        for (const std::string& column : rows.cases.columns) {
            if (column == run_column)
                row.emplace_back(name);
            else if (const auto* summary = std::get_if<Summary>(&result))
                row.push_back(summary_value(*summary, column));
            else
                row.push_back(orbit_value(std::get<OrbitAnswer>(result), column));
        }
    }
    return rows;
}

Value orbit_value(const OrbitAnswer& answer, std::string_view name)
{
    const Orbit& orbit = answer.orbit;
    if (!answer.has_orbit()) return {};
    if (name == "period") return orbit.period;
    if (name == "energy") return orbit.energy;
    if (name == "trace") return orbit.trace ? Value(*orbit.trace) : Value();
    if (name == "unstable") return orbit.stable ? Value(static_cast<std::int64_t>(orbit.unstable)) : Value();
    if (name == "largest_multiplier")
        return orbit.multipliers.empty() ? Value() : Value(std::abs(orbit.multipliers.front()));
    // "KIND.INDEX.WHAT"
    const std::size_t first = name.find('.'), last = name.rfind('.');
    if (first == std::string_view::npos || first == last) return {};
    const std::string_view kind = name.substr(0, first), index = name.substr(first + 1, last - first - 1),
                           what = name.substr(last + 1);
    std::size_t wanted = 0;
    if (const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), wanted);
        error != std::errc() || end != index.data() + index.size())
        return {};
    if (kind == "events") {
        if (wanted >= orbit.events.size()) return {};
        const OrbitEvent& event = orbit.events[wanted];
        return what == "time" ? Value(event.time) : what == "impulse" ? Value(event.impulse) : Value();
    }
    if (answer.branches.empty()) return {};
    for (const SpecialPoint& point : answer.branches.front().special)
        if (name_of(point.kind) == kind && wanted-- == 0)
            return what == "period"      ? Value(point.orbit.period)
                   : what == "energy"    ? Value(point.orbit.energy)
                   : what == "parameter" ? Value(point.parameter)
                                         : Value();
    return {};
}

std::vector<std::string> unknown_columns(const Exhibit& exhibit, const Study& study,
                                         const std::vector<std::string>& columns)
{
    std::vector<std::string> unknown = needed_columns(exhibit);
    std::erase_if(unknown, [&](const std::string& name) {
        return name == crossing_column || is_axis(study, name) ||
               (exhibit.is_fitted && name.starts_with(fit_columns)) ||
               std::find(columns.begin(), columns.end(), name) != columns.end();
    });
    return unknown;
}

}  // namespace rebond
