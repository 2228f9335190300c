#include "rebond/integration/flights/hertz_flight.hpp"

#include "integration/flights/ball_hits_beam.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond::test {
namespace {

// A beam of one mode.
BallOnBeam one_mode(double damping_ratio)
{
    return BallOnBeam(steel(Support::pinned_pinned, 0.5, 0.5, 1, damping_ratio));
}

// In its modes: how far the mode must swing for the point of impact to move by 1 m.
double swing(const BallOnBeam& model)
{
    return 1.0 / model.shape()(0);
}

TEST(HertzFlight, a_vibrating_beam_meets_a_resting_ball_where_the_sine_reaches_it)
{
    const BallOnBeam model = one_mode(0.0);
    HertzFlight flight(model);
    const double omega = model.frequencies()(0);
    Vector q(2), v(2);
    q << 0.5e-3, 0.0;                       // the ball 0.5 mm above
    v << 0.0, 1e-3 * omega * swing(model);  // the beam swings by 1 mm
    flight.start(q, v, false);
    const auto touch = flight.first_touch(1.0);
    ASSERT_TRUE(touch);
    EXPECT_NEAR(*touch * omega, std::numbers::pi / 6.0, 1e-14);  // rounding
    EXPECT_FALSE(flight.separated_after(1.0));                   // it never ceases to swing
}

TEST(HertzFlight, a_ball_that_rises_is_out_of_reach_once_above_the_swing_of_the_beam)
{
    const BallOnBeam model = one_mode(0.0);
    HertzFlight flight(model);
    const double omega = model.frequencies()(0);
    Vector q(2), v(2);
    q << 0.5e-3, 0.0;
    v << 0.01, -1e-3 * omega * swing(model);
    flight.start(q, v, false);
    const auto separated = flight.separated_after(1.0);
    ASSERT_TRUE(separated);
    EXPECT_GE(*separated, 0.05);                 // 0.5 mm at 10 mm/s
    EXPECT_NEAR(*separated, 0.05, 0.05 * 2e-6);  // as far beyond as it may look
    EXPECT_FALSE(flight.separated_after(0.04));  // not within so short a run
}

TEST(HertzFlight, damping_brings_a_resting_ball_out_of_reach)
{
    const BallOnBeam model = one_mode(0.01);
    HertzFlight flight(model);
    const double omega = model.frequencies()(0);
    Vector q(2), v(2);
    q << 0.5e-3, -1e-3 * swing(model);
    v << 0.0, -0.01 * omega * q(1);  // q = −1 mm e^{−ζωt} cos
    flight.start(q, v, false);
    const auto separated = flight.separated_after(10.0);
    ASSERT_TRUE(separated);
    EXPECT_NEAR(*separated * 0.01 * omega, std::log(2.0),
                1e-4);  // |c| is 1 mm / √(1 − ζ²), and a little beyond
}

TEST(HertzFlight, a_ball_that_falls_towards_the_beam_is_never_out_of_reach)
{
    const BallOnBeam model = one_mode(0.01);
    HertzFlight flight(model);
    Vector q = Vector::Zero(2);
    Vector v = Vector::Zero(2);
    q(0) = 1.0;
    v(0) = -1e-3;
    flight.start(q, v, false);
    EXPECT_FALSE(flight.separated_after(10.0));
    EXPECT_FALSE(flight.first_touch(10.0));
}

TEST(HertzFlight, damping_takes_what_the_beam_loses)
{
    const BallOnBeam model(steel(Support::clamped_free, 0.5, 0.6, 10));
    HertzFlight flight(model);
    const auto dynamics = model.dynamics();
    const Vector q_0 = 1e-4 * Vector::LinSpaced(model.dofs(), 0.0, 1.0);
    const Vector v_0 = Vector::LinSpaced(model.dofs(), 0.0, -1.0);
    Vector q_high = q_0;
    q_high(0) = 1.0;
    const auto energy = [&](const Vector& q, const Vector& v) {
        dynamics->place(0.0, q);
        return dynamics->energy(v).total();
    };
    flight.start(q_high, v_0, false);
    for (const double s : {1e-7, 1e-4, 1e-2}) {
        Vector q = q_high;
        Vector v = v_0;
        flight.move(s, q, v);
        EXPECT_NEAR(flight.damping_work(s), energy(q_high, v_0) - energy(q, v), 1e-14 * energy(q_high, v_0));
    }
}

}  // namespace
}  // namespace rebond::test
