// The standard figures of a run: height and velocity of the contact points, forces, energies, shapes or
// displacements.
#pragma once

#include "rebond/analysis/result.hpp"
#include "rebond/drawing/plot_svg.hpp"
#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/model.hpp"

#include <string>
#include <vector>

namespace rebond {

struct NamedFigure {
    std::string file;  // "tip_height.svg"
    Figure figure;
};

// tip_height and tip_velocity where there are contacts, contact_force where one lasts, energy, shape where
// the model has an outline and displacement where it has none. A figure with nothing to show is left out.
std::vector<NamedFigure> standard_figures(const Result& result, const Model& model);

// Every name a figure may have, or may have in a run of `problem`.
std::vector<std::string> figure_files();
std::vector<std::string> figure_files(const Problem& problem);

}  // namespace rebond
