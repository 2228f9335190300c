// One scene run by several schemes, and by a reference that judges them (studies/comparison.hpp).
#pragma once

#include "rebond/scene/run_scene.hpp"
#include "rebond/studies/comparison.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

struct PreparedRun {
    Scene scene;
    PreparedProblem ready;
};

// A scheme, with a step where it needs one, and what came of it.
struct SchemeTrial {
    std::string scheme;
    std::optional<double> step = {};      // [s]; none: the scheme's own choice, or the scene's
    std::optional<Summary> summary = {};  // none if it did not run
    std::string refusal = {};             // why the scene takes neither the scheme nor the step
    std::vector<State> states = {};       // at instants of its own
    std::optional<double> drift = {};     // of the energy balance, over what is at stake [-]
    std::optional<Discrepancy> off = {};  // from the reference
};

struct SchemeComparison {
    std::vector<SchemeTrial> trials = {};
    std::optional<Summary> reference = {};  // none if it was interrupted before
    double reached = 0.0;                   // by the reference [s]
};

// Whether a scheme needs no step.
bool chooses_its_step(std::string_view scheme);

// Every scheme with every step, or once if it chooses its own or none is given. Throws InputError for a
// scheme that does not exist.
std::vector<SchemeTrial> trials_of(const std::vector<std::string>& schemes, const std::vector<double>& steps);
void require_known_scheme(const std::string& name);

// The scene by another scheme. Throws InputError if it takes neither the scheme nor the step.
using PrepareRun = std::function<PreparedRun(const std::string& scheme, std::optional<double> step)>;

// Somebody who listens to a run of that duration [s]; may be null.
using WatchRun = std::function<std::unique_ptr<Recorder>(double duration)>;

// Short runs are repeated, and their time is that of the fastest. Trials that are left when `interrupt`
// becomes true do not run.
SchemeComparison compare_schemes(std::vector<SchemeTrial> trials, const PreparedRun& reference,
                                 const PrepareRun& prepare, const WatchRun& watch,
                                 const std::atomic<bool>& interrupt);

}  // namespace rebond
