#include "rebond/solvers/complementarity/coulomb_path.hpp"

#include "rebond/solvers/complementarity/coulomb_interior_point.hpp"
#include "solvers/complementarity/falling_discs.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>

namespace rebond {
namespace {

using namespace test;

TEST(CoulombPath, finds_the_weight_of_a_column)
{
    for (const int n : {1, 5, 50}) {
        const Answer answer = answer_by<CoulombPath>(column(n), 1e-10);
        ASSERT_TRUE(answer.outcome.solved()) << n << ' ' << answer.outcome.residual;
        EXPECT_NEAR(answer.p(0), n * fall, 1e-8 * fall * n);
        EXPECT_LE(answer.v.cwiseAbs().maxCoeff(), 1e-8 * fall * n);
    }
}

TEST(CoulombPath, finds_what_holds_a_box_of_discs_in_many_ways)
{
    for (const double friction : {0.0, 0.2, 0.4}) {
        const Bodies bodies = full_box(4, 4, friction);
        const Answer answer = answer_by<CoulombPath>(bodies);
        ASSERT_TRUE(answer.outcome.solved()) << friction << ' ' << answer.outcome.residual;
        expect_fulfilled(bodies, answer, 1e-7 * fall);
        EXPECT_LE(answer.v.cwiseAbs().maxCoeff(), 1e-6 * fall);  // they rest
    }
}

// Impulses to rounding, also where friction is so large that several motions fulfil the law.
TEST(CoulombPath, solves_every_small_problem_to_rounding)
{
    RandomBodies random;
    for (int trial = 0; trial < 2000; ++trial) {
        Bodies bodies = random.next();
        // With biases the velocities asked for need not be a motion of the bodies.
        for (BlockContact& contact : bodies.contacts) contact.bias.setZero();
        if (trial % 2 == 1)
            for (BlockContact& contact : bodies.contacts) contact.friction *= 10.0;
        const Answer answer = answer_by<CoulombPath>(bodies, 1e-11, 1.0);
        ASSERT_TRUE(answer.outcome.solved()) << trial << ' ' << answer.outcome.residual;
        expect_fulfilled(bodies, answer, 1e-9);
    }
}

// Bodies that move each other in a tangle, with large friction.
TEST(CoulombPath, ends_where_an_interior_point_method_stalls)
{
    RandomBodies random;
    int stalled = 0;
    for (int trial = 0; trial < 40; ++trial) {
        Bodies bodies = random.next(60, 80);
        for (BlockContact& contact : bodies.contacts) {
            contact.bias.setZero();
            contact.friction = 0.8;
        }
        Vector v = bodies.v, p = Vector::Zero(bodies.size());
        CoulombInteriorPoint interior;
        if (!interior.solve(bodies.contacts, bodies.inverse_masses, 1.0, v, p).solved()) ++stalled;
        const Answer answer = answer_by<CoulombPath>(bodies, 1e-9, 1.0);
        ASSERT_TRUE(answer.outcome.solved()) << trial << ' ' << answer.outcome.residual;
        expect_fulfilled(bodies, answer, 1e-7);
        EXPECT_LE(bodies.energy(answer.v), bodies.energy(bodies.v));
    }
    EXPECT_GT(stalled, 0);
}

TEST(CoulombPath, gives_the_same_bits_again)
{
    const Bodies bodies = flowing_box(3, 0.4, 7);
    const Answer once = answer_by<CoulombPath>(bodies), again = answer_by<CoulombPath>(bodies);
    EXPECT_EQ(once.p, again.p);
    EXPECT_EQ(once.v, again.v);
}

TEST(CoulombPath, says_so_where_it_ends_too_early)
{
    const Bodies bodies = full_box(8, 8, 0.4);
    Vector v = bodies.v, p = Vector::Zero(bodies.size());
    CoulombPath hasty({.most_pivots_each = 0});
    const BlockOutcome outcome = hasty.solve(bodies.contacts, bodies.inverse_masses, fall, v, p);
    EXPECT_EQ(outcome.status, BlockStatus::not_solved);
    EXPECT_GT(outcome.residual, 1e-8);
    const std::atomic<bool> stop = true;
    v = bodies.v;
    CoulombPath solver;
    EXPECT_EQ(solver.solve(bodies.contacts, bodies.inverse_masses, fall, v, p, &stop).status,
              BlockStatus::interrupted);
}

TEST(CoulombPath, does_not_certify_numbers_that_are_none)
{
    Bodies bodies = column(3);
    bodies.v(4) = std::numeric_limits<double>::quiet_NaN();
    const Answer answer = answer_by<CoulombPath>(bodies);
    EXPECT_FALSE(answer.outcome.solved());
    EXPECT_TRUE(std::isinf(answer.outcome.residual));
}

TEST(CoulombPath, leaves_bodies_that_cannot_move_alone)
{
    Bodies bodies = column(2);
    bodies.inverse_masses.setZero();
    EXPECT_EQ(answer_by<CoulombPath>(bodies).v, bodies.v);
}

}  // namespace
}  // namespace rebond
