#include "rebond/integration/flights/hertz_contact_step.hpp"

#include "integration/flights/ball_hits_beam.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

constexpr double part = 4e-5;   // [s]: a fifth of the contact, at the end of which they still press
constexpr double whole = 5e-5;  // [s]: after which they do not

BallMotion pressed(const BallOnBeam& model)
{
    const Index n = model.dofs();
    BallMotion motion{Vector::Zero(n), 0.1 * Vector::LinSpaced(n, -1.0, 1.0), Vector::Zero(n),
                      Vector::Zero(n)};
    motion.q(0) = -3e-5;
    motion.v(0) = -0.5;
    return motion;
}

// Over a time [s] in 2^level equal steps, and the sum of what they say their errors are [m/s].
struct Moved {
    BallMotion motion;
    double estimate = 0.0;
};
Moved moved(const BallOnBeam& model, double time, int level)
{
    constexpr double tolerance = 1e-12;
    HertzContactStep step(model, time, 1.0, tolerance);
    Moved now{.motion = pressed(model)};
    BallMotion next = now.motion;
    for (int k = 0; k < 1 << level; ++k) {
        EXPECT_TRUE(step.solve(level, now.motion));
        now.estimate += tolerance * step.error();
        step.move_state(1.0, next.q, next.v);
        step.move_derivative(1.0, next);
        std::swap(now.motion, next);
    }
    return now;
}

TEST(HertzContactStep, converges_at_a_high_order_while_the_force_is_smooth)
{
    const BallOnBeam model(steel(Support::pinned_pinned, 0.5, 0.3, 20));
    const BallMotion fine = moved(model, part, 6).motion;
    const auto error = [&](int level) { return (moved(model, part, level).motion.v - fine.v).norm(); };
    EXPECT_GT(std::log2(error(1) / error(2)), OscillatorResponse::nodes);
    EXPECT_LT(error(3), 1e-14);  // rounding of velocities of size 1
}

TEST(HertzContactStep, its_estimate_is_not_below_the_error_of_the_ball)
{
    const BallOnBeam model(steel(Support::pinned_pinned, 0.5, 0.3, 20));
    for (const double time : {part, whole}) {
        const double exact = moved(model, time, 13).motion.v(0);  // but for the rounding of 8192 steps
        for (int level = 0; level < 5; ++level) {
            const Moved now = moved(model, time, level);
            EXPECT_LE(std::abs(now.motion.v(0) - exact), now.estimate + 2e-14) << time << ' ' << level;
        }
    }
}

TEST(HertzContactStep, the_ball_gains_the_impulse_at_every_time_inside_the_step)
{
    const BallOnBeam model(steel(Support::pinned_pinned, 0.5, 0.3, 20));
    const BallMotion start = pressed(model);
    HertzContactStep step(model, part, 1.0, 1e-12);
    ASSERT_TRUE(step.solve(0, start));
    BallMotion there = start;
    for (const double tau : {0.2, 0.7, 1.0}) {
        step.move_state(tau, there.q, there.v);
        EXPECT_NEAR(model.ball_mass() * (there.v(0) - start.v(0)) / step.impulse(tau), 1.0, 1e-12);
    }
}

TEST(HertzContactStep, the_derivative_is_that_of_runs_with_other_masses)
{
    constexpr double d = 1e-4;  // of ln M
    const auto with = [&](double ln_mass) {
        return BallOnBeam(steel(Support::pinned_pinned, 0.5 * std::exp(ln_mass), 0.3, 20));
    };
    const BallOnBeam lighter = with(-d);
    const BallOnBeam heavier = with(d);
    const BallOnBeam model = with(0.0);
    const BallMotion derived = moved(model, part, 2).motion;
    const Vector differences =
        (moved(heavier, part, 2).motion.v - moved(lighter, part, 2).motion.v) / (2.0 * d);
    // differences, O(d²)
    EXPECT_NEAR((derived.dv - differences).norm() / differences.norm(), 0.0, 1e-7);
}

}  // namespace
}  // namespace rebond::test
