// What a scheme expects to take for a run, before it begins.
//
// A scheme that can tell from the problem has, beside its code,
//
//     std::optional<ExpectedTime> expected_time(const Problem& problem, const EventModal& scheme);
//
// and a scheme that needs a step may say which one a run of some length has time for:
//
//     std::optional<double> affordable_step(const Problem& problem, const MoreauJean& scheme, double
//     seconds);
//
// Times are rough: factors of two or three, on a machine of today. They are constants times counts, not
// measured, so that the same problem has the same answer everywhere.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/linear/linear.hpp"

#include <optional>

namespace rebond {

struct ExpectedTime {
    double setup = 0.0;  // before the first step [s]
    double total = 0.0;  // of the run, a few impacts included [s]
};

// Of the forces of a linear system, once [s].
[[nodiscard]] double evaluation_time(const LinearSystem& system);

// ω_max [rad/s] of a linear system at rest; none where its mass matrix has no inverse.
[[nodiscard]] std::optional<double> highest_linear_frequency(const Linear& linear);

// A step that resolves loads and moving stops: a twentieth of their shortest period, at most a thousandth of
// the run [s].
[[nodiscard]] double step_for_loads(const Problem& problem);

// The same with all waves of the body.
[[nodiscard]] double resolving_step(const Problem& problem);

}  // namespace rebond
