// What a placed chart shows: which of its series can be seen, between which values, and where those land on
// the page.
#pragma once

#include "rebond/drawing/plot_svg.hpp"

#include <algorithm>

namespace rebond {

bool has_y(Draw draw);

// Whether there is something to draw.
bool shows_anything(const Series& series);
bool is_empty(const Chart& chart);

// Where the places of a chart land on the page.
struct PlotArea {
    double left = 0.0;
    double top = 0.0;
    double width = 1.0;
    double height = 1.0;
    Extent x = {};
    Extent y = {};

    double bottom() const { return top + height; }
    double px(double value) const { return left + on_page(width * ((value - x.lo) / x.span())); }
    double py(double value) const { return bottom() - on_page(height * ((value - y.lo) / y.span())); }
    bool spans_x(double value) const { return is_drawable(value) && value >= x.lo && value <= x.hi; }

    // Renderers dislike huge coordinates; from this far off the page the difference cannot be seen.
    static double on_page(double pixels) { return std::clamp(pixels, -1e5, 1e5); }
};

// The values that the area spans: those of the chart's axes, or what its data need, widened where the chart
// has a magnification to keep.
void choose_ranges(const Chart& chart, PlotArea& area);

}  // namespace rebond
