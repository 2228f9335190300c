#include "rebond/drawing/plot_svg.hpp"

#include "rebond/core/error.hpp"
#include "rebond/drawing/placed_chart.hpp"
#include "rebond/drawing/plot_area.hpp"
#include "rebond/drawing/svg_text.hpp"
#include "rebond/drawing/thinning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

namespace rebond {

namespace {

// Lengths of the layout [px].
constexpr double margin_left = 78.0;  // y labels
constexpr double margin_right = 22.0;
constexpr double x_labels_height = 44.0;
constexpr double figure_title_height = 34.0;
constexpr double chart_title_height = 24.0;
constexpr double legend_row_height = 18.0;
constexpr double legend_swatch = 24.0;
constexpr double gap_between_panels = 14.0;
constexpr double figure_title_font = 16.0;
constexpr double chart_title_font = 13.0;
constexpr double tick_font = 11.0;
constexpr double label_font = 12.0;

constexpr std::size_t longest_unthinned_line = 20000;  // points
constexpr double infinity = std::numeric_limits<double>::infinity();

std::string_view hex(Colour colour)
{
    constexpr std::array<std::string_view, 9> codes = {"#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442",
                                                       "#0072b2", "#d55e00", "#cc79a7", "#8a8a8a"};
    return codes[static_cast<std::size_t>(colour)];
}

bool has_line(Draw draw)
{
    return draw == Draw::line || draw == Draw::line_and_points;
}
bool has_points(Draw draw)
{
    return draw == Draw::points || draw == Draw::line_and_points;
}

// Appends formatted text, or a line of it.
template <typename... Args>
void put(std::string& svg, fmt::format_string<Args...> format, Args&&... args)
{
    fmt::format_to(std::back_inserter(svg), format, std::forward<Args>(args)...);
}

template <typename... Args>
void put_line(std::string& svg, fmt::format_string<Args...> format, Args&&... args)
{
    put(svg, format, std::forward<Args>(args)...);
    svg += '\n';
}

// ---- legend

struct LegendEntry {
    std::string name;
    const Series* series = nullptr;  // either a series
    const Band* band = nullptr;      // or a band
    double x = 0.0;                  // of the swatch, from the left of the plot area
    int row = 0;
};

std::vector<LegendEntry> legend_entries(const Chart& chart, double width)
{
    std::vector<LegendEntry> entries;
    for (const Series& series : chart.series)
        if (!series.name.empty() && shows_anything(series))
            entries.push_back({.name = series.name, .series = &series});
    for (const Band& band : chart.bands)
        if (!band.name.empty() && !is_empty(chart)) entries.push_back({.name = band.name, .band = &band});

    double x = 0.0;
    int row = 0;
    for (LegendEntry& entry : entries) {
        const double needed = legend_swatch + 6.0 + text_width(entry.name, tick_font) + 16.0;
        if (x > 0.0 && x + needed > width) {
            x = 0.0;
            ++row;
        }
        entry.x = x;
        entry.row = row;
        x += needed;
    }
    return entries;
}

double legend_height(const Chart& chart, double width)
{
    const auto entries = legend_entries(chart, width);
    return entries.empty() ? 0.0 : legend_row_height * (entries.back().row + 1) + 2.0;
}

std::string dashes(const Series& series)
{
    return series.dashed ? R"( stroke-dasharray="6 4")" : "";
}

void draw_swatch(std::string& svg, const LegendEntry& entry, double x, double y)
{
    if (entry.band) {
        put_line(svg, R"(<rect x="{:.1f}" y="{:.1f}" width="{}" height="10" fill="{}" fill-opacity="0.22"/>)",
                 x, y - 5.0, legend_swatch, hex(entry.band->colour));
        return;
    }
    const Series& series = *entry.series;
    const double middle = x + 0.5 * legend_swatch;
    if (has_line(series.draw))
        put_line(svg, R"(<path d="M{:.1f} {:.1f}h{}" stroke="{}" stroke-width="{:.2f}"{}/>)", x, y,
                 legend_swatch, hex(series.colour), series.width + 0.4, dashes(series));
    if (has_points(series.draw))
        put_line(svg, R"(<circle cx="{:.1f}" cy="{:.1f}" r="{:.2f}" fill="{}"/>)", middle, y,
                 1.25 * series.width + 0.5, hex(series.colour));
    if (!has_y(series.draw))
        put_line(svg, R"(<path d="M{:.1f} {:.1f}v10" stroke="{}" stroke-width="{:.2f}"{}/>)", middle, y - 5.0,
                 hex(series.colour), series.width, dashes(series));
}

void draw_legend(std::string& svg, const Chart& chart, double left, double top, double width)
{
    for (const LegendEntry& entry : legend_entries(chart, width)) {
        const double y = top + legend_row_height * (entry.row + 0.5);
        draw_swatch(svg, entry, left + entry.x, y);
        put_line(svg, R"(<text x="{:.1f}" y="{:.1f}" font-size="{}">{}</text>)",
                 left + entry.x + legend_swatch + 6.0, y + 4.0, tick_font, escape_xml(entry.name));
    }
}

// ---- series

void draw_line(std::string& svg, const Series& series, const PlotArea& area)
{
    std::vector<std::size_t> points;
    if (series.x.size() > longest_unthinned_line) {
        points = thin(series.x, series.y, area.x, static_cast<int>(2.0 * area.width));
    } else {
        points.resize(series.x.size());
        for (std::size_t i = 0; i < points.size(); ++i) points[i] = i;
    }

    // Each piece between gaps is a subpath; a piece of one point shows as a dot.
    std::string path;
    for (std::size_t at = 0; at < points.size();) {
        std::size_t drawn = 0;
        double x = 0.0;
        double y = 0.0;
        for (; at < points.size(); ++at, ++drawn) {
            const std::size_t i = points[at];
            if (!is_drawable(series.x[i]) || !is_drawable(series.y[i])) break;
            x = area.px(series.x[i]);
            y = area.py(series.y[i]);
            put(path, "{}{:.2f} {:.2f}", drawn == 0 ? "M" : drawn == 1 ? "L" : " ", x, y);
        }
        if (drawn == 1)
            put_line(svg, R"(<circle cx="{:.2f}" cy="{:.2f}" r="{:.2f}" fill="{}"/>)", x, y,
                     1.25 * series.width, hex(series.colour));
        if (drawn == 0) ++at;
    }
    if (path.empty()) return;
    put_line(svg, R"(<path d="{}" fill="none" stroke="{}" stroke-width="{:.2f}"{}/>)", path,
             hex(series.colour), series.width, dashes(series));
}

void draw_points(std::string& svg, const Series& series, const PlotArea& area)
{
    // Points closer than half a pixel hide each other: one is enough.
    std::set<std::pair<long, long>> taken;
    put_line(svg, R"(<g fill="{}">)", hex(series.colour));
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!area.spans_x(series.x[i]) || !is_drawable(series.y[i])) continue;
        const double x = area.px(series.x[i]);
        const double y = area.py(series.y[i]);
        if (!taken.emplace(std::lround(2.0 * x), std::lround(2.0 * y)).second) continue;
        put_line(svg, R"(<circle cx="{:.2f}" cy="{:.2f}" r="{:.2f}"/>)", x, y, 1.25 * series.width);
    }
    put_line(svg, "</g>");
}

void draw_marks(std::string& svg, const Series& series, const PlotArea& area)
{
    const double length = series.draw == Draw::rug ? 9.0 : area.height;
    std::set<long> taken;  // half pixels
    std::string path;
    for (const double x : series.x)
        if (area.spans_x(x) && taken.insert(std::lround(2.0 * area.px(x))).second)
            put(path, "M{:.2f} {:.2f}v{:.2f}", area.px(x), area.bottom(), -length);
    if (path.empty()) return;
    put_line(svg, R"(<path d="{}" fill="none" stroke="{}" stroke-width="{:.2f}" stroke-linecap="butt"{}{}/>)",
             path, hex(series.colour), series.width,
             series.draw == Draw::rug ? "" : R"( stroke-opacity="0.45")", dashes(series));
}

void draw_band(std::string& svg, const Band& band, const PlotArea& area)
{
    if (!is_drawable(band.from) || !is_drawable(band.to)) return;
    const double from = area.px(std::clamp(std::min(band.from, band.to), area.x.lo, area.x.hi));
    const double to = area.px(std::clamp(std::max(band.from, band.to), area.x.lo, area.x.hi));
    put_line(svg,
             R"(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="{}" fill-opacity="0.22"/>)",
             from, area.top, std::max(to - from, 1.5), area.height, hex(band.colour));
}

// Each piece between gaps is a polygon: along the upper curve and back along the lower one.
void draw_envelope(std::string& svg, const Envelope& envelope, const PlotArea& area)
{
    const auto is_gap = [&](std::size_t i) {
        const bool has_low = is_drawable(envelope.low[i]) || envelope.low[i] == -infinity;
        return !is_drawable(envelope.x[i]) || !has_low || !is_drawable(envelope.high[i]);
    };
    const auto low = [&](std::size_t i) {
        return envelope.low[i] == -infinity ? area.y.lo : envelope.low[i];
    };
    for (std::size_t start = 0; start < envelope.x.size();) {
        std::size_t end = start;
        std::string path;
        for (; end < envelope.x.size() && !is_gap(end); ++end)
            put(path, "{}{:.2f} {:.2f}", end == start ? "M" : "L", area.px(envelope.x[end]),
                area.py(envelope.high[end]));
        for (std::size_t i = end; i-- > start;)
            put(path, "L{:.2f} {:.2f}", area.px(envelope.x[i]), area.py(low(i)));
        if (!path.empty())
            put_line(svg, R"(<path d="{}Z" fill="{}" fill-opacity="0.22"/>)", path, hex(envelope.colour));
        start = end + 1;
    }
}

// ---- frame

// An axis label in its room [px]: smaller if it is long, down to what can be read, and then cut.
void put_axis_label(std::string& svg, const std::string& place, const std::string& label, double room)
{
    const double font =
        label_font * std::clamp(room / std::max(text_width(label, label_font), 1.0), 0.7, 1.0);
    put_line(svg, R"(<text {} font-size="{:.3g}" text-anchor="middle">{}</text>)", place, font,
             escape_xml(shortened(label, font, room)));
}

// Grid, tick labels and axis labels; the ticks themselves are the grid's ends.
void draw_axes(std::string& svg, const Chart& chart, const PlotArea& area)
{
    const Extent along_x = values_between(chart.x, area.x), along_y = values_between(chart.y, area.y);
    const int x_ticks = static_cast<int>(area.width / 85.0), y_ticks = static_cast<int>(area.height / 42.0);
    // A true shape has one unit.
    const bool is_to_scale = chart.magnification == 1.0 && chart.x.unit == chart.y.unit;
    const double beside =
        is_to_scale ? std::max(greatest_label(along_x, x_ticks), greatest_label(along_y, y_ticks)) : 0.0;
    const AxisScale x = axis_scale(along_x, x_ticks, chart.x.name, chart.x.unit, chart.x.scale, beside);
    const AxisScale y = axis_scale(along_y, y_ticks, chart.y.name, chart.y.unit, chart.y.scale, beside);
    const auto px = [&](double tick) { return area.px(place_along(chart.x, tick)); };
    const auto py = [&](double tick) { return area.py(place_along(chart.y, tick)); };

    put_line(svg, R"(<g stroke="#e3e3e3" stroke-width="0.8">)");
    for (const double tick : x.ticks)
        put_line(svg, R"(<path d="M{:.2f} {:.2f}v{:.2f}"/>)", px(tick), area.top, area.height);
    for (const double tick : y.ticks)
        put_line(svg, R"(<path d="M{:.2f} {:.2f}h{:.2f}"/>)", area.left, py(tick), area.width);
    put_line(svg, "</g>");
    if (!x.minor_ticks.empty() || !y.minor_ticks.empty()) {
        put_line(svg, R"(<g stroke="#555555" stroke-width="0.7">)");
        for (const double tick : x.minor_ticks)
            put_line(svg, R"(<path d="M{:.2f} {:.2f}v-4"/>)", px(tick), area.bottom());
        for (const double tick : y.minor_ticks)
            put_line(svg, R"(<path d="M{:.2f} {:.2f}h4"/>)", area.left, py(tick));
        put_line(svg, "</g>");
    }

    put_line(svg, R"(<g font-size="{}" fill="#333333" text-anchor="middle">)", tick_font);
    for (const double tick : x.ticks)
        put_line(svg, R"(<text x="{:.2f}" y="{:.2f}">{}</text>)", px(tick), area.bottom() + 16.0,
                 x.text(tick));
    put_line(svg, "</g>");
    put_line(svg, R"(<g font-size="{}" fill="#333333" text-anchor="end">)", tick_font);
    for (const double tick : y.ticks)
        put_line(svg, R"(<text x="{:.2f}" y="{:.2f}">{}</text>)", area.left - 7.0, py(tick) + 4.0,
                 y.text(tick));
    put_line(svg, "</g>");

    put_axis_label(
        svg, fmt::format(R"(x="{:.2f}" y="{:.2f}")", area.left + 0.5 * area.width, area.bottom() + 35.0),
        x.label, area.width);
    double widest = 0.0;
    for (const double tick : y.ticks) widest = std::max(widest, text_width(y.text(tick), tick_font));
    const double label_x = std::max(area.left - 7.0 - widest - 12.0, area.left - margin_left + 14.0);
    put_axis_label(svg,
                   fmt::format(R"svg(transform="translate({:.2f} {:.2f}) rotate(-90)")svg", label_x,
                               area.top + 0.5 * area.height),
                   y.label, area.height + x_labels_height);
}

void draw_chart(std::string& svg, const Chart& chart, double left, double top, double width, int id)
{
    const bool empty = is_empty(chart);
    const double legend_top = top + (chart.title.empty() ? 0.0 : chart_title_height);
    const double plot_width = width - margin_left - margin_right;
    PlotArea area{.left = left + margin_left,
                  .top = legend_top + legend_height(chart, plot_width),
                  .width = plot_width,
                  .height = chart.height};
    choose_ranges(chart, area);

    if (!chart.title.empty())
        put_line(svg, R"(<text x="{:.1f}" y="{:.1f}" font-size="{}" font-weight="600">{}</text>)", area.left,
                 top + 15.0, chart_title_font,
                 escape_xml(shortened(chart.title, chart_title_font, plot_width)));
    draw_legend(svg, chart, area.left, legend_top, plot_width);
    if (!empty) draw_axes(svg, chart, area);

    put_line(
        svg,
        R"(<clipPath id="plot{}"><rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/></clipPath>)",
        id, area.left, area.top, area.width, area.height);
    put_line(svg, R"svg(<g clip-path="url(#plot{})" stroke-linejoin="round" stroke-linecap="round">)svg", id);
    if (!empty)
        for (const Band& band : chart.bands) draw_band(svg, band, area);
    for (const Envelope& envelope : chart.envelopes) draw_envelope(svg, envelope, area);
    for (const Series& series : chart.series) {
        if (!has_y(series.draw)) draw_marks(svg, series, area);
        if (has_line(series.draw)) draw_line(svg, series, area);
        if (has_points(series.draw)) draw_points(svg, series, area);
    }
    put_line(svg, "</g>");

    put_line(svg,
             R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="none" stroke="#555555"/>)",
             area.left, area.top, area.width, area.height);
    if (empty)
        put_line(
            svg,
            R"(<text x="{:.1f}" y="{:.1f}" font-size="13" fill="#666666" text-anchor="middle">{}</text>)",
            area.left + 0.5 * area.width, area.top + 0.5 * area.height, escape_xml(chart.empty_note));
}

std::string heading(const std::string& subject, const std::string& title)
{
    return subject.empty() ? title : subject + ": " + title;
}

// The heading as wide as the figure allows: what is shown stays readable, and the subject gives way.
std::string heading_within(const Figure& figure)
{
    const double width = figure.width - margin_left - margin_right;
    const double left = width - text_width(": " + figure.title, figure_title_font);
    const std::string subject = shortened(figure.subject, figure_title_font, left);
    return shortened(heading(subject, figure.title), figure_title_font, width);
}

double chart_height(const Chart& chart, double width)
{
    return (chart.title.empty() ? 0.0 : chart_title_height) +
           legend_height(chart, width - margin_left - margin_right) + chart.height + x_labels_height;
}

}  // namespace

Colour series_colour(std::size_t n)
{
    constexpr std::array order = {Colour::blue,   Colour::vermillion, Colour::green, Colour::orange,
                                  Colour::purple, Colour::sky,        Colour::black};
    return order[n % order.size()];
}

Colour curve_colour(std::size_t n)
{
    constexpr std::array order = {Colour::blue,   Colour::orange, Colour::green,
                                  Colour::purple, Colour::sky,    Colour::black};
    return order[n % order.size()];
}

std::string_view name_of(Colour colour)
{
    constexpr std::array<std::string_view, 9> names = {"black", "orange",     "sky",    "green", "yellow",
                                                       "blue",  "vermillion", "purple", "grey"};
    return names[static_cast<std::size_t>(colour)];
}

std::string to_svg(Figure figure)
{
    for (Chart& chart : figure.panels) {
        for (const Series& series : chart.series)
            require(!has_y(series.draw) || series.x.size() == series.y.size(),
                    "to_svg: x and y differ in length");
        for (const Envelope& envelope : chart.envelopes)
            require(envelope.x.size() == envelope.low.size() && envelope.x.size() == envelope.high.size(),
                    "to_svg: an envelope's x, low and high differ in length");
        place_along_axes(chart);
    }

    const bool stacked = figure.arrangement == Arrangement::stacked;
    const auto count = static_cast<double>(std::max<std::size_t>(figure.panels.size(), 1));
    const double panel_width = stacked ? figure.width : figure.width / count;
    const double top = figure.title.empty() ? 8.0 : figure_title_height;
    double height = top;
    for (const Chart& chart : figure.panels) {
        const double below = chart_height(chart, panel_width);
        height = stacked ? height + below + gap_between_panels
                         : std::max(height, top + below + gap_between_panels);
    }

    std::string svg;
    put_line(
        svg,
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" height="{1:.0f}" viewBox="0 0 {0:.0f} {1:.0f}" )"
        R"(role="img" fill="#111111" font-family="system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif">)",
        figure.width, height);
    put_line(svg, "<title>{}</title>", escape_xml(heading(figure.subject, figure.title)));
    put_line(svg, R"(<rect width="100%" height="100%" fill="#ffffff"/>)");
    if (!figure.title.empty())
        put_line(svg, R"(<text x="{:.1f}" y="22" font-size="{}" font-weight="600">{}</text>)", margin_left,
                 figure_title_font, escape_xml(heading_within(figure)));

    double x = 0.0;
    double y = top;
    int id = 0;
    for (const Chart& chart : figure.panels) {
        draw_chart(svg, chart, x, y, panel_width, id++);
        (stacked ? y : x) += stacked ? chart_height(chart, panel_width) + gap_between_panels : panel_width;
    }
    put_line(svg, "</svg>");
    return svg;
}

}  // namespace rebond
