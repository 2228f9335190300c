#include "rebond/contact/outward_law.hpp"

#include "contact/touching_discs.hpp"
#include "rebond/solvers/complementarity/linear_complementarity.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

namespace rebond::test {
namespace {

struct Resolved {
    ProgramOutcome outcome = {};
    Vector impulses = {};
    Vector v = {};
    double share = 1.0;
};

Resolved resolve(const TouchingDiscs& discs, const Vector& e)
{
    OutwardLaw law(discs.contacts());
    Resolved resolved{.impulses = Vector::Zero(discs.contacts())};
    resolved.outcome = law.resolve(discs.mobility(), discs.approach(), e, resolved.impulses);
    resolved.v = discs.after(resolved.impulses);
    resolved.share = law.share();
    return resolved;
}

Resolved resolve(const TouchingDiscs& discs, double e)
{
    return resolve(discs, Vector::Constant(discs.contacts(), e));
}

Vector along_x(const Vector& v)
{
    return v(Eigen::seq(0, Eigen::last, 2));
}

Vector numbers(std::initializer_list<double> list)
{
    return Eigen::Map<const Vector>(std::data(list), static_cast<Index>(list.size()));
}

constexpr double rounding = 1e-13;

TEST(OutwardLaw, one_contact_rebounds_by_newton)
{
    for (const double e : {0.0, 0.3, 1.0}) {
        const Resolved resolved = resolve(cradle(2), e);
        ASSERT_TRUE(resolved.outcome.solved());
        EXPECT_LT((along_x(resolved.v) - numbers({0.5 * (1.0 - e), 0.5 * (1.0 + e)})).norm(), rounding) << e;
    }
}

TEST(OutwardLaw, balls_of_a_cradle_come_apart)
{
    EXPECT_LT((along_x(resolve(cradle(3), 1.0).v) - numbers({-1.0 / 6.0, 1.0 / 3.0, 5.0 / 6.0})).norm(),
              rounding);
    EXPECT_LT((along_x(resolve(cradle(5), 1.0).v) - numbers({-0.3, 0.2, 0.2, 0.2, 0.7})).norm(), rounding);
    EXPECT_LT((along_x(resolve(cradle(5), 0.8).v) - numbers({-0.2, 0.2, 0.2, 0.2, 0.6})).norm(), rounding);
}

TEST(OutwardLaw, the_upper_of_two_balls_dropped_together_is_thrown_up)
{
    TouchingDiscs stack{.discs = {{.position = {0.0, 0.5}, .velocity = {0.0, -1.0}},
                                  {.position = {0.0, 1.5}, .velocity = {0.0, -1.0}, .mass = 0.25}},
                        .has_floor = true};
    stack.find_contacts();
    const Resolved resolved = resolve(stack, 1.0);
    EXPECT_NEAR(resolved.v(1), 0.5, rounding);
    EXPECT_NEAR(resolved.v(3), 0.5 + std::sqrt(1.25), rounding);  // 1.618034
}

TEST(OutwardLaw, a_pool_break_moves_the_back_corners_most)
{
    const Resolved resolved = resolve(pool_break(5), 1.0);
    ASSERT_TRUE(resolved.outcome.solved());
    EXPECT_LE(resolved.outcome.residual, 1e-9);
    // Printed digits.
    EXPECT_NEAR(resolved.v(1), 0.089327, 1e-6);
    EXPECT_NEAR(resolved.v(3), 0.093657, 1e-6);
    EXPECT_NEAR(resolved.v(22), -0.057799, 1e-6);
    EXPECT_NEAR(resolved.v(23), 0.100110, 1e-6);
    EXPECT_NEAR(resolved.v(30), 0.057799, 1e-6);
    EXPECT_NEAR(resolved.v(31), 0.100110, 1e-6);
}

TEST(OutwardLaw, without_restitution_it_is_the_plastic_impact)
{
    const TouchingDiscs table = pool_break(4);
    Vector plastic(table.contacts());
    LinearComplementarity problem(table.contacts());
    ASSERT_TRUE(problem.solve(table.mobility(), table.approach(), plastic).solved());
    EXPECT_LT((resolve(table, 0.0).v - table.after(plastic)).norm(), 1e-9);  // tolerance of both solvers
}

// Racks, stacks, rings and lattices with random masses and velocities. Many have more contacts than rigid
// motions, and then impulses that are not unique.
TouchingDiscs random_discs(std::mt19937_64& random, int kind)
{
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    const auto whole = [&](int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(random);
    };
    TouchingDiscs all;
    switch (kind % 4) {
        case 0:
            all = pool_break(whole(2, 6));
            break;
        case 1: {
            const int columns = whole(1, 4), rows = whole(2, 6);
            all.has_floor = true;
            for (int i = 0; i < rows; ++i)
                for (int j = 0; j < columns; ++j)
                    all.discs.push_back({.position = {1.0 * j, 0.5 + i}, .velocity = {0.0, -1.0}});
            break;
        }
        case 2: {
            const int count = whole(3, 10);
            const double radius = 0.5 / std::sin(std::numbers::pi / count);
            for (int i = 0; i < count; ++i) {
                const double angle = 2.0 * std::numbers::pi * i / count;
                const Vector2 place(radius * std::cos(angle), radius * std::sin(angle));
                all.discs.push_back({.position = place, .velocity = -place});
            }
            if (radius > 0.6) all.discs.push_back({.radius = radius - 0.5});
            break;
        }
        case 3: {
            const int columns = whole(2, 5), rows = whole(2, 4);
            all.has_floor = whole(0, 1) == 1;
            for (int i = 0; i < rows; ++i)
                for (int j = 0; j < columns; ++j)
                    all.discs.push_back({.position = {j + 0.5 * (i % 2), 0.5 + i * std::sqrt(0.75)}});
            break;
        }
    }
    for (Disc& disc : all.discs) {
        if (unit(random) < 0.5) disc.mass = std::pow(10.0, 4.0 * unit(random) - 2.0);
        if (kind % 8 >= 4 || kind % 4 == 3)
            disc.velocity = {2.0 * unit(random) - 1.0, 2.0 * unit(random) - 1.0};
    }
    all.find_contacts();
    return all;
}

TEST(OutwardLaw, ten_thousand_random_impacts_satisfy_its_conditions_and_give_no_energy)
{
    std::mt19937_64 random(6);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    int redundant = 0, scaled_down = 0;
    double worst = 0.0;
    for (int trial = 0; trial < 10'000; ++trial) {
        const TouchingDiscs all = random_discs(random, trial);
        if (all.contacts() == 0) continue;
        const Vector e = Vector::NullaryExpr(all.contacts(), [&] { return trial % 3 ? unit(random) : 1.0; });
        const Resolved resolved = resolve(all, e);
        ASSERT_TRUE(resolved.outcome.solved()) << trial;
        worst = std::max(worst, resolved.outcome.residual);
        redundant += all.contacts() > 2 * static_cast<Index>(all.discs.size()) - 3;
        scaled_down += resolved.share < 1.0;

        const double speed = all.approach().cwiseAbs().maxCoeff();
        ASSERT_GE(resolved.impulses.minCoeff(), 0.0) << trial;
        ASSERT_GE((all.W.transpose() * resolved.v).minCoeff(), -1e-9 * speed) << trial;
        // Velocities of masses that differ ten-thousandfold carry ten thousand roundings.
        ASSERT_LE(all.energy(resolved.v), all.energy(all.v) * (1.0 + 1e-11)) << trial;
        if (all.has_floor) continue;
        Vector2 gained(0.0, 0.0), size(0.0, 0.0);
        for (Index i = 0; i < all.v.size(); i += 2) {
            gained += all.masses(i) * (resolved.v - all.v).segment<2>(i);
            size += all.masses(i) * (resolved.v.segment<2>(i).cwiseAbs() + all.v.segment<2>(i).cwiseAbs());
        }
        ASSERT_LE(gained.norm(), 1e-13 * size.norm()) << trial;
    }
    EXPECT_LE(worst, 1e-9);
    EXPECT_GT(redundant, 1000);
    EXPECT_GT(scaled_down, 20);
}

TEST(OutwardLaw, energy_that_separating_contacts_would_give_is_not_given)
{
    // A light ball hits a heavy one from which another light one flies off.
    TouchingDiscs row{.discs = {{.position = {0.0, 0.0}, .velocity = {1.0, 0.0}},
                                {.position = {1.0, 0.0}, .mass = 0.01},
                                {.position = {2.0, 0.0}, .velocity = {0.9, 0.0}, .mass = 100.0}}};
    row.find_contacts();
    const Vector u = row.approach();
    EXPECT_LT(u(0), 0.0);
    EXPECT_GT(u(1), 0.0);
    const Resolved resolved = resolve(row, 1.0);
    ASSERT_TRUE(resolved.outcome.solved());
    EXPECT_LE(row.energy(resolved.v), row.energy(row.v) * (1.0 + 1e-13));
    EXPECT_GE((row.W.transpose() * resolved.v).minCoeff(), -1e-12);
}

TEST(OutwardLaw, what_is_not_connected_does_not_matter)
{
    TouchingDiscs two = cradle(3);
    for (const Disc& disc : cradle(4).discs) {
        two.discs.push_back(disc);
        two.discs.back().position.y() = 10.0;
        two.discs.back().velocity *= -3.0;  // it leaves
    }
    two.find_contacts();
    const Resolved resolved = resolve(two, 1.0);
    EXPECT_LT((resolved.v.head(6) - resolve(cradle(3), 1.0).v).norm(), rounding);
    EXPECT_EQ(resolved.v.tail(8), two.v.tail(8));
}

TEST(OutwardLaw, the_order_of_contacts_does_not_matter)
{
    const TouchingDiscs table = pool_break(4);
    TouchingDiscs reversed = table;
    std::reverse(reversed.discs.begin(), reversed.discs.end());
    reversed.find_contacts();
    const Vector v = resolve(table, 0.7).v, w = resolve(reversed, 0.7).v;
    for (Index i = 0; i < v.size(); i += 2)
        EXPECT_LT((v.segment<2>(i) - w.segment<2>(w.size() - 2 - i)).norm(), 1e-12);
}

}  // namespace
}  // namespace rebond::test
