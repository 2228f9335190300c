#include "rebond/drawing/plot_area.hpp"

#include <cmath>
#include <utility>

namespace rebond {
namespace {

// An interval that can be drawn: in order, and wider than a single value up to rounding.
Extent with_width(Extent range, Scale scale)
{
    if (!is_drawable(range.lo) || !is_drawable(range.hi)) return {};
    if (range.lo > range.hi) std::swap(range.lo, range.hi);
    const bool is_linear = scale == Scale::linear;
    const double magnitude = is_linear ? std::max(std::abs(range.lo), std::abs(range.hi)) : 1.0;
    if (range.span() > 1e-12 * magnitude) return range;
    const double half = !is_linear ? 0.5 : magnitude > 0.0 ? 0.05 * magnitude : 1.0;
    return {range.lo - half, range.hi + half};
}

Extent with_margin(Extent range)
{
    const double margin = 0.06 * range.span();
    return {range.lo - margin, range.hi + margin};
}

// What the series occupy along one axis; nothing if nothing can be drawn.
std::optional<Extent> data_range(const Chart& chart, bool along_x)
{
    std::optional<Extent> range;
    const auto include = [&](const std::vector<double>& values) {
        const auto own = range_of(values);
        if (!own) return;
        range = range ? Extent{std::min(range->lo, own->lo), std::max(range->hi, own->hi)} : *own;
    };
    for (const Series& series : chart.series)
        if (along_x || has_y(series.draw)) include(along_x ? series.x : series.y);
    for (const Envelope& envelope : chart.envelopes) {
        include(along_x ? envelope.x : envelope.low);
        include(along_x ? envelope.x : envelope.high);
    }
    return range;
}

// As given, or what the data need: with a margin above and below, and beside a logarithmic x, where nothing
// such as a time zero marks the edge.
Extent chosen_range(const Chart& chart, bool along_x)
{
    const Axis& axis = along_x ? chart.x : chart.y;
    if (axis.range) return with_width(*axis.range, axis.scale);
    const Extent needed = with_width(data_range(chart, along_x).value_or(Extent{}), axis.scale);
    return along_x && axis.scale == Scale::linear ? needed : with_margin(needed);
}

}  // namespace

bool has_y(Draw draw)
{
    return draw != Draw::verticals && draw != Draw::rug;
}

bool shows_anything(const Series& series)
{
    if (!has_y(series.draw)) return range_of(series.x).has_value();
    for (std::size_t i = 0; i < series.x.size(); ++i)
        if (is_drawable(series.x[i]) && is_drawable(series.y[i])) return true;
    return false;
}

bool is_empty(const Chart& chart)
{
    return std::none_of(chart.series.begin(), chart.series.end(), shows_anything);
}

void choose_ranges(const Chart& chart, PlotArea& area)
{
    area.x = chosen_range(chart, true);
    area.y = chosen_range(chart, false);

    if (!chart.magnification) return;
    // One length unit takes `scale` pixels along x and magnification × scale along y; whichever
    // direction has room to spare is widened about its middle.
    const double zoom = *chart.magnification;
    const double scale = std::min(area.width / area.x.span(), area.height / (zoom * area.y.span()));
    const auto widened = [](Extent range, double span) {
        const double middle = 0.5 * (range.lo + range.hi);
        return Extent{middle - 0.5 * span, middle + 0.5 * span};
    };
    area.x = widened(area.x, area.width / scale);
    area.y = widened(area.y, area.height / (zoom * scale));
}

}  // namespace rebond
