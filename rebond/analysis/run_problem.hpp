// One run of a problem, from its start to what was found: integrated, analysed and judged.
//
// The same for a scene, a case of a study and a problem that somebody has stated by himself. It keeps no
// trajectory: whoever wants one listens.
#pragma once

#include "rebond/analysis/findings.hpp"
#include "rebond/integration/outcome.hpp"
#include "rebond/integration/scheme.hpp"

#include <atomic>
#include <exception>
#include <string>
#include <vector>

namespace rebond {

struct RunResult {
    Findings findings;
    Outcome outcome;                     // with the verdict on the energy balance, and all warnings
    double wall_seconds = 0.0;           // of the integration
    std::exception_ptr stopped_by = {};  // the RunStopped that ended it, if one did
};

struct RunTerms {
    AnalysisSpec analysis = {};
    bool stop_when_quiet = false;            // end after a full restitution window without contact
    std::vector<std::string> warnings = {};  // known before the run
};

// `listeners` hear the trajectory and must outlive the call. A model or a gap that throws RunStopped ends the
// run as `interrupt` does: what was computed is kept.
[[nodiscard]] RunResult run_problem(const Problem& problem, const Scheme& scheme, const RunTerms& terms,
                                    const std::vector<Recorder*>& listeners = {},
                                    const std::atomic<bool>* interrupt = nullptr);

}  // namespace rebond
