// Event-driven integration: fly with the present set of closed contacts until the first event, locate
// it, apply the impact law or change the set, go on.
//
// What contacts do at the instant of an impact is in impact_sequence.hpp. One that stays closed does so under
// a reaction ν ≥ 0, and opens when ν vanishes.
#pragma once

#include "rebond/integration/flights/flight.hpp"
#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"

#include <atomic>

namespace rebond {

[[nodiscard]] Outcome integrate_event_driven(const Problem& problem, Flight& flight, Recorder& recorder,
                                             const std::atomic<bool>* interrupt);

}  // namespace rebond
