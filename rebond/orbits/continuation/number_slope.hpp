// ∂R/∂p by differences of fourth order: central where R is known on both sides of p; to one side at the end
// of what p may be, as a restitution of 1.
#pragma once

#include "rebond/core/types.hpp"

#include <functional>
#include <optional>

namespace rebond {

// `at` gives R with p moved by a multiple of h, or nothing where p makes no sense.
[[nodiscard]] std::optional<Vector> number_slope(const std::function<std::optional<Vector>(double)>& at,
                                                 double h);

}  // namespace rebond
