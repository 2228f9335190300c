// How a run ended, and what it took.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

enum class Status { ok, interrupted, diverged, unbalanced, solve_failed, event_failed };

// The word for a status in summaries and results.
std::string_view name_of(Status status);

struct Outcome {
    Status status = Status::ok;
    std::string reason;        // empty when ok: what refused, where, at what time
    double time = 0.0;         // reached [s]
    bool never_rests = false;  // event_failed: contacts that give all back have impacts in turn without end
    long steps = 0;
    long residual_evaluations =
        0;  // evaluations of inverse dynamics in all solves, or of sums over all modes
    std::optional<double> residual = {};     // largest of an impact, of its law and in velocities [-]
    std::optional<double> penetration = {};  // deepest, in schemes that do not locate impacts [m]
    std::vector<std::string> warnings;       // what a reader of the numbers should know

    // The run ends here, and why.
    void fail(Status because, std::string why);

    // Whether somebody asks the run to stop, which it does then. There may be nobody to ask.
    [[nodiscard]] bool heeds(const std::atomic<bool>* interrupt);
};

}  // namespace rebond
