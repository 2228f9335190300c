#include "rebond/solvers/complementarity/coulomb_interior_point.hpp"

#include "rebond/solvers/complementarity/coulomb_gauss_seidel.hpp"
#include "rebond/solvers/complementarity/coulomb_newton.hpp"
#include "solvers/complementarity/falling_discs.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>

namespace rebond {
namespace {

using namespace test;

TEST(CoulombInteriorPoint, finds_the_weight_of_a_column)
{
    for (const int n : {1, 5, 50}) {
        const Answer answer = answer_by<CoulombInteriorPoint>(column(n), 1e-9);
        ASSERT_TRUE(answer.outcome.solved()) << n << ' ' << answer.outcome.residual;
        EXPECT_NEAR(answer.p(0), n * fall, 1e-6 * fall * n);
        EXPECT_LE(answer.v.cwiseAbs().maxCoeff(), 1e-7 * fall * n);
    }
}

TEST(CoulombInteriorPoint, finds_what_holds_a_box_of_discs)
{
    for (const double friction : {0.0, 0.2, 0.4}) {
        const Bodies bodies = full_box(16, 16, friction);
        const Answer answer = answer_by<CoulombInteriorPoint>(bodies);
        ASSERT_TRUE(answer.outcome.solved()) << friction << ' ' << answer.outcome.residual;
        expect_fulfilled(bodies, answer, 1e-7 * fall);
    }
}

// Where a thousand sweeps and Newton's method on proximal points leave 10⁻⁵ of the speeds and more.
TEST(CoulombInteriorPoint, settles_discs_that_flow_where_sweeps_and_proximal_points_do_not)
{
    const double scale = 10.0 * fall;
    for (const double friction : {0.2, 0.4})
        for (const unsigned seed : {1u, 3u}) {
            const Bodies bodies = flowing_box(12, friction, seed);
            Vector v = bodies.v, p = Vector::Zero(bodies.size());
            CoulombGaussSeidel sweeps({.most_sweeps = 1000});
            EXPECT_GT(sweeps.solve(bodies.contacts, bodies.inverse_masses, scale, v, p).residual, 1e-5);
            v = bodies.v;
            CoulombNewton newton;
            EXPECT_GT(newton.solve(bodies.contacts, bodies.inverse_masses, scale, v, p).residual, 1e-5);
            const Answer answer = answer_by<CoulombInteriorPoint>(bodies, 1e-8, scale);
            ASSERT_TRUE(answer.outcome.solved()) << friction << ' ' << seed << ' ' << answer.outcome.residual;
            expect_fulfilled(bodies, answer, 1e-7 * scale);
            EXPECT_LE(bodies.energy(answer.v), bodies.energy(bodies.v));
        }
}

TEST(CoulombInteriorPoint, agrees_with_sweeps_on_small_problems)
{
    RandomBodies random;
    int compared = 0;
    for (int trial = 0; trial < 100; ++trial) {
        const Bodies bodies = random.next();
        CoulombGaussSeidel sweeps({.tolerance = 1e-11, .most_sweeps = 20'000});
        Vector v = bodies.v, p = Vector::Zero(bodies.size());
        if (!sweeps.solve(bodies.contacts, bodies.inverse_masses, 1.0, v, p).solved()) continue;
        const Answer answer = answer_by<CoulombInteriorPoint>(bodies, 1e-10, 1.0);
        if (!answer.outcome.solved()) continue;
        ++compared;
        // Velocities are unique where impulses may not be.
        ASSERT_LE((answer.v - v).cwiseAbs().maxCoeff(), 1e-6 * (1.0 + v.cwiseAbs().maxCoeff())) << trial;
    }
    EXPECT_GT(compared, 95);
}

TEST(CoulombInteriorPoint, says_so_where_it_ends_too_early)
{
    const Bodies bodies = full_box(8, 8, 0.4);
    Vector v = bodies.v, p = Vector::Zero(bodies.size());
    CoulombInteriorPoint hasty({.most_factorisations = 1});
    const BlockOutcome outcome = hasty.solve(bodies.contacts, bodies.inverse_masses, fall, v, p);
    EXPECT_EQ(outcome.status, BlockStatus::not_solved);
    EXPECT_EQ(outcome.iterations, 1);
    EXPECT_GT(outcome.residual, 1e-8);
    const std::atomic<bool> stop = true;
    v = bodies.v;
    p.setZero();
    CoulombInteriorPoint solver;
    EXPECT_EQ(solver.solve(bodies.contacts, bodies.inverse_masses, fall, v, p, &stop).status,
              BlockStatus::interrupted);
}

TEST(CoulombInteriorPoint, does_not_certify_numbers_that_are_none)
{
    Bodies bodies = column(3);
    bodies.v(4) = std::numeric_limits<double>::quiet_NaN();
    const Answer answer = answer_by<CoulombInteriorPoint>(bodies);
    EXPECT_FALSE(answer.outcome.solved());
    EXPECT_TRUE(std::isinf(answer.outcome.residual));
}

TEST(CoulombInteriorPoint, leaves_coordinates_that_cannot_move_alone)
{
    Bodies bodies = column(2);
    for (Index i = 0; i < 2; ++i) bodies.inverse_masses(3 * i + 2) = 0.0;  // they do not turn
    const Answer answer = answer_by<CoulombInteriorPoint>(bodies);
    ASSERT_TRUE(answer.outcome.solved());
    EXPECT_EQ(answer.v(2), bodies.v(2));
    EXPECT_NEAR(answer.p(0), 2.0 * fall, 1e-6 * fall);
    bodies.inverse_masses.setZero();
    EXPECT_EQ(answer_by<CoulombInteriorPoint>(bodies).v, bodies.v);
}

}  // namespace
}  // namespace rebond
