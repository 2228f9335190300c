#include "rebond/drawing/study_figure.hpp"

#include "rebond/scene/key_unit.hpp"
#include "rebond/studies/statistics/influence.hpp"
#include "rebond/studies/statistics/spread.hpp"
#include "rebond/studies/summary_row.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace rebond {
namespace {

constexpr std::uint64_t most_panels = 12;
constexpr std::size_t most_named = 14;    // with a legend
constexpr std::size_t most_points = 200;  // of a curve that shows each of its points

// The rows of a curve at one x.
struct Point {
    Spread rows = {};
    Influence influence = {};  // of the axis that is spread over
};

// What is drawn at one x; nothing if that is a spread over one value only.
std::optional<Spread> drawn_spread(const Point& point, const StudyPlot& plot)
{
    if (plot.spread_over.empty()) return point.rows;
    const std::optional<double> spread = point.influence.spread();
    if (!spread) return std::nullopt;
    Spread between;
    between.add(*spread);
    return between;
}

struct Curve {
    Value by;
    std::map<double, Point> points;  // by x
};

struct Panel {
    std::vector<Value> values = {};  // of the axes that make panels
    std::vector<Curve> curves = {};
};

// The axes that the plot does not name, by what becomes of them.
struct OtherAxes {
    std::vector<std::string> panels = {};    // each combination of values has its own
    std::vector<std::string> averaged = {};  // their rows share an x
};

OtherAxes other_axes(const Study& study)
{
    OtherAxes others;
    double panels = 1.0;
    const StudyPlot& plot = *study.plot;
    for (const ParameterAxis& axis : study.design.axes) {
        const bool is_named =
            axis.key == plot.x || axis.key == plot.y || axis.key == plot.by || axis.key == plot.spread_over;
        if (is_named) continue;
        if (is_random(axis) || axis.key == plot.ensemble) {
            others.averaged.push_back(axis.key);
        } else if (size_of(axis) > 1) {
            others.panels.push_back(axis.key);
            panels *= static_cast<double>(size_of(axis));
        }
    }
    if (panels > static_cast<double>(most_panels)) {
        others.averaged.insert(others.averaged.begin(), others.panels.begin(), others.panels.end());
        others.panels.clear();
    }
    return others;
}

std::vector<Panel> gather(const Study& study, const CaseStore& store, const std::vector<std::string>& keys)
{
    const StudyPlot& plot = *study.plot;
    std::vector<std::string> columns{plot.x, plot.y};
    const auto add_column = [&](const std::string& name) {
        if (name.empty()) return std::optional<std::size_t>();
        columns.push_back(name);
        return std::optional(columns.size() - 1);
    };
    const auto by = add_column(plot.by), over = add_column(plot.spread_over),
               start = add_column(plot.ensemble);
    const std::size_t first_key = columns.size();
    columns.insert(columns.end(), keys.begin(), keys.end());

    std::vector<Panel> panels;
    store.for_each_row({.columns = columns, .is_ok_only = true}, [&](const std::vector<Value>& row) {
        const auto at = number_in(row[0]), height = number_in(row[1]);
        if (!at || !height) return;
        const std::vector<Value> values(row.begin() + static_cast<std::ptrdiff_t>(first_key), row.end());
        auto panel =
            std::find_if(panels.begin(), panels.end(), [&](const Panel& p) { return p.values == values; });
        if (panel == panels.end()) panel = panels.insert(panels.end(), Panel{values, {}});
        const auto entry = [&](std::optional<std::size_t> column) { return column ? row[*column] : Value{}; };
        const Value group = entry(by);
        auto& curves = panel->curves;
        auto curve =
            std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.by == group; });
        if (curve == curves.end()) curve = curves.insert(curves.end(), Curve{group, {}});
        const double y = plot.distance_to ? std::abs(*height - *plot.distance_to) : *height;
        Point& point = curve->points[*at];
        point.rows.add(y);
        if (over) point.influence.add(entry(over), entry(start), y);
    });
    return panels;
}

// A key of the scene, or a number of the summary.
std::string unit_of_column(const std::string& column)
{
    const std::string_view unit = unit_of_key(column);
    return std::string(unit.empty() ? unit_of_number(column) : unit);
}

// A column, or what is made of it, with the unit it has: "|model.length − 2| [m]".
std::string with_unit_of_column(const std::string& shown, const std::string& column, const std::string& label)
{
    if (!label.empty()) return label;
    const std::string unit = unit_of_column(column);
    return unit.empty() ? shown : fmt::format("{} [{}]", shown, unit);
}

// What is drawn upwards, in words.
std::string drawn_name(const StudyPlot& plot)
{
    if (!plot.spread_over.empty()) return fmt::format("spread of {} over {}", plot.y, plot.spread_over);
    if (!plot.distance_to) return plot.y;
    const double number = *plot.distance_to;
    if (number == 0.0) return fmt::format("|{}|", plot.y);
    return fmt::format("|{} {} {}|", plot.y, number < 0.0 ? "+" : "−", std::abs(number));
}

// Where a bisection along x has crossed its level on a curve.
std::vector<double> crossings_of(const Panel& panel, const Curve& curve, const Study& study,
                                 const OtherAxes& others, const std::vector<Crossing>& crossings)
{
    std::vector<double> places;
    if (!study.bisection || study.bisection->along != study.plot->x) return places;
    const auto value_of = [&](const Crossing& crossing, const std::string& key) {
        const auto& axes = study.design.axes;
        for (std::size_t j = 0; j < axes.size(); ++j)
            if (axes[j].key == key) return crossing.values[j];
        return Value{};
    };
    for (const Crossing& crossing : crossings) {
        bool is_here = crossing.obstacle.empty() && value_of(crossing, study.plot->by) == curve.by;
        for (std::size_t i = 0; i < others.panels.size(); ++i)
            is_here = is_here && value_of(crossing, others.panels[i]) == panel.values[i];
        if (is_here) places.push_back(0.5 * (crossing.low + crossing.high));
    }
    return places;
}

// What a panel shows beside its curves.
struct Shown {
    bool means = false;
    bool chance = false;
    bool crossings = false;
};

// The values of the panel, and what its curves are means over, if they are.
std::string title_of(const Panel& panel, const Study& study, const OtherAxes& others, const Shown& shown)
{
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < others.panels.size(); ++i)
        parts.push_back(fmt::format("{} = {}", others.panels[i], shown_value(panel.values[i])));
    if (shown.means)
        parts.push_back(others.averaged.empty()
                            ? "mean of the rows at each x"
                            : fmt::format("mean over {}", fmt::join(others.averaged, ", ")));
    if (shown.chance) parts.emplace_back("dashed: by chance");
    if (shown.crossings)
        parts.push_back(
            fmt::format("verticals: {} crosses {:g}", study.bisection->of, study.bisection->level));
    return fmt::format("{}", fmt::join(parts, ", "));
}

Chart chart_of(const Panel& panel, const Study& study, const OtherAxes& others,
               const std::vector<Crossing>& crossings)
{
    const StudyPlot& plot = *study.plot;
    Chart chart;
    chart.x = {.name = with_unit_of_column(plot.x, plot.x, plot.x_label), .scale = plot.x_scale};
    chart.y = {.name = with_unit_of_column(drawn_name(plot), plot.y, plot.y_label), .scale = plot.y_scale};
    chart.height = 320.0;

    const bool has_legend = !plot.by.empty() && panel.curves.size() <= most_named;
    Shown shown;
    for (std::size_t n = 0; n < panel.curves.size(); ++n) {
        const Curve& curve = panel.curves[n];
        Series series;
        Envelope envelope;
        series.colour = envelope.colour = series_colour(n);
        series.dashed = n >= 7;  // colours repeat
        series.draw = curve.points.size() <= most_points ? Draw::line_and_points : Draw::line;
        Series chance{.colour = series.colour, .width = 1.0, .dashed = true};
        Series marks{.x = crossings_of(panel, curve, study, others, crossings),
                     .draw = Draw::verticals,
                     .colour = series.colour,
                     .width = 1.0,
                     .dashed = true};
        if (has_legend)
            series.name = fmt::format("{} = {}", plot.by_label.empty() ? plot.by : plot.by_label,
                                      shown_value(curve.by));
        bool has_band = false;
        for (const auto& [at, point] : curve.points) {
            const std::optional<Spread> drawn = drawn_spread(point, plot);
            if (!drawn) continue;
            shown.means = shown.means || point.influence.has_means() ||
                          (plot.spread_over.empty() && point.rows.count > 1);
            if (const auto by_chance = point.influence.spread_by_chance()) {
                chance.x.push_back(at);
                chance.y.push_back(*by_chance);
            }
            series.x.push_back(at);
            series.y.push_back(drawn->mean());
            envelope.x.push_back(at);
            envelope.low.push_back(drawn->low);
            envelope.high.push_back(drawn->high);
            has_band = has_band || drawn->count > 1;
        }
        chart.series.push_back(std::move(series));
        shown.chance = shown.chance || !chance.x.empty();
        shown.crossings = shown.crossings || !marks.x.empty();
        if (!chance.x.empty()) chart.series.push_back(std::move(chance));
        if (!marks.x.empty()) chart.series.push_back(std::move(marks));
        if (has_band) chart.envelopes.push_back(std::move(envelope));
    }
    chart.title = title_of(panel, study, others, shown);
    return chart;
}

}  // namespace

Figure study_figure(const Study& study, const CaseStore& store)
{
    const OtherAxes others = other_axes(study);
    Figure figure;
    figure.title = study.title;
    if (figure.title.empty())
        figure.title = fmt::format("{} against {}", drawn_name(*study.plot), study.plot->x);
    const std::vector<Crossing> crossings = store.crossings();
    for (const Panel& panel : gather(study, store, others.panels))
        figure.panels.push_back(chart_of(panel, study, others, crossings));
    if (figure.panels.empty())
        figure.panels.push_back(
            chart_of({.values = std::vector<Value>(others.panels.size())}, study, others, crossings));
    return figure;
}

}  // namespace rebond
