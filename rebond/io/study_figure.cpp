#include "rebond/io/study_figure.hpp"

#include "rebond/io/scene_description.hpp"
#include "rebond/io/varied_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

namespace rebond {
namespace {

constexpr std::uint64_t most_panels = 12;
constexpr std::size_t most_curves = 14;   // with a legend
constexpr std::size_t most_points = 200;  // of a curve that shows each of its points

// What the rows of one curve say at one x.
struct Spread {
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
};

struct Curve {
    Value by;
    std::map<double, Spread> points;  // by x
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
    for (const ParameterAxis& axis : study.design.axes) {
        const bool is_named =
            axis.key == study.plot->x || axis.key == study.plot->y || axis.key == study.plot->by;
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
    if (!plot.by.empty()) columns.push_back(plot.by);
    columns.insert(columns.end(), keys.begin(), keys.end());
    const std::size_t first_key = plot.by.empty() ? 2 : 3;

    std::vector<Panel> panels;
    database.for_each_good_row(columns, [&](const std::vector<Value>& row) {
        const auto at = number_in(row[0]), height = number_in(row[1]);
        if (!at || !height) return;
        const std::vector<Value> values(row.begin() + static_cast<std::ptrdiff_t>(first_key), row.end());
        auto panel =
            std::find_if(panels.begin(), panels.end(), [&](const Panel& p) { return p.values == values; });
        if (panel == panels.end()) panel = panels.insert(panels.end(), Panel{values, {}});
        const Value group = plot.by.empty() ? Value{} : row[2];
        auto& curves = panel->curves;
        auto curve =
            std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.by == group; });
        if (curve == curves.end()) curve = curves.insert(curves.end(), Curve{group, {}});
        curve->points[*at].add(*height);
    });
    return panels;
}

// Adds the unit of a key of the scene: "model.length [m]".
std::string with_unit_of_key(const std::string& name, const std::vector<KeyDescription>& keys,
                             const std::string& path)
{
    for (const KeyDescription& key : keys) {
        const std::string full = path.empty() ? std::string(key.name) : fmt::format("{}.{}", path, key.name);
        if (full == name && !key.unit.empty() && key.unit != "-")
            return fmt::format("{} [{}]", name, key.unit);
        std::string found = with_unit_of_key(name, key.keys, full);
        for (const AlternativeDescription& alternative : key.alternatives)
            if (found == name)
                found = with_unit_of_key(name, alternative.keys, key.kind == KeyKind::subject ? path : full);
        if (found != name) return found;
    }
    return name;
}

// A value as a legend shows it: strings without quotes.
std::string shown_value(const Value& value)
{
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? *text : toml_text(value);
}

Chart chart_of(const Panel& panel, const Study& study, const std::vector<std::string>& keys)
{
    const auto& [x, y, by] = *study.plot;
    Chart chart;
    const auto scene = describe_scene();
    chart.x.name = with_unit_of_key(x, scene, "");
    chart.y.name = with_unit_of_key(y, scene, "");
    chart.height = 320.0;
    for (std::size_t i = 0; i < keys.size(); ++i)
        chart.title += fmt::format("{}{} = {}", i == 0 ? "" : ", ", keys[i], shown_value(panel.values[i]));

    const bool has_legend = !by.empty() && panel.curves.size() <= most_curves;
    for (std::size_t n = 0; n < panel.curves.size(); ++n) {
        const Curve& curve = panel.curves[n];
        Series series;
        Envelope envelope;
        series.colour = envelope.colour = series_colour(n);
        series.dashed = n >= 7;  // colours repeat
        series.draw = curve.points.size() <= most_points ? Draw::line_and_points : Draw::line;
        if (has_legend) series.name = fmt::format("{} = {}", by, shown_value(curve.by));
        bool is_ensemble = false;
        for (const auto& [at, spread] : curve.points) {
            series.x.push_back(at);
            series.y.push_back(spread.sum / static_cast<double>(spread.count));
            envelope.x.push_back(at);
            envelope.low.push_back(spread.low);
            envelope.high.push_back(spread.high);
            is_ensemble = is_ensemble || spread.count > 1;
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
    figure.title =
        study.title.empty() ? fmt::format("{} over {}", study.plot->y, study.plot->x) : study.title;
    for (const Panel& panel : gather(study, database, keys))
        figure.panels.push_back(chart_of(panel, study, keys));
    if (figure.panels.empty())
        figure.panels.push_back(chart_of({.values = std::vector<Value>(keys.size())}, study, keys));
    return figure;
}

}  // namespace rebond
