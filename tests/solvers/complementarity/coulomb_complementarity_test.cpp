#include "rebond/solvers/complementarity/coulomb_complementarity.hpp"

#include "tests/solvers/complementarity/coulomb_conditions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace rebond {
namespace {

struct Solution {
    CoulombOutcome outcome;
    Vector p;
};

Solution solved(const Matrix& G, const Vector& b, const Vector& friction, const Vector& least)
{
    CoulombComplementarity solver(friction.size());
    Solution solution{{}, Vector::Zero(b.size())};
    solution.outcome = solver.solve({.G = G, .b = b, .friction = friction, .least = least}, solution.p);
    return solution;
}

Solution solved(const Matrix& G, const Vector& b, double friction)
{
    return solved(G, b, Vector::Constant(b.size() / 2, friction), Vector::Zero(b.size() / 2));
}

Matrix plane(double nn, double nt, double tt)
{
    Matrix G(2, 2);
    G << nn, nt, nt, tt;
    return G;
}

Vector pair(double n, double t)
{
    Vector b(2);
    b << n, t;
    return b;
}

// A mass of 2 kg that slides at 3 m/s and arrives at 1 m/s: N = 2, and friction stops it or takes μN.
TEST(CoulombComplementarity, a_mass_sticks_slides_or_leaves)
{
    const Matrix G = plane(0.5, 0.0, 0.5);
    const Solution sliding = solved(G, pair(-1.0, 3.0), 0.5);
    EXPECT_TRUE(sliding.outcome.solved());
    EXPECT_NEAR(sliding.p(0), 2.0, 1e-15);
    EXPECT_NEAR(sliding.p(1), -1.0, 1e-15);
    EXPECT_NEAR(solved(G, pair(-1.0, -3.0), 0.5).p(1), 1.0, 1e-15);

    EXPECT_NEAR(solved(G, pair(-1.0, 0.2), 0.5).p(1), -0.4, 1e-15);
    EXPECT_NEAR(solved(G, pair(-1.0, -0.49), 0.5).p(1), 0.98, 1e-15);

    const Solution leaving = solved(G, pair(1.0, 3.0), 0.5);
    EXPECT_TRUE(leaving.outcome.solved());
    EXPECT_EQ(leaving.p.norm(), 0.0);
}

// A least normal impulse brings its own friction, also where the contact leaves.
TEST(CoulombComplementarity, a_least_impulse_has_friction)
{
    const Matrix G = plane(0.5, 0.0, 0.5);
    const Solution slow = solved(G, pair(0.0, 0.3), Vector::Constant(1, 0.5), Vector::Constant(1, 2.0));
    EXPECT_NEAR(slow.p(0), 2.0, 1e-15);
    EXPECT_NEAR(slow.p(1), -0.6, 1e-15);
    const Solution fast = solved(G, pair(0.0, 3.0), Vector::Constant(1, 0.5), Vector::Constant(1, 2.0));
    EXPECT_NEAR(fast.p(1), -1.0, 1e-15);
}

// A body that can move along one line only: of all impulses that stop it, the smallest points along it.
TEST(CoulombComplementarity, a_singular_mobility_gives_the_smallest_impulses)
{
    const double s = std::sin(1.0), c = std::cos(1.0);
    const Matrix G = plane(s * s, s * c, c * c);
    const Solution rough = solved(G, pair(-s, -c), 1.0);
    EXPECT_TRUE(rough.outcome.solved());
    EXPECT_NEAR(rough.p(0), s, 1e-15);
    EXPECT_NEAR(rough.p(1), c, 1e-15);
    // Friction that cannot hold it leaves the rest to the normal impulse.
    const Solution smooth = solved(G, pair(-s, -c), 0.1);
    EXPECT_TRUE(smooth.outcome.solved());
    EXPECT_NEAR(smooth.p(1), 0.1 * smooth.p(0), 1e-15);
    EXPECT_NEAR(s * smooth.p(0) + c * smooth.p(1), 1.0, 1e-15);
}

TEST(CoulombComplementarity, random_bodies_with_up_to_ten_contacts)
{
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    int pushed = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        const Index contacts = 1 + trial % 10,
                    freedoms = std::max<Index>(1, 2 * contacts + trial % 3 - trial % 5);
        Matrix W(2 * contacts, freedoms);
        for (double& weight : W.reshaped()) weight = normal(random);
        const Matrix G = W * W.transpose();
        Vector v(freedoms);
        for (double& velocity : v) velocity = normal(random);
        const Vector b = W * v;
        const double friction = 0.6 * uniform(random);
        const Solution solution = solved(G, b, friction);
        ASSERT_TRUE(solution.outcome.solved()) << trial << ", residual " << solution.outcome.residual;
        expect_coulomb(G, b, friction, solution.p);
        if (solution.p.norm() > 0.0) ++pushed;
    }
    EXPECT_GT(pushed, 2000);
}

TEST(CoulombComplementarity, one_contact_has_an_answer_for_any_friction)
{
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    for (int trial = 0; trial < 20000; ++trial) {
        Matrix W(2, 3);
        for (double& weight : W.reshaped()) weight = normal(random);
        const Matrix G = W * W.transpose();
        Vector b(2);
        for (double& velocity : b) velocity = normal(random);
        const double friction = 20.0 * uniform(random);
        const Solution solution = solved(G, b, friction);
        ASSERT_TRUE(solution.outcome.solved()) << trial << ", residual " << solution.outcome.residual;
        expect_coulomb(G, b, friction, solution.p);
    }
}

TEST(CoulombComplementarity, nothing_is_returned_unproved)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(solved(plane(0.5, 0.0, 0.5), pair(nan, 1.0), 0.5).outcome.solved());
    EXPECT_FALSE(solved(plane(0.0, 0.0, 0.0), pair(-1.0, 0.0), 0.5).outcome.solved());
    EXPECT_FALSE(solved(plane(-1.0, 0.0, 1.0), pair(-1.0, 0.0), 0.0).outcome.solved());
}

}  // namespace
}  // namespace rebond
