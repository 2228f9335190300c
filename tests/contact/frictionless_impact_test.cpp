#include "rebond/contact/frictionless_impact.hpp"

#include "rebond/contact/friction/frictional_impact.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <random>

namespace rebond::test {
namespace {

FrictionlessImpact closed(const Matrix& G, const Vector& e, const Vector& u)
{
    FrictionlessImpact contacts(G.rows());
    for (Index i = 0; i < G.rows(); ++i) contacts.add(i, {.restitution = e(i)}, u(i));
    contacts.G = G;
    return contacts;
}

// G = JᵀM⁻¹J of random contacts on a random body: positive definite.
Matrix random_mobility(std::mt19937& random, Index contacts, Index dofs)
{
    std::normal_distribution<double> normal;
    const auto draw = [&] { return normal(random); };
    const Matrix J = Matrix::NullaryExpr(dofs, contacts, draw), B = Matrix::NullaryExpr(dofs, dofs, draw);
    const Matrix M = B * B.transpose() + Matrix::Identity(dofs, dofs);
    return J.transpose() * M.llt().solve(J);
}

Vector approaching(std::mt19937& random, Index contacts)
{
    std::uniform_real_distribution<double> speed(-2.0, -0.01);
    return Vector::NullaryExpr(contacts, [&] { return speed(random); });
}

// p by trying every set of pushing contacts: the only one with p ≥ 0 and u⁺ + e u⁻ ≥ 0.
Vector impulses_by_hand(const Matrix& G, const Vector& b)
{
    const Index n = b.size();
    for (unsigned set = 0; set < (1u << n); ++set) {
        std::vector<Index> active;
        for (Index i = 0; i < n; ++i)
            if (set >> i & 1u) active.push_back(i);
        Vector p = Vector::Zero(n);
        if (!active.empty()) p(active) = Vector(Matrix(G(active, active)).llt().solve(Vector(-b(active))));
        if (p.minCoeff() >= 0.0 && (G * p + b).minCoeff() > -1e-12) return p;
    }
    ADD_FAILURE() << "no solution";
    return Vector::Zero(n);
}

TEST(FrictionlessImpact, one_contact_obeys_newton)
{
    for (const double e : {0.0, 0.3, 1.0}) {
        FrictionlessImpact contacts =
            closed(Matrix::Constant(1, 1, 0.5), Vector::Constant(1, e), Vector::Constant(1, -2.0));
        ASSERT_TRUE(contacts.resolve());
        EXPECT_EQ(contacts.after(0), 2.0 * e);
        EXPECT_DOUBLE_EQ(contacts.impulses(0), (1.0 + e) * 4.0);
        EXPECT_NEAR(contacts.energy_loss(0), 0.5 * (1.0 - e * e) * 4.0 / 0.5, 1e-14);
    }
}

TEST(FrictionlessImpact, impulses_are_those_of_the_only_set_that_fits)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> coefficient(0.0, 1.0);
    for (int k = 0; k < 300; ++k) {
        const Index n = 1 + k % 5;
        const Matrix G = random_mobility(random, n, n + 2);
        const Vector u = approaching(random, n);
        const Vector e = Vector::NullaryExpr(n, [&] { return coefficient(random); });
        FrictionlessImpact contacts = closed(G, e, u);
        ASSERT_TRUE(contacts.resolve());
        const Vector p = impulses_by_hand(G, u + e.cwiseProduct(u));
        const double scale = p.norm() + 1e-3;
        EXPECT_LT((contacts.impulses - p).norm(), 1e-9 * scale) << k;  // conditioning of G times rounding
        EXPECT_LT((contacts.after - (u + G * p)).norm(), 1e-9) << k;
        for (Index i = 0; i < n; ++i) {
            EXPECT_GE(contacts.impulses(i), 0.0);
            EXPECT_GE(contacts.after(i) + e(i) * u(i), -1e-9);
            EXPECT_NEAR(contacts.impulses(i) * (contacts.after(i) + e(i) * u(i)), 0.0, 1e-9);
        }
    }
}

TEST(FrictionlessImpact, equal_coefficients_never_gain_energy_and_books_close_for_any)
{
    std::mt19937 random(2);
    for (int k = 0; k < 300; ++k) {
        const Index n = 2 + k % 4;
        const double e = 0.25 * (k % 5);
        const Matrix G = random_mobility(random, n, n + 1);
        const Vector u = approaching(random, n);
        FrictionlessImpact contacts = closed(G, Vector::Constant(n, e), u);
        ASSERT_TRUE(contacts.resolve());
        double lost = 0.0;
        for (Index i = 0; i < n; ++i) lost += contacts.energy_loss(i);
        const Vector& p = contacts.impulses;
        const double change = u.dot(p) + 0.5 * p.dot(G * p);  // of the kinetic energy
        EXPECT_NEAR(lost, -change, 1e-9 * (1.0 + std::abs(change))) << k;
        EXPECT_GE(lost, -1e-12) << k;
        // p·(Gp + (1+e)u) = 0 gives −½(1−e)/(1+e) pᵀGp of change.
        EXPECT_NEAR(lost, 0.5 * (1.0 - e) / (1.0 + e) * p.dot(G * p), 1e-9 * (1.0 + lost)) << k;
    }
}

TEST(FrictionlessImpact, a_contact_that_others_lift_faster_gets_no_impulse)
{
    const Matrix M = (Matrix(2, 2) << 1.0, -0.9, -0.9, 1.0).finished();
    FrictionlessImpact contacts = closed(M.inverse(), Vector::Constant(2, 0.5), Vector{{-1.0, -0.5}});
    ASSERT_TRUE(contacts.resolve());
    EXPECT_NEAR(contacts.impulses(0), 1.5 * 0.19, 1e-14);
    EXPECT_EQ(contacts.impulses(1), 0.0);
    EXPECT_NEAR(contacts.after(1), -0.5 + 0.9 * 1.5, 1e-14);
}

TEST(FrictionlessImpact, a_contact_at_rest_is_jolted_through_another)
{
    // Row of a wall, a resting mass and one arriving at speed 1: both impulses are 1 + e, whatever the
    // masses.
    const double m1 = 2.0, m2 = 3.0, e = 0.4;
    const Matrix G = (Matrix(2, 2) << 1.0 / m1, -1.0 / m1, -1.0 / m1, 1.0 / m1 + 1.0 / m2).finished();
    FrictionlessImpact contacts = closed(G, Vector::Constant(2, e), Vector{{0.0, -1.0}});
    ASSERT_TRUE(contacts.resolve());
    EXPECT_NEAR(contacts.impulses(0), (1.0 + e) * m2, 1e-13);
    EXPECT_NEAR(contacts.impulses(1), (1.0 + e) * m2, 1e-13);
    EXPECT_EQ(contacts.after(0), 0.0);
    EXPECT_EQ(contacts.after(1), e);
}

// ---------------------------------------------------------------- who stays

FrictionlessImpact resting(const Matrix& G, const Vector& free)
{
    FrictionlessImpact contacts = closed(G, Vector::Zero(free.size()), Vector::Zero(free.size()));
    EXPECT_TRUE(contacts.resolve());
    contacts.free = free;
    EXPECT_TRUE(contacts.rest());
    return contacts;
}

TEST(FrictionlessImpact, what_is_pressed_stays_and_what_is_lifted_leaves)
{
    const FrictionlessImpact contacts = resting(Matrix::Identity(3, 3), Vector{{-1.0, 2.0, 0.0}});
    EXPECT_TRUE(contacts.stays(0));
    EXPECT_EQ(contacts.acceleration(0), 0.0);
    EXPECT_FALSE(contacts.stays(1));
    EXPECT_EQ(contacts.acceleration(1), 2.0);
    EXPECT_TRUE(contacts.stays(2));  // nothing moves it
}

TEST(FrictionlessImpact, a_reaction_may_lift_another_contact)
{
    // G₁₂ > 0: the reaction 2 of the first gives the second −1 + 0.8·2 > 0.
    const Matrix G = (Matrix(2, 2) << 1.0, 0.8, 0.8, 1.0).finished();
    const FrictionlessImpact contacts = resting(G, Vector{{-2.0, -1.0}});
    EXPECT_TRUE(contacts.stays(0));
    EXPECT_FALSE(contacts.stays(1));
    EXPECT_NEAR(contacts.acceleration(1), 0.6, 1e-14);
}

TEST(FrictionlessImpact, rest_agrees_with_the_only_set_that_fits)
{
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    for (int k = 0; k < 200; ++k) {
        const Index n = 1 + k % 5;
        const Matrix G = random_mobility(random, n, n + 2);
        const Vector a = Vector::NullaryExpr(n, [&] { return normal(random); });
        const FrictionlessImpact contacts = resting(G, a);
        const Vector nu = impulses_by_hand(G, a);
        const Vector acceleration = a + G * nu;
        for (Index i = 0; i < n; ++i) {
            EXPECT_EQ(contacts.stays(i), nu(i) > 0.0) << k;
            EXPECT_NEAR(contacts.acceleration(i), acceleration(i), 1e-9) << k;
        }
    }
}

TEST(FrictionlessImpact, a_contact_that_bounces_does_not_stay)
{
    FrictionlessImpact contacts = closed(Matrix::Identity(2, 2), Vector{{0.5, 0.0}}, Vector{{-1.0, -1.0}});
    ASSERT_TRUE(contacts.resolve());
    contacts.free = Vector{{-9.81, -9.81}};
    ASSERT_TRUE(contacts.rest());
    EXPECT_FALSE(contacts.stays(0));
    EXPECT_EQ(contacts.acceleration(0), -9.81);
    EXPECT_TRUE(contacts.stays(1));
}

TEST(FrictionlessImpact, clear_forgets_the_contacts)
{
    FrictionlessImpact contacts = closed(Matrix::Identity(2, 2), Vector::Zero(2), Vector{{-1.0, -1.0}});
    contacts.clear();
    EXPECT_EQ(contacts.size(), 0);
    contacts.add(7, {.restitution = 1.0}, -3.0);
    ASSERT_TRUE(contacts.resolve());
    EXPECT_EQ(contacts.contacts[0], 7);
    EXPECT_EQ(contacts.after(0), 3.0);
}

// Poisson's law for several contacts, by another solver.
TEST(FrictionlessImpact, poissons_law_for_several_contacts)
{
    std::mt19937 random(21);
    for (int trial = 0; trial < 300; ++trial) {
        const Index n = 1 + trial % 4;
        const Matrix G = random_mobility(random, n, n + 2);
        const Vector u = approaching(random, n);
        FrictionlessImpact closed(n);
        FrictionalImpact rough(n);
        for (Index i = 0; i < n; ++i) {
            const ImpactLaw law{.law = Law::poisson, .restitution = 0.7};
            closed.add(i, law, u(i));
            rough.add(i, law, {u(i), 0.0}, {u(i), 0.0});
            for (Index j = 0; j < n; ++j) rough.G(2 * i, 2 * j) = G(i, j);
        }
        closed.G = G;
        ASSERT_TRUE(closed.resolve()) << trial;
        ASSERT_TRUE(rough.resolve()) << trial;
        double lost = 0.0;
        for (Index i = 0; i < n; ++i) {
            EXPECT_NEAR(closed.impulses(i), rough.impulses(2 * i), 1e-9) << trial;
            EXPECT_NEAR(closed.after(i), rough.after(2 * i), 1e-9) << trial;
            lost += closed.energy_loss(i);
        }
        EXPECT_GE(lost, 0.0);
    }
}

}  // namespace
}  // namespace rebond::test
