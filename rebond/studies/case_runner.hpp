// One worker's way to run the cases of a study: scene, problem, findings, row.
//
// A case that cannot be run has the status "invalid", one that failed for want of memory or by a defect
// "failed". In a chain the case after it starts from the end of the last one that was ok. What is no fault of
// the study, as memory that others have taken or a file that was there and is away, makes no row.
#pragma once

#include "rebond/scene/scene.hpp"
#include "rebond/studies/workers/worker_pool.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

// What a worker knows of its study. Each worker has its own.
struct CaseSource {
    // The scene of a case. Throws InputError, or FileError for a file that cannot be read.
    std::function<Scene(const std::vector<Value>& values)> scene;
    // The words for a key of the scene last made that turned out wrong, with what was expected.
    std::function<std::string(std::string_view key, std::string_view expected)> refusal;
    // Of this machine at present [bytes]; none if it is not known.
    std::function<std::optional<double>()> free_memory;
    std::vector<std::string> columns;  // of the summary
    Design design = {};                // of the study, for its chains
    std::optional<Observation> observation = {};
    bool had_every_file = true;  // when the study was read
};

RunCase case_runner(CaseSource source);

}  // namespace rebond
