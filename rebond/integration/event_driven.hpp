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
// 2u/(a(1−e)). Once a bounce would rise by less than the rounding of its gap, u²/(2a) ≤ 2ε·(lengths the gap
// is the difference of), the rest of the sequence is completed at once by taking the normal velocity, and the
// contact stays closed: positions move by rounding, and the energy taken is the one the bounces would take.
// No speed as such is too small to count as an impact.
#pragma once

#include "rebond/integration/flight.hpp"
#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"

#include <atomic>

namespace rebond {

[[nodiscard]] Outcome integrate_event_driven(const Problem& problem, Flight& flight, Recorder& recorder,
                                             const std::atomic<bool>* interrupt);

}  // namespace rebond
