// Event-driven integration: fly with the present set of closed contacts until the first event, locate
// it, apply the impact law or change the set, go on.
//
// Newton's law at an impact, in the kinetic metric at q [PaoliSchatzman2007, (6)]:
//
//     v⁺ = v⁻ − (1 + e) u⁻ M⁻¹w / G,    G = wᵀM⁻¹w,    u = w·v                              (1)
//
// which takes ½ (1 − e²) u⁻²/G from the kinetic energy. A contact that has u = 0 stays closed under a
// reaction ν ≥ 0 while the acceleration presses it, and opens when ν vanishes.
//
// For 0 < e < 1 impacts accumulate: pressed by an acceleration −a, bounces at speed u end after
// T = 2u/(a(1−e)), or e/(1−e) times the last of their flights. Once T is a small fraction of the flight's
// step the sequence is completed at once, by taking the rest of the normal velocity, and the contact stays
// closed. The error is of order aT², and the energy taken is the one the bounces would have taken. No speed
// is too small to count as an impact.
#pragma once

#include "rebond/integration/flight.hpp"
#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"

#include <atomic>

namespace rebond {

[[nodiscard]] Outcome integrate_event_driven(const Problem& problem, Flight& flight, Recorder& recorder,
                                             const std::atomic<bool>* interrupt);

}  // namespace rebond
