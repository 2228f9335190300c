// What each scheme would take for a scene: each is tried for a moment, and the rest of the run is taken to go
// on at that rate.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace rebond::cli {

struct SchemeCost {
    std::string scheme = {};
    std::optional<double> step = {};     // [s], of a scheme whose steps are all alike
    std::optional<double> seconds = {};  // of the whole run; none where that is not known
    std::string trouble = {};            // why the scheme does not suit the scene, or where it stopped
};

// Of every scheme that suits the model, in their usual order. A scheme that needs a step and has none in the
// scene gets a twentieth of the shortest period, at most a thousandth of the run. Ends early, with those it
// has, once `interrupt` is set.
std::vector<SchemeCost> scheme_costs(const std::string& scene, const std::vector<std::string>& overrides,
                                     const std::atomic<bool>& interrupt);

// "event_modal 2.1 s", for a line of a list.
std::string described(const SchemeCost& cost);

}  // namespace rebond::cli
