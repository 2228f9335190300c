#include "rebond/integration/energy_guard.hpp"

#include "integration/linear_body.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(EnergyGuard, StopsAnExplicitRunBeyondItsStabilityLimit)
{
    // ω Δt = 2.1 on a unit oscillator: the engine itself is not told of the limit, and blows up.
    Problem problem = bouncing_oscillator(1.0, 1e5);
    Story story;
    const Outcome outcome = integrate(problem, PaoliSchatzman{.step = 2.1}, story);
    EXPECT_EQ(outcome.status, Status::diverged);
    EXPECT_LT(outcome.time, 1e5);
}

TEST(EnergyGuard, LetsGravityGiveEnergyToABodyAtRest)
{
    Problem problem = bouncing_ball(1.0, 1e3);
    Story story;
    EXPECT_EQ(integrate(problem, PaoliSchatzman{.step = 1e-3}, story).status, Status::ok);
}

}  // namespace
}  // namespace rebond::test
