// From a problem to a trajectory, told step by step to a recorder.
#pragma once

#include "rebond/integration/outcome.hpp"
#include "rebond/integration/problem.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/refusal.hpp"
#include "rebond/integration/scheme.hpp"

#include <atomic>

namespace rebond {

// Why the scheme cannot integrate the problem, if it cannot: what the scheme itself answers.
[[nodiscard]] Refusal scheme_refusal(const Problem& problem, const Scheme& scheme);

// Runs until the duration, until `recorder.enough()`, until `interrupt` becomes true, or until
// the numbers refuse. Throws InputError if the scheme refuses the problem. `problem` and `recorder` must
// outlive the call.
[[nodiscard]] Outcome integrate(const Problem& problem, const Scheme& scheme, Recorder& recorder,
                                const std::atomic<bool>* interrupt = nullptr);

}  // namespace rebond
