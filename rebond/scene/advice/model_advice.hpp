// What a user should know of a model before it runs: signs that are hardly meant.
#pragma once

#include "rebond/integration/problem.hpp"

#include <string>
#include <vector>

namespace rebond {

[[nodiscard]] std::vector<std::string> advise_model(const Model& model);

}  // namespace rebond
