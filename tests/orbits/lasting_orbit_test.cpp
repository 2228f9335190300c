#include "rebond/orbits/lasting/lasting_orbit.hpp"

#include "orbits/known_systems.hpp"
#include "rebond/orbits/settle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

using namespace test;

constexpr double pi = std::numbers::pi;

// x = −½ sin³(t − π/6) for a time π, then at rest for π/3, whatever the restitution.
TEST(LastingOrbit, ForcedOscillatorLeavesItsStopAndComesBackAtSpeedZero)
{
    for (const double r : {0.0, 0.5, 0.8}) {
        const OrbitSystem system(forced_stop({.omega = 3.0, .r = r}));
        const std::vector<Orbit> orbits =
            find_orbits(system, {.sequence = parse_sequence("1s"), .periods = 2});
        const Orbit& orbit = orbits.front();
        ASSERT_TRUE(orbit.is_ok()) << orbit.reason;
        EXPECT_TRUE(orbit.certificate.holds) << orbit.certificate.refusal;
        EXPECT_NEAR(std::fmod(orbit.state.t - pi / 6.0 + 4.0 * pi / 3.0, 2.0 * pi / 3.0), 0.0, 1e-12);
        EXPECT_FALSE(orbit.stable.has_value());
        EXPECT_NEAR(orbit.events[1].time - orbit.events[0].time, pi, 1e-4);  // a triple root
        const LinearFlow& flow = system.free();
        const FlowMotion motion = flow.start(orbit.state);
        for (double s = 0.0; s < pi; s += 0.1)
            EXPECT_NEAR(flow.state(motion, s).q(0), -0.5 * std::pow(std::sin(s), 3), 1e-12);
    }
}

TEST(LastingOrbit, ForcedOscillatorAccumulatesImpactsAtKnownTimes)
{
    const OrbitSystem system(forced_stop({.omega = 0.5, .sigma = 0.2, .r = 0.5}));
    const Orbit orbit = find_orbits(system, {.sequence = parse_sequence("1s")}).front();
    ASSERT_TRUE(orbit.is_ok()) << orbit.reason;
    EXPECT_TRUE(orbit.certificate.holds) << orbit.certificate.refusal;
    EXPECT_NEAR(orbit.events[0].time, 2.738876812009, 1e-10);
    ASSERT_EQ(orbit.events.size(), 2u);
    EXPECT_NEAR(orbit.events[1].time, 9.428901675031, 1e-10);
    EXPECT_NEAR(orbit.events[1].end, 14.7018670023, 1e-7);
    EXPECT_GT(orbit.events[1].impacts, 20);
    for (const auto mu : orbit.multipliers) EXPECT_NEAR(std::abs(mu), 0.0, 1e-9);
}

Problem held_pair()
{
    return forced_pair({.beta = 0.05, .e = 0.0, .d = 0.2, .omega = 0.7, .forced = 0});
}

void expect_known(const Orbit& orbit)
{
    ASSERT_TRUE(orbit.is_ok()) << orbit.reason;
    EXPECT_TRUE(orbit.certificate.holds) << orbit.certificate.refusal;
    ASSERT_EQ(orbit.events.size(), 2u);
    const double load = 2.0 * pi / 0.7;
    EXPECT_NEAR(orbit.events[0].time, 1.963718699714, 1e-9);
    EXPECT_NEAR(orbit.events[1].time, 8.958607845059, 1e-9);
    EXPECT_NEAR(orbit.period, load, 1e-12);
    EXPECT_NEAR(-orbit.events[1].velocity_before, 1.894160955665, 1e-9);
    ASSERT_EQ(orbit.multipliers.size(), 4u);
    EXPECT_NEAR(orbit.multipliers[0].real(), 0.187154, 1e-6);  // as many digits as are known
    EXPECT_NEAR(orbit.multipliers[0].imag(), 0.657511, 1e-6);
    EXPECT_NEAR(std::abs(orbit.multipliers[2]), 0.0, 1e-9);
    EXPECT_NEAR(std::abs(orbit.multipliers[3]), 0.0, 1e-9);
}

TEST(LastingOrbit, DampedPairClosesWithoutReboundAtItsKnownTimes)
{
    const OrbitSystem system(held_pair());
    expect_known(find_orbits(system, {.sequence = parse_sequence("1s")}).front());
}

TEST(LastingOrbit, ASceneThatSettlesTellsItsSequence)
{
    const OrbitSystem system(held_pair());
    const Orbit orbit = settle(system);
    EXPECT_EQ(item_words(orbit.sequence), std::vector<std::string>{"1s"});
    expect_known(orbit);

    // From near the orbit: others attract from elsewhere.
    Problem problem = forced_stop({.omega = 2.6});
    problem.initial = orbits_of(problem, {}).front().state;
    problem.initial.q *= 0.0;
    problem.initial.v *= 1.02;
    const OrbitSystem forced(problem);
    const Orbit impacts = settle(forced);
    EXPECT_TRUE(impacts.certificate.holds) << impacts.reason << impacts.certificate.refusal;
    EXPECT_EQ(text_of(impacts.sequence), "1");
    EXPECT_NEAR(-impacts.events[0].velocity_before, 0.505439970894, 1e-10);
}

TEST(LastingOrbit, TheJacobianIsThatOfDifferences)
{
    const OrbitSystem system(held_pair());
    const Orbit orbit = find_orbits(system, {.sequence = parse_sequence("1s")}).front();
    LastingMotion motion{.sequence = orbit.sequence, .period = orbit.period, .release = orbit.state};
    const LastingRun here = run_lasting(system, motion);
    const double h = 1e-6;
    for (Index j = 0; j < 5; ++j) {
        const auto moved = [&](double by) {
            LastingMotion other = motion;
            if (j < 2) other.release.q(j) += by;
            if (j >= 2 && j < 4) other.release.v(j - 2) += by;
            if (j == 4) other.release.t += by;
            return run_lasting(system, other);
        };
        const LastingRun left = moved(-h), right = moved(h);
        // Rows of the state after a period; its position and velocity off the stop only.
        const Vector difference = (right.residual - left.residual) / (2.0 * h);
        for (const Index row : {3, 5}) EXPECT_NEAR(here.jacobian(row, j), difference(row), 1e-7);
    }
}

}  // namespace
}  // namespace rebond
