// The scheme event_modal: exact flight of linear models by their modes, with certified events; see
// flight_modal.hpp.
#pragma once

#include "rebond/integration/expected_time.hpp"
#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/refusal.hpp"
#include "rebond/integration/stepping.hpp"

#include <atomic>

namespace rebond {

struct EventModal {
    static constexpr Stepping stepping = {
        .is_fixed = false, .samples_at_steps = false, .fallback = "event_accurate"};
    double step = 0.0;  // largest step [s]; 0: no limit but the run's samples
};

[[nodiscard]] Refusal refusal(const Problem& problem, const EventModal& scheme);
[[nodiscard]] Outcome integrate_by(const EventModal& scheme, const Problem& problem, Recorder& recorder,
                                   const std::atomic<bool>* interrupt);

// Of models whose modes take dense algebra: n³ once for each set of closed contacts, and little then.
[[nodiscard]] std::optional<ExpectedTime> expected_time(const Problem& problem, const EventModal& scheme);

}  // namespace rebond
