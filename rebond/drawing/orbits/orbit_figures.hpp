// The figures of an answer about orbits.
#pragma once

#include "rebond/drawing/figures.hpp"
#include "rebond/orbits/orbit_trace.hpp"
#include "rebond/studies/orbits/orbit_search.hpp"

#include <string>
#include <vector>

namespace rebond {

struct OrbitWords {
    std::string subject = {};                // before the titles
    std::string parameter_unit = {};         // of what is followed
    std::vector<std::string> contacts = {};  // as they are called
};

// orbit_phase and orbit_time of the orbit, multipliers where it has some, branch where it was followed.
[[nodiscard]] std::vector<NamedFigure> orbit_figures(const OrbitAnswer& answer, const OrbitTrace& trace,
                                                     const OrbitWords& words);

// Every name such a figure may have.
[[nodiscard]] std::vector<std::string> orbit_figure_files();

}  // namespace rebond
