#include "rebond/io/study_figure.hpp"

#include "rebond/io/scene_keys.hpp"
#include "rebond/io/varied_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace rebond {
namespace {

constexpr std::uint64_t most_panels = 12;
constexpr std::size_t most_curves = 14;   // with a legend
constexpr std::size_t most_points = 200;  // of a curve that shows each of its points

// What some rows say.
struct Ensemble {
    std::size_t count = 0;
    double sum = 0.0;
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double y)
    {
        ++count;
        sum += y;
        low = std::min(low, y);
        high = std::max(high, y);
    }

    double mean() const { return sum / static_cast<double>(count); }
};

// The rows of a curve at one x: one ensemble for each value of the axis of a spread, or just one.
using Ensembles = std::map<Value, Ensemble>;

// The spread as an ensemble of one; nothing if there is one value only to spread over.
std::optional<Ensemble> spread_of(const Ensembles& ensembles)
{
    if (ensembles.size() < 2) return std::nullopt;
    Ensemble means, spread;
    for (const auto& [value, ensemble] : ensembles) means.add(ensemble.mean());
    spread.add(means.high - means.low);
    return spread;
}

struct Curve {
    Value by;
    std::map<double, Ensembles> points;  // by x
};

struct Panel {
    std::vector<Value> values = {};  // of the axes that make panels
    std::vector<Curve> curves = {};
};

// Axes with more than one value that the plot does not name: none if they make too many panels.
std::vector<std::string> panel_keys(const Study& study)
{
    std::vector<std::string> keys;
    double panels = 1.0;
    const StudyPlot& plot = *study.plot;
    for (const ParameterAxis& axis : study.design.axes) {
        const bool is_named =
            axis.key == plot.x || axis.key == plot.y || axis.key == plot.by || axis.key == plot.spread_over;
        if (is_named || is_random(axis) || size_of(axis) < 2) continue;
        keys.push_back(axis.key);
        panels *= static_cast<double>(size_of(axis));
    }
    return panels <= static_cast<double>(most_panels) ? keys : std::vector<std::string>{};
}

std::vector<Panel> gather(const Study& study, const StudyDatabase& database,
                          const std::vector<std::string>& keys)
{
    const StudyPlot& plot = *study.plot;
    std::vector<std::string> columns{plot.x, plot.y};
    for (const std::string& optional : {plot.by, plot.spread_over})
        if (!optional.empty()) columns.push_back(optional);
    const std::size_t first_key = columns.size();
    columns.insert(columns.end(), keys.begin(), keys.end());

    std::vector<Panel> panels;
    database.for_each_good_row(columns, [&](const std::vector<Value>& row) {
        const auto at = number_in(row[0]), height = number_in(row[1]);
        if (!at || !height) return;
        const std::vector<Value> values(row.begin() + static_cast<std::ptrdiff_t>(first_key), row.end());
        auto panel =
            std::find_if(panels.begin(), panels.end(), [&](const Panel& p) { return p.values == values; });
        if (panel == panels.end()) panel = panels.insert(panels.end(), Panel{values, {}});
        const Value group = plot.by.empty() ? Value{} : row[2];
        const Value member = plot.spread_over.empty() ? Value{} : row[first_key - 1];
        auto& curves = panel->curves;
        auto curve =
            std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.by == group; });
        if (curve == curves.end()) curve = curves.insert(curves.end(), Curve{group, {}});
        curve->points[*at][member].add(plot.distance_to ? std::abs(*height - *plot.distance_to) : *height);
    });
    return panels;
}

// A column, or what is made of it, with the unit it has: "|model.length − 2| [m]".
std::string with_unit_of_key(const std::string& shown, const std::string& column)
{
    const std::string unit = unit_of_key(column);
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

// A value as a legend shows it: strings without quotes.
std::string shown_value(const Value& value)
{
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? *text : toml_text(value);
}

Chart chart_of(const Panel& panel, const Study& study, const std::vector<std::string>& keys)
{
    const StudyPlot& plot = *study.plot;
    Chart chart;
    chart.x = {.name = with_unit_of_key(plot.x, plot.x), .scale = plot.x_scale};
    chart.y = {.name = with_unit_of_key(drawn_name(plot), plot.y), .scale = plot.y_scale};
    chart.height = 320.0;
    for (std::size_t i = 0; i < keys.size(); ++i)
        chart.title += fmt::format("{}{} = {}", i == 0 ? "" : ", ", keys[i], shown_value(panel.values[i]));

    const bool has_legend = !plot.by.empty() && panel.curves.size() <= most_curves;
    for (std::size_t n = 0; n < panel.curves.size(); ++n) {
        const Curve& curve = panel.curves[n];
        Series series;
        Envelope envelope;
        series.colour = envelope.colour = series_colour(n);
        series.dashed = n >= 7;  // colours repeat
        series.draw = curve.points.size() <= most_points ? Draw::line_and_points : Draw::line;
        if (has_legend) series.name = fmt::format("{} = {}", plot.by, shown_value(curve.by));
        bool is_ensemble = false;
        for (const auto& [at, ensembles] : curve.points) {
            const std::optional<Ensemble> drawn =
                plot.spread_over.empty() ? ensembles.begin()->second : spread_of(ensembles);
            if (!drawn) continue;
            series.x.push_back(at);
            series.y.push_back(drawn->mean());
            envelope.x.push_back(at);
            envelope.low.push_back(drawn->low);
            envelope.high.push_back(drawn->high);
            is_ensemble = is_ensemble || drawn->count > 1;
        }
        chart.series.push_back(std::move(series));
        if (is_ensemble) chart.envelopes.push_back(std::move(envelope));
    }
    return chart;
}

}  // namespace

Figure study_figure(const Study& study, const StudyDatabase& database)
{
    const std::vector<std::string> keys = panel_keys(study);
    Figure figure;
    figure.title = study.title;
    if (figure.title.empty())
        figure.title = fmt::format("{} against {}", drawn_name(*study.plot), study.plot->x);
    for (const Panel& panel : gather(study, database, keys))
        figure.panels.push_back(chart_of(panel, study, keys));
    if (figure.panels.empty())
        figure.panels.push_back(chart_of({.values = std::vector<Value>(keys.size())}, study, keys));
    return figure;
}

}  // namespace rebond
