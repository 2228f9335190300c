// What `rebond orbit` and Python's rebond.orbit do alike: from a scene to its question, and to the answer.
#pragma once

#include "apps/cli/commands/orbits/asked_in_options.hpp"
#include "rebond/drawing/orbits/orbit_figures.hpp"

#include <atomic>
#include <filesystem>
#include <optional>

namespace rebond::cli {

struct OrbitTask {
    SceneFile file;
    OrbitArguments options;
    OrbitQuestion question;
    std::optional<FollowedRange> range = {};
    Scene scene = {};      // of the orbit, which a scene without the followed number has at the range's start
    Problem problem = {};  // likewise
    OrbitWords words = {};
};

// Throws InputError.
[[nodiscard]] OrbitTask orbit_task(SceneFile file, const std::filesystem::path& directory,
                                   const OrbitArguments& options);
[[nodiscard]] OrbitAnswer answer_to(const OrbitTask& task, OrbitListener& listener,
                                    const std::atomic<bool>* interrupt);

}  // namespace rebond::cli
