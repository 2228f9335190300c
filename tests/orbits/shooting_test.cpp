#include "rebond/orbits/shooting/shooting.hpp"

#include "integration/linear_body.hpp"
#include "orbits/known_systems.hpp"
#include "rebond/mechanics/user/user_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

using namespace test;

// The same orbit by runs as by impulses and times.
TEST(Shooting, AForcedOscillatorHasTheOrbitAndTraceOfItsFormula)
{
    const Problem problem = forced_stop({.omega = 2.6});
    const Orbit known = orbits_of(problem, {}).front();
    const OrbitSystem system(problem);
    const FlowMotion flight = system.free().start(known.state);
    State guess = system.free().state(flight, 0.4 * known.period);
    guess.q(0) *= 1.01;
    guess.v(0) += 0.01;
    const Orbit orbit = shoot(problem, guess, known.period);
    ASSERT_TRUE(orbit.is_ok()) << orbit.reason;
    ASSERT_EQ(orbit.events.size(), 1u);
    EXPECT_NEAR(-orbit.events[0].velocity_before, 0.505439970894, 1e-9);
    EXPECT_NEAR(*orbit.trace, -1.149079309592, 1e-6);  // differences of flights
}

TEST(Shooting, TheTangentOfAPeriodIsThatOfDifferencesOfRuns)
{
    const Problem problem = forced_pair({.omega = 1.3});
    const Orbit known = orbits_of(problem, {}).front();
    const OrbitSystem system(problem);
    const State start = system.free().state(system.free().start(known.state), 0.4 * known.period);
    const PeriodMap map = period_map(problem, start, known.period);
    ASSERT_TRUE(map.refusal.empty()) << map.refusal;
    EXPECT_FALSE(map.by_differences);
    const Matrix runs = tangent_by_runs(problem, start, known.period);
    EXPECT_LT((map.tangent - runs).cwiseAbs().maxCoeff(), 1e-6 * runs.cwiseAbs().maxCoeff());
    // And both have the multipliers of the exact one.
    EXPECT_NEAR(map.tangent.trace(), *known.trace, 1e-6 * std::abs(*known.trace) + 1e-6);
}

TEST(Shooting, AnAutonomousBodyHasTheOrbitOfItsEnergy)
{
    const Problem problem = elastic_two_masses();
    const Orbit known = orbits_of(problem, {.period = 6.0}).front();
    const OrbitSystem system(problem);
    State guess = system.free().state(system.free().start(known.state), 0.3 * known.period);
    guess.t = 0.0;
    guess.v *= 1.005;
    const Orbit orbit = shoot(problem, guess, 6.05, known.energy);
    ASSERT_TRUE(orbit.is_ok()) << orbit.reason;
    EXPECT_NEAR(orbit.period, 6.0, 1e-8);
    EXPECT_NEAR(*orbit.trace, 0.158293709479, 1e-5);
    EXPECT_TRUE(*orbit.stable);
}

}  // namespace
}  // namespace rebond
