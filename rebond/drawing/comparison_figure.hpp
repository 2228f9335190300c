// Work and precision of schemes: error over cost, a curve for each.
#pragma once

#include "rebond/drawing/plot_svg.hpp"
#include "rebond/studies/scheme_comparison.hpp"

#include <string>

namespace rebond {

// A better method is further down and to the left.
Figure comparison_figure(const std::string& subject, const SchemeComparison& comparison);

}  // namespace rebond
