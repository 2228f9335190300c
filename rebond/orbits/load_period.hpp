// The period of what drives a body: loads and stops that move.
#pragma once

#include "rebond/integration/problem.hpp"

#include <optional>
#include <vector>

namespace rebond {

// [rad/s] of all that depends on time, without zeros.
[[nodiscard]] std::vector<double> driving_frequencies(const Problem& problem);

// The shortest time [s] after which all of them repeat; none where there is none within 64 periods of the
// slowest, or where there are none.
[[nodiscard]] std::optional<double> common_period(const std::vector<double>& frequencies);

}  // namespace rebond
