// A ball that hits a beam through Hertz's contact, to the end of all its sub-impacts.
//
// While the two press, steps of hertz_contact_step.hpp; between, exact flights of hertz_flight.hpp with
// certified touches. Samples and times a recorder wants are read off within steps, so that they change no
// number. Each sub-impact is recorded as an impact from touch to release. A release that is certified to be
// the last one is recorded as a separation, with the derivative of the ball's velocity with respect to the
// logarithm of its mass: how far the outcome can be trusted, for many sub-impacts make it depend on
// everything.
//
// `tolerance` is squared: the error of a step as a part of the ball's velocity at the start, or of the
// velocity that all the energy would give it.
#pragma once

#include "rebond/integration/flights/event_accurate.hpp"
#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"

#include <atomic>

namespace rebond {

[[nodiscard]] bool is_ball_on_beam(const Problem& problem);

// Of such a problem, whose one contact is the ball's.
[[nodiscard]] Outcome integrate_hertz_impacts(const Problem& problem, const EventAccurate& scheme,
                                              Recorder& recorder, const std::atomic<bool>* interrupt);

}  // namespace rebond
