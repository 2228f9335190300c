#include "rebond/orbits/orbit_trace.hpp"

#include "orbits/known_systems.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

using namespace test;

// Gaps of a trace over one period: closed at impacts, and back where they started.
void expect_closed(const Problem& problem, const Orbit& orbit)
{
    ASSERT_TRUE(orbit.certificate.holds) << orbit.certificate.refusal;
    const OrbitTrace trace = trace_of(problem, orbit, 500);
    ASSERT_GT(trace.times.size(), 500u);
    EXPECT_NEAR(trace.times.front(), orbit.state.t, 1e-12);
    EXPECT_NEAR(trace.times.back(), orbit.state.t + orbit.period, 1e-9);
    const Index last = trace.gaps.cols() - 1;
    EXPECT_GT(trace.gaps.minCoeff(), -1e-9);
    EXPECT_LT((trace.gaps.col(last) - trace.gaps.col(0)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(OrbitTrace, OfImpactsComesBackToTheStop)
{
    const Problem problem = forced_stop({.omega = 2.6});
    const Orbit orbit = orbits_of(problem, {}).front();
    expect_closed(problem, orbit);
    const OrbitTrace trace = trace_of(problem, orbit);
    EXPECT_NEAR(trace.rates(0, 0), orbit.events[0].velocity_after, 1e-12);
    EXPECT_NEAR(trace.rates(0, trace.rates.cols() - 1), orbit.events[0].velocity_before, 1e-9);
}

TEST(OrbitTrace, OfALastingContactRests)
{
    const Problem problem = forced_stop({.omega = 3.0});
    const Orbit orbit = orbits_of(problem, {.sequence = parse_sequence("1s"), .periods = 2}).front();
    expect_closed(problem, orbit);
}

// Its restitution is 1, and yet no impacts without end are drawn.
TEST(OrbitTrace, OfALastingContactWithoutLossHasNoTinyImpacts)
{
    const Problem problem = elastic_two_masses();
    const Orbit orbit = orbits_of(problem, {.sequence = parse_sequence("1s")}).front();
    expect_closed(problem, orbit);
    EXPECT_LT(trace_of(problem, orbit, 500).times.size(), 600u);
}

}  // namespace
}  // namespace rebond
