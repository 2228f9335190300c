#include "rebond/orbits/settle.hpp"

#include "orbits/known_systems.hpp"
#include "rebond/orbits/shooting/settled_shot.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

using namespace test;

// It spirals in by a third of a turn each period, and so is near after three periods first.
TEST(Settle, AMotionThatSpiralsInHasItsOwnPeriodAndNoMultipleOfIt)
{
    const OrbitSystem system(forced_pair({.omega = 1.3}));
    const Orbit orbit = settle(system);
    ASSERT_TRUE(orbit.is_ok()) << orbit.reason;
    EXPECT_EQ(orbit.load_periods, 1);
    EXPECT_TRUE(orbit.certificate.holds) << orbit.certificate.refusal;
    EXPECT_NEAR(orbit.events[0].impulse, 1.782926744929, 1e-10);
}

TEST(Settle, ADoubledOrbitKeepsItsTwoPeriods)
{
    const OrbitSystem system(forced_stop({.zeta = 0.05, .omega = 2.7, .r = 0.8}));
    const Orbit orbit = settle(system);
    ASSERT_TRUE(orbit.is_ok()) << orbit.reason;
    EXPECT_TRUE(orbit.certificate.holds) << orbit.certificate.refusal;
}

// The same orbit by shooting, with the mean of its energy and the state after its first impact.
TEST(Settle, ADrivenBodyIsShotToTheOrbitThatImpulsesAndTimesHave)
{
    const Problem problem = forced_pair({.omega = 1.3});
    const Orbit exact = settle(OrbitSystem(problem));
    const Orbit shot = settled_shot(problem);
    ASSERT_TRUE(shot.is_ok()) << shot.reason;
    EXPECT_EQ(shot.load_periods, 1);
    ASSERT_EQ(shot.events.size(), 1u);
    EXPECT_NEAR(shot.events[0].time, exact.events[0].time, 1e-8);
    EXPECT_NEAR(shot.energy, exact.energy, 1e-6);  // trapezia
    EXPECT_LT((shot.state.q - exact.state.q).norm() + (shot.state.v - exact.state.v).norm(), 1e-7);
    EXPECT_EQ(settled_shot(elastic_two_masses()).status, OrbitStatus::not_served);
}

}  // namespace
}  // namespace rebond
