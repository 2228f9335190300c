#include "rebond/solvers/complementarity/coulomb_gauss_seidel.hpp"

#include "allocation_count.hpp"
#include "rebond/solvers/complementarity/coulomb_complementarity.hpp"
#include "solvers/complementarity/falling_discs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace rebond {
namespace {

using namespace test;

Answer answer_of(const Bodies& bodies, const GaussSeidelSettings& settings, double scale = fall)
{
    CoulombGaussSeidel solver(settings);
    Answer answer{{}, bodies.v, Vector::Zero(bodies.size())};
    answer.outcome = solver.solve(bodies.contacts, bodies.inverse_masses, scale, answer.v, answer.p);
    return answer;
}

TEST(CoulombGaussSeidel, agrees_with_the_dense_solver_on_small_problems)
{
    RandomBodies random;
    int compared = 0;
    for (int trial = 0; trial < 1000; ++trial) {
        const Bodies bodies = random.next();
        const Matrix W = bodies.rows(), G = W * bodies.inverse_masses.asDiagonal() * W.transpose();
        const auto count = static_cast<Index>(bodies.contacts.size());
        Vector b = W * bodies.v, friction(count), dense(2 * count);
        for (Index k = 0; k < count; ++k) {
            b.segment<2>(2 * k) += bodies.contacts[static_cast<std::size_t>(k)].bias;
            friction(k) = bodies.contacts[static_cast<std::size_t>(k)].friction;
        }
        const Vector none = Vector::Zero(count);
        CoulombComplementarity solver(count);
        if (!solver.solve({.G = G, .b = b, .friction = friction, .least = none}, dense).solved()) continue;
        for (const int memory : {0, 10}) {
            const Answer sparse =
                answer_of(bodies, {.tolerance = 1e-11, .most_sweeps = 20'000, .memory = memory}, 1.0);
            if (!sparse.outcome.solved()) continue;
            ++compared;
            // Velocities are unique where impulses may not be.
            ASSERT_LE((G * (sparse.p - dense)).cwiseAbs().maxCoeff(), 1e-7 * (1.0 + b.cwiseAbs().maxCoeff()))
                << trial;
            expect_fulfilled(bodies, sparse, 1e-8);
        }
    }
    EXPECT_GT(compared, 1950);
}

TEST(CoulombGaussSeidel, takes_ten_times_the_square_of_a_columns_height_alone_and_few_with_memory)
{
    for (const int n : {5, 10, 20}) {
        const Bodies bodies = column(n);
        const Answer plain = answer_of(bodies, {.tolerance = 1e-10, .most_sweeps = 10'000, .memory = 0});
        const Answer mixed = answer_of(bodies, {.tolerance = 1e-10});
        ASSERT_TRUE(plain.outcome.solved() && mixed.outcome.solved());
        EXPECT_GT(plain.outcome.iterations, 6 * n * n);
        EXPECT_LT(plain.outcome.iterations, 16 * n * n);
        EXPECT_LE(mixed.outcome.iterations, 4 * n);
        // The lowest contact carries all, and everything is at rest.
        for (const Answer& answer : {plain, mixed}) {
            EXPECT_NEAR(answer.p(0), n * fall, 1e-7 * fall * n * n);
            EXPECT_LE(answer.v.cwiseAbs().maxCoeff(), 1e-8 * fall * n);
        }
    }
}

TEST(CoulombGaussSeidel, takes_one_sweep_from_the_answer)
{
    const Bodies bodies = full_box(8, 8, 0.4);
    CoulombGaussSeidel solver;
    Vector v = bodies.v, p = Vector::Zero(bodies.size());
    ASSERT_TRUE(solver.solve(bodies.contacts, bodies.inverse_masses, fall, v, p).solved());
    v = bodies.v;
    const BlockOutcome again = solver.solve(bodies.contacts, bodies.inverse_masses, fall, v, p);
    EXPECT_TRUE(again.solved());
    EXPECT_LE(again.iterations, 2);
}

TEST(CoulombGaussSeidel, certifies_a_thousand_discs_in_a_box)
{
    for (const double friction : {0.0, 0.2, 0.4}) {
        const Bodies bodies = full_box(32, 32, friction);
        ASSERT_GT(bodies.contacts.size(), 2900U);
        const Answer answer = answer_of(bodies, {.tolerance = 1e-8});
        EXPECT_TRUE(answer.outcome.solved());
        EXPECT_LE(answer.outcome.residual, 1e-8);
        EXPECT_LE(answer.outcome.iterations, 500);
        // At rest, and the floor carries the weight or the walls hold some of it.
        EXPECT_LE(answer.v.cwiseAbs().maxCoeff(), 1e-4 * fall);
    }
}

TEST(CoulombGaussSeidel, fulfils_its_conditions_in_a_box_of_moving_discs_and_loses_energy)
{
    Bodies bodies = full_box(8, 8, 0.4);
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    for (double& x : bodies.v) x = fall * normal(random);
    const Answer answer = answer_of(bodies, {.tolerance = 1e-10, .most_sweeps = 10'000});
    ASSERT_TRUE(answer.outcome.solved());
    expect_fulfilled(bodies, answer, 1e-9 * fall);
    EXPECT_LE(bodies.energy(answer.v), bodies.energy(bodies.v));
}

TEST(CoulombGaussSeidel, never_gains_energy_without_a_bias)
{
    RandomBodies random;
    for (int trial = 0; trial < 500; ++trial) {
        Bodies bodies = random.next();
        for (BlockContact& contact : bodies.contacts) contact.bias.setZero();
        const Answer answer = answer_of(bodies, {.tolerance = 1e-10}, 1.0);
        if (!answer.outcome.solved()) continue;
        ASSERT_LE(bodies.energy(answer.v), bodies.energy(bodies.v) * (1.0 + 1e-8)) << trial;
    }
}

TEST(CoulombGaussSeidel, says_so_where_it_ends_too_early)
{
    const Bodies bodies = column(20);
    const Answer early = answer_of(bodies, {.tolerance = 1e-10, .most_sweeps = 10});
    EXPECT_EQ(early.outcome.status, BlockStatus::not_solved);
    EXPECT_FALSE(early.outcome.solved());
    EXPECT_EQ(early.outcome.iterations, 10);
    EXPECT_GT(early.outcome.residual, 1e-10);
    // Momentum and the cones hold all the same.
    const Vector v = bodies.v + bodies.inverse_masses.asDiagonal() * bodies.rows().transpose() * early.p;
    EXPECT_LE((v - early.v).cwiseAbs().maxCoeff(), 1e-12);

    const std::atomic<bool> stop = true;
    CoulombGaussSeidel solver({.tolerance = 1e-10});
    Vector u = bodies.v, p = Vector::Zero(bodies.size());
    const auto outcome = solver.solve(bodies.contacts, bodies.inverse_masses, fall, u, p, &stop);
    EXPECT_EQ(outcome.status, BlockStatus::interrupted);
    EXPECT_LE(outcome.iterations, 2);
}

TEST(CoulombGaussSeidel, does_not_certify_numbers_that_are_none)
{
    Bodies bodies = column(3);
    bodies.v(4) = std::numeric_limits<double>::quiet_NaN();
    const Answer answer = answer_of(bodies, {});
    EXPECT_FALSE(answer.outcome.solved());
    EXPECT_TRUE(std::isinf(answer.outcome.residual));
}

TEST(CoulombGaussSeidel, gives_the_same_bits_again_whatever_it_solved_before)
{
    const Bodies bodies = full_box(10, 10, 0.3);
    const Answer one = answer_of(bodies, {}), two = answer_of(bodies, {});
    EXPECT_EQ(one.p, two.p);
    EXPECT_EQ(one.v, two.v);
    CoulombGaussSeidel solver;
    for (const Bodies& other : {full_box(12, 12, 0.1), bodies}) {
        Vector v = other.v, p = Vector::Zero(other.size());
        EXPECT_TRUE(solver.solve(other.contacts, other.inverse_masses, fall, v, p).solved());
        if (other.size() == bodies.size()) {
            EXPECT_EQ(p, one.p);
        }
    }
}

TEST(CoulombGaussSeidel, allocates_nothing_for_a_size_it_has_seen)
{
    const Bodies bodies = full_box(8, 8, 0.4), fewer = full_box(4, 4, 0.4);
    CoulombGaussSeidel solver;
    Vector v = bodies.v, p = Vector::Zero(bodies.size());
    ASSERT_TRUE(solver.solve(bodies.contacts, bodies.inverse_masses, fall, v, p).solved());
    Vector v_fewer = fewer.v, p_fewer = Vector::Zero(fewer.size());
    v = bodies.v;
    p.setZero();
    const long before = allocations();
    const bool cold = solver.solve(bodies.contacts, bodies.inverse_masses, fall, v, p).solved();
    v = bodies.v;
    const bool warm = solver.solve(bodies.contacts, bodies.inverse_masses, fall, v, p).solved();
    const bool small = solver.solve(fewer.contacts, fewer.inverse_masses, fall, v_fewer, p_fewer).solved();
    EXPECT_EQ(allocations() - before, 0);
    EXPECT_TRUE(cold && warm && small);
}

TEST(CoulombGaussSeidel, leaves_bodies_that_cannot_move_and_no_contacts_alone)
{
    Bodies bodies = column(2);
    bodies.inverse_masses.setZero();
    const Answer fixed = answer_of(bodies, {});
    EXPECT_EQ(fixed.v, bodies.v);
    EXPECT_EQ(fixed.p.norm(), 0.0);
    bodies.contacts.clear();
    const Answer empty = answer_of(bodies, {});
    EXPECT_TRUE(empty.outcome.solved());
    EXPECT_EQ(empty.v, bodies.v);
}

}  // namespace
}  // namespace rebond
