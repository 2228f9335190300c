#include "rebond/drawing/placed_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {

double place_along(const Axis& axis, double value)
{
    if (axis.scale == Scale::linear) return value;
    return value > 0.0 && is_drawable(value) ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
}

Extent values_between(const Axis& axis, Extent places)
{
    if (axis.scale == Scale::linear) return places;
    const double most = std::log10(largest_drawable);
    return {std::pow(10.0, std::clamp(places.lo, -most, most)),
            std::pow(10.0, std::clamp(places.hi, -most, most))};
}

void place_along_axes(Chart& chart)
{
    const auto place = [](const Axis& axis, std::vector<double>& values) {
        if (axis.scale == Scale::linear) return;
        for (double& value : values) value = place_along(axis, value);
    };
    // What reaches down to zero or below goes on to `before` all places.
    const auto place_end = [](const Axis& axis, double& value, double before) {
        value = axis.scale == Scale::logarithmic && value <= 0.0 ? before : place_along(axis, value);
    };
    for (Series& series : chart.series) {
        place(chart.x, series.x);
        place(chart.y, series.y);
    }
    for (Envelope& envelope : chart.envelopes) {
        place(chart.x, envelope.x);
        place(chart.y, envelope.high);
        for (double& low : envelope.low) place_end(chart.y, low, -std::numeric_limits<double>::infinity());
    }
    for (Band& band : chart.bands) {
        place_end(chart.x, band.from, -largest_drawable);
        place_end(chart.x, band.to, -largest_drawable);
    }
    for (Axis* axis : {&chart.x, &chart.y}) {
        if (axis->scale == Scale::linear) continue;
        chart.magnification.reset();
        if (!axis->range) continue;
        const Extent places{place_along(*axis, axis->range->lo), place_along(*axis, axis->range->hi)};
        axis->range = is_drawable(places.lo) && is_drawable(places.hi) ? std::optional(places) : std::nullopt;
    }
}

}  // namespace rebond
