#include "rebond/solvers/complementarity/coulomb_gauss_seidel.hpp"

#include "allocation_count.hpp"
#include "rebond/solvers/complementarity/coulomb_complementarity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace rebond {
namespace {

constexpr double fall = 9.81e-3;  // what gravity gives in a step [m/s]

struct Bodies {
    std::vector<BlockContact> contacts;
    Vector inverse_masses, v;

    Index size() const { return 2 * static_cast<Index>(contacts.size()); }
    double energy(const Vector& velocities) const
    {
        double twice = 0.0;
        for (Index i = 0; i < velocities.size(); ++i)
            if (inverse_masses(i) > 0.0) twice += velocities(i) * velocities(i) / inverse_masses(i);
        return 0.5 * twice;
    }
    // W and G as matrices.
    Matrix rows() const
    {
        Matrix W = Matrix::Zero(size(), v.size());
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            const BlockContact& c = contacts[k];
            W.block<2, 3>(2 * static_cast<Index>(k), 3 * c.first) = c.first_rows;
            if (c.second >= 0) W.block<2, 3>(2 * static_cast<Index>(k), 3 * c.second) = c.second_rows;
        }
        return W;
    }
};

// Discs of mass 1 and radius 0.1 m on the floor y = 0, between walls if `width` is above zero, that fall.
Bodies falling_discs(const std::vector<Vector2>& centres, double friction, double width = 0.0)
{
    const double r = 0.1, near = 1e-6;
    const auto count = static_cast<Index>(centres.size());
    Bodies bodies{{}, Vector(3 * count), Vector(3 * count)};
    const auto rows_of = [r](const Vector2& n, double sign) {
        Eigen::Matrix<double, 2, 3> rows;
        rows << sign * n(0), sign * n(1), 0.0, sign * n(1), -sign * n(0), r;
        return rows;
    };
    const auto touch = [&](Index first, Index second, const Vector2& n) {
        bodies.contacts.push_back({.first = first,
                                   .second = second,
                                   .first_rows = rows_of(n, 1.0),
                                   .second_rows = rows_of(n, -1.0),
                                   .friction = friction});
    };
    for (Index i = 0; i < count; ++i) {
        bodies.inverse_masses.segment<3>(3 * i) << 1.0, 1.0, 2.0 / (r * r);
        bodies.v.segment<3>(3 * i) << 0.0, -fall, 0.0;
        const Vector2& x = centres[static_cast<std::size_t>(i)];
        if (x(1) < r + near) touch(i, -1, {0.0, 1.0});
        if (width > 0.0 && x(0) < r + near) touch(i, -1, {1.0, 0.0});
        if (width > 0.0 && x(0) > width - r - near) touch(i, -1, {-1.0, 0.0});
        for (Index j = i + 1; j < count; ++j) {
            const Vector2 apart = x - centres[static_cast<std::size_t>(j)];
            if (apart.norm() < 2.0 * r + near) touch(i, j, apart.normalized());
        }
    }
    return bodies;
}

Bodies column(int discs)
{
    std::vector<Vector2> centres;
    for (int i = 0; i < discs; ++i) centres.emplace_back(0.0, 0.1 + 0.2 * i);
    return falling_discs(centres, 0.5);
}

Bodies full_box(int rows, int discs_in_row, double friction)
{
    std::vector<Vector2> centres;
    for (int k = 0; k < rows; ++k)
        for (int i = 0; i < discs_in_row - k % 2; ++i)
            centres.emplace_back(0.1 + 0.1 * (k % 2) + 0.2 * i, 0.1 + 0.1 * std::sqrt(3.0) * k);
    return falling_discs(centres, friction, 0.2 * discs_in_row);
}

struct Answer {
    GaussSeidelOutcome outcome;
    Vector v, p;
};

Answer answer_of(const Bodies& bodies, const GaussSeidelSettings& settings, double scale = fall)
{
    CoulombGaussSeidel solver(settings);
    Answer answer{{}, bodies.v, Vector::Zero(bodies.size())};
    answer.outcome = solver.solve(bodies.contacts, bodies.inverse_masses, scale, answer.v, answer.p);
    return answer;
}

// (1), (2) and the friction cone, by matrices.
void expect_fulfilled(const Bodies& bodies, const Answer& answer, double tolerance)
{
    const Matrix W = bodies.rows();
    const Vector v = bodies.v + bodies.inverse_masses.asDiagonal() * W.transpose() * answer.p;
    EXPECT_LE((v - answer.v).cwiseAbs().maxCoeff(), 1e-12 * (1.0 + v.cwiseAbs().maxCoeff()));
    Vector w = W * answer.v;
    for (std::size_t k = 0; k < bodies.contacts.size(); ++k) {
        const auto n = 2 * static_cast<Index>(k);
        const double N = answer.p(n), T = answer.p(n + 1), bound = bodies.contacts[k].friction * N;
        w.segment<2>(n) += bodies.contacts[k].bias;
        ASSERT_GE(N, 0.0);
        ASSERT_LE(std::abs(T), bound * (1.0 + 1e-12));
        ASSERT_GE(w(n), -tolerance);
        if (N > tolerance) {
            ASSERT_LE(w(n), tolerance);
        }
        if (std::abs(w(n + 1)) > tolerance && bound > tolerance) {
            ASSERT_LE(T * w(n + 1), 0.0);
        }
    }
}

struct RandomBodies {
    std::mt19937 random{19};
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;

    Bodies next()
    {
        const auto bodies = static_cast<Index>(3 + random() % 3);
        const std::size_t count = 2 + random() % 3;
        Bodies made{{}, Vector(3 * bodies), Vector(3 * bodies)};
        for (double& d : made.inverse_masses) d = 0.5 + uniform(random);
        for (double& x : made.v) x = normal(random);
        for (std::size_t k = 0; k < count; ++k) {
            BlockContact contact;
            contact.first = static_cast<Index>(random() % static_cast<unsigned long>(bodies));
            contact.second = static_cast<Index>(random() % static_cast<unsigned long>(bodies));
            if (contact.second == contact.first) contact.second = -1;
            for (double& x : contact.first_rows.reshaped()) x = normal(random);
            for (double& x : contact.second_rows.reshaped()) x = normal(random);
            contact.friction = k == 0 ? 0.0 : 0.3 * uniform(random);
            contact.bias = {0.3 * normal(random), 0.0};
            made.contacts.push_back(contact);
        }
        return made;
    }
};

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
        EXPECT_GT(plain.outcome.sweeps, 6 * n * n);
        EXPECT_LT(plain.outcome.sweeps, 16 * n * n);
        EXPECT_LE(mixed.outcome.sweeps, 4 * n);
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
    const GaussSeidelOutcome again = solver.solve(bodies.contacts, bodies.inverse_masses, fall, v, p);
    EXPECT_TRUE(again.solved());
    EXPECT_LE(again.sweeps, 2);
}

TEST(CoulombGaussSeidel, certifies_a_thousand_discs_in_a_box)
{
    for (const double friction : {0.0, 0.2, 0.4}) {
        const Bodies bodies = full_box(32, 32, friction);
        ASSERT_GT(bodies.contacts.size(), 2900U);
        const Answer answer = answer_of(bodies, {.tolerance = 1e-8});
        EXPECT_TRUE(answer.outcome.solved());
        EXPECT_LE(answer.outcome.residual, 1e-8);
        EXPECT_LE(answer.outcome.sweeps, 500);
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
    EXPECT_EQ(early.outcome.status, GaussSeidelStatus::not_solved);
    EXPECT_FALSE(early.outcome.solved());
    EXPECT_EQ(early.outcome.sweeps, 10);
    EXPECT_GT(early.outcome.residual, 1e-10);
    // Momentum and the cones hold all the same.
    const Vector v = bodies.v + bodies.inverse_masses.asDiagonal() * bodies.rows().transpose() * early.p;
    EXPECT_LE((v - early.v).cwiseAbs().maxCoeff(), 1e-12);

    const std::atomic<bool> stop = true;
    CoulombGaussSeidel solver({.tolerance = 1e-10});
    Vector u = bodies.v, p = Vector::Zero(bodies.size());
    const auto outcome = solver.solve(bodies.contacts, bodies.inverse_masses, fall, u, p, &stop);
    EXPECT_EQ(outcome.status, GaussSeidelStatus::interrupted);
    EXPECT_LE(outcome.sweeps, 2);
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
