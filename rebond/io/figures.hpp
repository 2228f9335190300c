// The standard figures of a run: height and velocity of the contact point, energies, shapes.
#pragma once

#include "rebond/io/plot_svg.hpp"
#include "rebond/io/result.hpp"
#include "rebond/mechanics/model.hpp"

#include <string>
#include <vector>

namespace rebond {

struct NamedFigure {
    std::string file;  // "tip_height.svg"
    Figure figure;
};

// tip_height, tip_velocity, energy, and shape where the model has an outline. A result without impacts,
// with one sample or with none still gives its figures, with what there is to show.
std::vector<NamedFigure> standard_figures(const Result& result, const Model& model);

}  // namespace rebond
