// The scheme event_accurate: for each body the flight that is exact, or accurate to its tolerance.
//
// Balls fly on parabolas (flight_balls.hpp), a ball on a beam presses it by Hertz's law (hertz_impacts.hpp),
// all others fly by Gauss collocation (flight_accurate.hpp).
#pragma once

#include "rebond/integration/expected_time.hpp"
#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/refusal.hpp"
#include "rebond/integration/stepping.hpp"

#include <atomic>

namespace rebond {

// The reference: Gauss collocation of order 12 with certified events.
struct EventAccurate {
    static constexpr Stepping stepping = {.is_fixed = false, .samples_at_steps = false};
    double step = 0.0;        // largest step [s]; 0: no limit but the run's samples
    double tolerance = 1e-6;  // of the dense output over a step [-]; its square at the step's end
};

[[nodiscard]] Refusal refusal(const Problem& problem, const EventAccurate& scheme);
[[nodiscard]] Outcome integrate_by(const EventAccurate& scheme, const Problem& problem, Recorder& recorder,
                                   const std::atomic<bool>* interrupt);

// Of linear models: its steps follow the fastest mode.
[[nodiscard]] std::optional<ExpectedTime> expected_time(const Problem& problem, const EventAccurate& scheme);

}  // namespace rebond
