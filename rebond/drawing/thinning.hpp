// Fewer points, the same picture.
//
// A screen column shows of a curve where it enters, its least and greatest value, and where it
// leaves. Keeping those four of every run of points that share a column loses nothing visible and,
// above all, no extreme.
#pragma once

#include "rebond/drawing/axis_scale.hpp"

#include <cstddef>
#include <vector>

namespace rebond {

// Indices, in order, of the points to keep when `range` of x is drawn in `columns` columns. Points
// outside the range collapse into one column on either side. Of a run of points that cannot be drawn
// one is kept: it marks the gap in the line. x and y have the same length.
std::vector<std::size_t> thin(const std::vector<double>& x, const std::vector<double>& y, Extent range,
                              int columns);

}  // namespace rebond
