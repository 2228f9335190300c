// What a reader of the coefficients of restitution of a dropped body should know of the time they were taken
// over.
#pragma once

#include "rebond/analysis/findings.hpp"
#include "rebond/scene/scene.hpp"

#include <string>
#include <vector>

namespace rebond {

std::vector<std::string> restitution_warnings(const Scene& scene, const Problem& problem,
                                              const Findings& findings);

}  // namespace rebond
