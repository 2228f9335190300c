// Whether a scene's step suits its model and scheme, before a run is spent on it.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/scene/scene.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

struct StepAdvice {
    double highest_frequency = 0.0;      // ω_max of the free body [rad/s]
    bool resolves_waves = true;          // its fastest mode, as far as that was looked at
    std::optional<double> limit;         // largest stable step [s]; absent where there is none
    std::optional<std::string> refusal;  // of `refused_key`: why, and what would do
    std::string_view refused_key = "scheme.step";
    std::vector<std::string> warnings;  // the step is stable but does not resolve the body
};

[[nodiscard]] StepAdvice advise_step(const Scene& scene, const Problem& problem);

}  // namespace rebond
