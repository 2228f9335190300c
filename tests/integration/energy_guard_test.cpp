#include "rebond/integration/energy_guard.hpp"

#include "integration/linear_body.hpp"
#include "integration/linear_problem.hpp"

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
    EXPECT_EQ(outcome.reason, "the energy has grown a hundredfold");
    EXPECT_LT(outcome.time, 1e5);
}

TEST(EnergyGuard, SaysWhenThereIsNoFiniteEnergy)
{
    const Problem problem = linear_problem(linear_system(Matrix::Identity(2, 2), Matrix::Identity(2, 2)), {},
                                           Vector::Zero(2), Vector::Constant(2, 1e200), 1.0);
    Story story;
    const Outcome outcome = integrate(problem, MoreauJean{.step = 1e-2}, story);
    EXPECT_EQ(outcome.status, Status::diverged);
    EXPECT_EQ(outcome.reason, "the energy is not a finite number");
}

TEST(EnergyGuard, LetsGravityGiveEnergyToABodyAtRest)
{
    Problem problem = bouncing_ball(1.0, 1e3);
    Story story;
    EXPECT_EQ(integrate(problem, PaoliSchatzman{.step = 1e-3}, story).status, Status::ok);
}

}  // namespace
}  // namespace rebond::test
