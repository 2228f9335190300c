// Families of orbits without load, energy over period: a line where they are stable, dashes where not, a
// point where an orbit is alone. What is no motion of the body is left out.
#pragma once

#include "rebond/drawing/plot_svg.hpp"
#include "rebond/studies/orbits/orbit_search.hpp"

#include <string>
#include <vector>

namespace rebond {

struct NamedAnswer {
    std::string name = {};  // in the legend
    OrbitAnswer answer = {};
};

[[nodiscard]] Figure family_figure(const std::string& subject, const std::vector<NamedAnswer>& orbits);

}  // namespace rebond
