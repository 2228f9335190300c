// Where a body is at a few moments of its run, true to scale: its axis and how far that bends, or discs.
#pragma once

#include "rebond/analysis/result.hpp"
#include "rebond/drawing/plot_svg.hpp"
#include "rebond/mechanics/model.hpp"

#include <optional>

namespace rebond {

// None where the model has no outline. The subject is left to the caller.
std::optional<Figure> shape_figure(const Result& result, const Model& model);

}  // namespace rebond
