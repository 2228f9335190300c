#include "rebond/drawing/observed_figure.hpp"

#include "rebond/drawing/study_figure.hpp"
#include "rebond/scene/key_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rebond {
namespace {

constexpr std::size_t most_panels = 12;
constexpr double dot = 0.7;  // width of a series [px]
constexpr double height = 420.0;

// Where the points of a case are drawn.
struct CasePlace {
    double x = 0.0;
    std::string panel = {};
};

std::map<std::int64_t, CasePlace> places_of(const Study& study, const CaseStore& store, const std::string& x)
{
    RowQuery query{.columns = {"case_index"}};
    for (const ParameterAxis& axis : study.design.axes) query.columns.push_back(axis.key);
    std::map<std::int64_t, CasePlace> places;
    store.for_each_row(query, [&](const std::vector<Value>& row) {
        CasePlace place;
        for (std::size_t i = 1; i < row.size(); ++i) {
            if (query.columns[i] == x)
                place.x = number_in(row[i]).value_or(0.0);
            else
                place.panel += fmt::format("{}{} = {}", place.panel.empty() ? "" : ", ", query.columns[i],
                                           shown_value(row[i]));
        }
        places.emplace(std::get<std::int64_t>(row[0]), std::move(place));
    });
    return places;
}

std::string with_unit(const std::string& name, std::string_view unit)
{
    return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

std::string_view unit_of_value(std::string_view name)
{
    if (name == "phase") return "°";
    if (name == "time") return "s";
    if (name == "impact.impulse") return "N s";
    return name.starts_with("impact.velocity") ? "m/s" : "";
}

}  // namespace

Figure observed_figure(const Study& study, const CaseStore& store)
{
    const std::vector<std::string> columns = store.point_column_names();
    const StudyPlot plot = study.point_plot.value_or(
        StudyPlot{.x = study.design.axes.front().key, .y = columns.size() > 3 ? columns[3] : columns[2]});
    const std::map<std::int64_t, CasePlace> places = places_of(study, store, plot.x);
    const auto y =
        static_cast<std::size_t>(std::find(columns.begin(), columns.end(), plot.y) - columns.begin());
    const bool both = has_direction(store.record());

    std::map<std::string, Chart> charts;
    for (const auto& [index, place] : places) charts.try_emplace(place.panel);
    const bool is_one = charts.size() > most_panels || charts.empty();
    if (is_one) charts = {{"", Chart{}}};
    for (auto& [title, chart] : charts) {
        chart.title = title;
        chart.x = {.name = plot.x_label.empty() ? with_unit(plot.x, unit_of_key(plot.x)) : plot.x_label,
                   .scale = plot.x_scale};
        chart.y = {.name = plot.y_label.empty() ? with_unit(plot.y, unit_of_value(plot.y)) : plot.y_label,
                   .scale = plot.y_scale};
        chart.height = height;
        chart.series.push_back({.name = both ? "up" : "", .draw = Draw::points, .width = dot});
        if (both)
            chart.series.push_back(
                {.name = "down", .draw = Draw::points, .colour = Colour::vermillion, .width = dot});
    }
    store.for_each_point([&](const std::vector<Value>& row) {
        const auto place = places.find(std::get<std::int64_t>(row[0]));
        const std::optional<double> value = number_in(row[y]);
        if (place == places.end() || !value) return;
        const auto* direction = std::get_if<std::string>(&row.back());
        Series& series = charts[is_one ? "" : place->second.panel]
                             .series[both && direction != nullptr && *direction == "down" ? 1 : 0];
        series.x.push_back(place->second.x);
        series.y.push_back(*value);
    });

    Figure figure;
    figure.title = study.title.empty() ? fmt::format("{} against {}", plot.y, plot.x) : study.title;
    for (auto& [title, chart] : charts) figure.panels.push_back(std::move(chart));
    return figure;
}

std::string page_figure(const Study& study, const CaseStore& store)
{
    if (study.plot) return to_svg(study_figure(study, store));
    return study.observation ? to_svg(observed_figure(study, store)) : "";
}

}  // namespace rebond
