// A ball and a beam that do not touch (mechanics/beam/ball_on_beam.hpp): exact motion, certified touches.
//
// From the start of a flight, the ball and the rigid modes moving uniformly,
//
//     gap(s) = g₀ + g₁s − Σ_i φ_i Re[c_i e^{λ_i s}],     λ_i = −ζω_i + iω_i√(1−ζ²)                      (1)
//
// over the modes that bend the beam. Its first downward root is certified
// (solvers/oscillations/exponential_sum.hpp). As
//
//     gap(s) ≥ b(s) = g₀ + g₁s − Σ_i φ_i |c_i| e^{−ζω_i s}                                              (2)
//
// and b grows where g₁ ≥ 0, a contact without a touch up to the root of b is over for good.
#pragma once

#include "rebond/integration/flights/ball_motion.hpp"
#include "rebond/solvers/oscillations/exponential_sum.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace rebond {

class HertzFlight {
public:
    // `model` must outlive it.
    explicit HertzFlight(const BallOnBeam& model);

    // A flight starts at q, v; `is_touching` where the gap is zero there, whatever rounding leaves of it.
    void start(const Vector& q, const Vector& v, bool is_touching);

    // Seconds from the start to the next touch within the horizon [s].
    std::optional<double> first_touch(double horizon);

    // Seconds from the start after which (2) excludes any touch; none within the horizon [s] if absent.
    std::optional<double> separated_after(double horizon) const;

    // Moves a motion on by s [s]; with its derivative or without.
    void move(double s, BallMotion& motion) const;
    void move(double s, Vector& q, Vector& v) const { response_.fly(s, q, v); }

    // What damping takes within s [s] of the start [J].
    double damping_work(double s) const;

    long residual_evaluations() const;  // evaluations of (1) so far

private:
    std::pair<double, double> bound(double s) const;

    const BallOnBeam& model_;
    OscillatorResponse response_;
    Index modes_;                  // that bend
    Vector decay_, ring_;          // −Re λ_i, Im λ_i [1/s]
    std::vector<double> weights_;  // −φ_i
    ExponentialRootFinder finder_;
    OwnedPhasors c_;
    Vector reach_;                // φ_i |c_i| [m]
    double g0_ = 0.0, g1_ = 0.0;  // [m], [m/s]
    int order_ = 0;               // of the gap's first derivative that is not zero at the start
};

}  // namespace rebond
