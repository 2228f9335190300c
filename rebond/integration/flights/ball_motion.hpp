// Ball and beam (mechanics/beam/ball_on_beam.hpp) as oscillators under the force of their contact, and how
// their motion depends on the ball's mass.
#pragma once

#include "rebond/mechanics/beam/ball_on_beam.hpp"
#include "rebond/solvers/oscillations/oscillator_response.hpp"

namespace rebond {

// Where they are, and the derivative of that with respect to ln M at constant density, for which K ∝ M^{1/6}.
struct BallMotion {
    Vector q, v;
    Vector dq, dv;
};

// The ball first, which flies: −z enters δ, and F/M lifts it. Then the modes.
inline OscillatorResponse::Oscillators oscillators_of(const BallOnBeam& model)
{
    const Index n = model.modes();
    OscillatorResponse::Oscillators all{.frequencies = Vector::Zero(n + 1),
                                        .damping_ratio = model.damping_ratio(),
                                        .weights = Vector::Constant(n + 1, -1.0),
                                        .shares = Vector::Constant(n + 1, -1.0 / model.ball_mass())};
    all.frequencies.tail(n) = model.frequencies();
    all.weights.tail(n) = model.shape();
    all.shares.tail(n) = model.shape();
    return all;
}

}  // namespace rebond
