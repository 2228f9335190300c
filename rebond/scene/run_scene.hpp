// One run of a scene, from what it says to what was found: the same for a run by itself and for every
// case of a study.
//
//     scene → prepare_problem → run_scene → findings and outcome
//
// It neither reads nor writes files: whoever wants the trajectory listens to it.
#pragma once

#include "rebond/analysis/run_problem.hpp"
#include "rebond/analysis/summary.hpp"
#include "rebond/scene/prepared_problem.hpp"

#include <atomic>
#include <vector>

namespace rebond {

// `listeners` hear the trajectory and must outlive the call.
[[nodiscard]] RunResult run_scene(const Scene& scene, const PreparedProblem& prepared,
                                  const std::vector<Recorder*>& listeners = {},
                                  const std::atomic<bool>* interrupt = nullptr);

// What came of it, in numbers.
[[nodiscard]] Summary summarise(const Scene& scene, const Problem& problem, const RunResult& done);

}  // namespace rebond
