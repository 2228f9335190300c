// What each scheme would take for a scene: each is tried for a moment, and the rest of the run is taken to go
// on at that rate.
#pragma once

#include "apps/cli/commands/prepare.hpp"

#include <atomic>
#include <filesystem>
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

// Of every scheme that suits the model, in their usual order. A scheme that needs a step gets that of the
// scene's own, if it needs one too, or a twentieth of the shortest period of the body or a load, at most a
// thousandth of the run. Files that the scene names are looked for in `directory`. Ends early, with those it
// has, once `interrupt` is set; none if the body is too large to try anything.
std::vector<SchemeCost> scheme_costs(const Prepared& own, const std::filesystem::path& directory,
                                     const std::atomic<bool>& interrupt);

// Where a scene that was read looks for its files.
std::filesystem::path directory_of(const SceneFile& file);

// "event_modal 2.1 s", for a line of a list.
std::string described(const SchemeCost& cost);

}  // namespace rebond::cli
