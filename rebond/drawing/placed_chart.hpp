// Charts with every value replaced by its place along its axis: itself, or its logarithm to the base of ten.
// Placed charts are drawn without knowing of scales.
#pragma once

#include "rebond/drawing/plot_svg.hpp"

namespace rebond {

// Not a number for what has no place.
double place_along(const Axis& axis, double value);

// The values between two places along an axis.
Extent values_between(const Axis& axis, Extent places);

// A range of values without places is dropped, and so is a magnification, which logarithms cannot show.
void place_along_axes(Chart& chart);

}  // namespace rebond
