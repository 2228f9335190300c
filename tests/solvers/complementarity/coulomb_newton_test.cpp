#include "rebond/solvers/complementarity/coulomb_newton.hpp"

#include "rebond/solvers/complementarity/coulomb_gauss_seidel.hpp"
#include "solvers/complementarity/falling_discs.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>

namespace rebond {
namespace {

using namespace test;

// From so many sweeps.
Answer answer_of(const Bodies& bodies, int sweeps, double tolerance = 1e-8, double scale = fall)
{
    Answer answer{{}, bodies.v, Vector::Zero(bodies.size())};
    if (sweeps > 0) {
        CoulombGaussSeidel first({.tolerance = tolerance, .most_sweeps = sweeps});
        (void)first.solve(bodies.contacts, bodies.inverse_masses, scale, answer.v, answer.p);
        answer.v = bodies.v;
    }
    CoulombNewton solver({.tolerance = tolerance});
    answer.outcome = solver.solve(bodies.contacts, bodies.inverse_masses, scale, answer.v, answer.p);
    return answer;
}

TEST(CoulombNewton, finds_the_weight_of_a_column_without_sweeps)
{
    for (const int n : {1, 5, 50}) {
        const Answer answer = answer_of(column(n), 0, 1e-10);
        ASSERT_TRUE(answer.outcome.solved()) << n;
        EXPECT_NEAR(answer.p(0), n * fall, 1e-7 * fall * n);
        EXPECT_LE(answer.v.cwiseAbs().maxCoeff(), 1e-8 * fall * n);
    }
}

// Where a few sweeps leave 10⁻³ of the scale or more.
TEST(CoulombNewton, finds_what_holds_a_box_of_discs_where_sweeps_are_too_few)
{
    for (const double friction : {0.0, 0.2, 0.4}) {
        const Bodies bodies = full_box(16, 16, friction);
        CoulombGaussSeidel sweeps({.most_sweeps = 20});
        Vector v = bodies.v, p = Vector::Zero(bodies.size());
        ASSERT_GT(sweeps.solve(bodies.contacts, bodies.inverse_masses, fall, v, p).residual, 1e-3);
        const Answer answer = answer_of(bodies, 100);
        ASSERT_TRUE(answer.outcome.solved()) << friction << ' ' << answer.outcome.residual;
        expect_fulfilled(bodies, answer, 1e-7 * fall);
        EXPECT_LE(answer.v.cwiseAbs().maxCoeff(), 1e-4 * fall);
    }
}

// Discs that slide along each other: s of (3) does not vanish.
TEST(CoulombNewton, fulfils_its_conditions_where_contacts_slide)
{
    Bodies bodies = full_box(4, 4, 0.1);
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    for (double& x : bodies.v) x = fall * normal(random);
    const Answer answer = answer_of(bodies, 200, 1e-9);
    ASSERT_TRUE(answer.outcome.solved()) << answer.outcome.residual;
    expect_fulfilled(bodies, answer, 1e-8 * fall);
    EXPECT_LE(bodies.energy(answer.v), bodies.energy(bodies.v));
}

TEST(CoulombNewton, agrees_with_sweeps_on_small_problems)
{
    RandomBodies random;
    int compared = 0;
    for (int trial = 0; trial < 100; ++trial) {
        const Bodies bodies = random.next();
        CoulombGaussSeidel sweeps({.tolerance = 1e-11, .most_sweeps = 20'000});
        Vector v = bodies.v, p = Vector::Zero(bodies.size());
        if (!sweeps.solve(bodies.contacts, bodies.inverse_masses, 1.0, v, p).solved()) continue;
        const Answer answer = answer_of(bodies, 0, 1e-10, 1.0);
        if (!answer.outcome.solved()) continue;
        ++compared;
        // Velocities are unique where impulses may not be.
        ASSERT_LE((answer.v - v).cwiseAbs().maxCoeff(), 1e-6 * (1.0 + v.cwiseAbs().maxCoeff())) << trial;
    }
    EXPECT_GT(compared, 95);
}

TEST(CoulombNewton, says_so_where_it_ends_too_early)
{
    const Bodies bodies = full_box(8, 8, 0.4);
    Vector v = bodies.v, p = Vector::Zero(bodies.size());
    CoulombNewton hasty({.most_factorisations = 1});
    const BlockOutcome outcome = hasty.solve(bodies.contacts, bodies.inverse_masses, fall, v, p);
    EXPECT_EQ(outcome.status, BlockStatus::not_solved);
    EXPECT_EQ(outcome.iterations, 1);
    EXPECT_GT(outcome.residual, 1e-8);
    const std::atomic<bool> stop = true;
    v = bodies.v;
    p.setZero();
    CoulombNewton solver;
    EXPECT_EQ(solver.solve(bodies.contacts, bodies.inverse_masses, fall, v, p, &stop).status,
              BlockStatus::interrupted);
}

TEST(CoulombNewton, does_not_certify_numbers_that_are_none)
{
    Bodies bodies = column(3);
    bodies.v(4) = std::numeric_limits<double>::quiet_NaN();
    const Answer answer = answer_of(bodies, 0);
    EXPECT_FALSE(answer.outcome.solved());
    EXPECT_TRUE(std::isinf(answer.outcome.residual));
}

TEST(CoulombNewton, leaves_coordinates_that_cannot_move_alone)
{
    Bodies bodies = column(2);
    for (Index i = 0; i < 2; ++i) bodies.inverse_masses(3 * i + 2) = 0.0;  // they do not turn
    const Answer answer = answer_of(bodies, 0);
    ASSERT_TRUE(answer.outcome.solved());
    EXPECT_EQ(answer.v(2), bodies.v(2));
    EXPECT_NEAR(answer.p(0), 2.0 * fall, 1e-7 * fall);
}

}  // namespace
}  // namespace rebond
