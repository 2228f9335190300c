// Room beside curves whose ends say something.
#pragma once

#include "rebond/drawing/plot_svg.hpp"

#include <algorithm>

namespace rebond {

// Gives the x axis a range a little wider than its lines and points.
inline void widen(Chart& chart)
{
    constexpr double margin = 0.03;  // of the range [-]
    std::vector<double> all;
    for (const Series& series : chart.series)
        if (series.draw != Draw::verticals) all.insert(all.end(), series.x.begin(), series.x.end());
    const auto range = range_of(all);
    if (!range || !(range->span() > 0.0)) return;
    chart.x.range = Extent{range->lo - margin * range->span(), range->hi + margin * range->span()};
}

}  // namespace rebond
