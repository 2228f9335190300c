// A problem that can be run: built, and judged before anything is integrated.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/scene/scene.hpp"

#include <string>
#include <vector>

namespace rebond {

struct PreparedProblem {
    Problem problem;
    std::vector<std::string> warnings;  // about the model, the scheme and the step
};

// Throws Unbuildable, also for a step the scheme cannot take.
[[nodiscard]] PreparedProblem prepare_problem(const Scene& scene);

}  // namespace rebond
