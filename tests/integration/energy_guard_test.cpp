#include "rebond/integration/energy_guard.hpp"

#include "integration/linear_body.hpp"
#include "integration/linear_problem.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(EnergyGuard, stops_an_explicit_run_beyond_its_stability_limit)
{
    // ω Δt = 2.1 on a unit oscillator: the engine itself is not told of the limit, and blows up.
    Problem problem = bouncing_oscillator(1.0, 1e5);
    Story story;
    const Outcome outcome = integrate(problem, PaoliSchatzman{.step = 2.1}, story);
    EXPECT_EQ(outcome.status, Status::diverged);
    EXPECT_EQ(outcome.reason,
              "the scheme has produced a hundred times the initial kinetic and elastic energy");
    EXPECT_LT(outcome.time, 1e5);
}

TEST(EnergyGuard, says_when_there_is_no_finite_energy)
{
    const Problem problem = linear_problem(linear_system(Matrix::Identity(2, 2), Matrix::Identity(2, 2)), {},
                                           Vector::Zero(2), Vector::Constant(2, 1e200), 1.0);
    Story story;
    const Outcome outcome = integrate(problem, MoreauJean{.step = 1e-2}, story);
    EXPECT_EQ(outcome.status, Status::diverged);
    EXPECT_EQ(outcome.reason, "the energy is not a finite number");
}

TEST(EnergyGuard, lets_gravity_give_energy_to_a_body_at_rest)
{
    Problem problem = bouncing_ball(1.0, 1e3);
    Story story;
    EXPECT_EQ(integrate(problem, PaoliSchatzman{.step = 1e-3}, story).status, Status::ok);
}

// A body that rests under its loads has no energy but rounding, which may grow as it likes.
TEST(EnergyGuard, takes_no_offence_at_rounding)
{
    LinearSystem system =
        linear_system(Matrix::Identity(2, 2), (Matrix(2, 2) << 2.0, -1.0, -1.0, 2.0).finished());
    system.harmonics.push_back(
        {.amplitude = vector({-1.0, 0.0}), .frequency = 6.283185307179586, .phase = 0.0});
    const Problem problem = linear_problem(system, {contact_along(vector({1.0, 0.0}), 0.0, 0.0)},
                                           Vector::Zero(2), Vector::Zero(2), 0.2);
    for (const Scheme& scheme :
         {Scheme(MoreauJean{.step = 1e-4}), Scheme(EventNewmark{.step = 1e-4}),
          Scheme(PaoliSchatzman{.step = 1e-4}), Scheme(PaoliSchatzmanImplicit{.step = 1e-4}),
          Scheme(EventAccurate{}), Scheme(EventModal{})})
        EXPECT_LT(path_of(problem, scheme).last().q.norm(), 1e-20) << scheme.index();
}

}  // namespace
}  // namespace rebond::test
