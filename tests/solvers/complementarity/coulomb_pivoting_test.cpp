#include "rebond/solvers/complementarity/coulomb_pivoting.hpp"

#include "tests/solvers/complementarity/coulomb_conditions.hpp"

#include <gtest/gtest.h>

#include <random>

namespace rebond {
namespace {

using Contacts = std::vector<CoulombPivoting::Contact>;

// A mass of 2 kg arrives at 1 m/s: N = 2 N s, and friction stops the sliding or takes μN.
TEST(CoulombPivoting, a_mass_sticks_slides_or_leaves)
{
    const Matrix G = 0.5 * Matrix::Identity(2, 2);
    Vector p(2);
    CoulombPivoting pivoting;
    ASSERT_TRUE(pivoting.solve(G, Vector2(-1.0, 3.0), Contacts{{.friction = 0.5}}, p));
    EXPECT_NEAR(p(0), 2.0, 1e-15);
    EXPECT_NEAR(p(1), -1.0, 1e-15);
    EXPECT_EQ(pivoting.chosen(0), (CoulombCase{true, CoulombMotion::slides_forth}));

    ASSERT_TRUE(pivoting.solve(G, Vector2(-1.0, -0.2), Contacts{{.friction = 0.5}}, p));
    EXPECT_NEAR(p(1), 0.4, 1e-15);
    EXPECT_EQ(pivoting.chosen(0), (CoulombCase{true, CoulombMotion::sticks}));

    ASSERT_TRUE(pivoting.solve(G, Vector2(1.0, 3.0), Contacts{{.friction = 0.5}}, p));
    EXPECT_EQ(p.norm(), 0.0);
    EXPECT_FALSE(pivoting.chosen(0).is_pressed);
}

// A least impulse brings its friction; one that slides already keeps its direction.
TEST(CoulombPivoting, least_impulses_and_given_directions)
{
    const Matrix G = 0.5 * Matrix::Identity(2, 2);
    Vector p(2);
    CoulombPivoting pivoting;
    ASSERT_TRUE(pivoting.solve(G, Vector2(0.0, 0.3), Contacts{{.friction = 0.5, .least = 2.0}}, p));
    EXPECT_NEAR(p(0), 2.0, 1e-15);
    EXPECT_NEAR(p(1), -0.6, 1e-15);
    ASSERT_TRUE(pivoting.solve(G, Vector2(-1.0, 0.1), Contacts{{.friction = 0.5, .slides = 1}}, p));
    EXPECT_NEAR(p(0), 2.0, 1e-15);
    EXPECT_NEAR(p(1), -1.0, 1e-15);
}

// More rows than the body has freedoms, as in heaps: G is singular, and b is that of a motion.
TEST(CoulombPivoting, redundant_contacts_have_an_answer)
{
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    CoulombPivoting pivoting;
    for (int trial = 0; trial < 600; ++trial) {
        const Index contacts = 2 + trial % 11, freedoms = 2 + trial % 7;
        Matrix W(2 * contacts, freedoms);
        for (double& weight : W.reshaped()) weight = normal(random);
        Vector v(freedoms);
        for (double& velocity : v) velocity = normal(random);
        const Matrix G = W * W.transpose();
        const Vector b = W * v;
        const double friction = uniform(random);
        Vector p(2 * contacts);
        ASSERT_TRUE(
            pivoting.solve(G, b, Contacts(static_cast<std::size_t>(contacts), {.friction = friction}), p))
            << trial;
        expect_coulomb(G, b, friction, p);
    }
}

}  // namespace
}  // namespace rebond
