#include "rebond/solvers/complementarity/coulomb_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace rebond {
namespace {

TEST(CoulombContact, has_an_answer_with_its_case_for_any_mobility_friction_and_least_impulse)
{
    std::mt19937 random(23);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    int released = 0, sticking = 0, sliding = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        Eigen::Matrix<double, 2, 3> W;
        for (double& weight : W.reshaped()) weight = normal(random);
        const Eigen::Matrix2d G = W * W.transpose();
        const Vector2 b(normal(random), normal(random));
        const double friction = trial % 5 == 0 ? 0.0 : uniform(random);
        const double least = trial % 3 == 0 ? uniform(random) : 0.0;
        const auto [p, chosen] = solve_coulomb_contact(G, b, friction, least);
        const Vector2 w = b + G * p;
        const double rounding = 1e-10 * (coulomb_scale(G, b, least) + G.trace() * p.norm());
        ASSERT_LE(coulomb_error(G, w, p, friction, least), rounding) << trial;
        ASSERT_GE(w(0), -rounding);
        ASSERT_LE(std::abs(p(1)), friction * p(0) * (1.0 + 1e-12) + 1e-12);
        if (!chosen.is_pressed) {
            ASSERT_EQ(p(0), least);
            ++released;
        } else if (chosen.motion == CoulombMotion::sticks) {
            if (friction > 0.0) {
                ASSERT_NEAR(w(1), 0.0, rounding);
            }
            ++sticking;
        } else {
            ASSERT_EQ(p(1), coulomb_slope(chosen.motion, friction) * p(0));
            ASSERT_LE(p(1) * w(1), rounding);
            ++sliding;
        }
    }
    EXPECT_GT(released, 5000);
    EXPECT_GT(sticking, 2000);
    EXPECT_GT(sliding, 2000);
}

TEST(CoulombContact, that_separates_has_no_impulse)
{
    Eigen::Matrix2d G;
    G << 2.0, 0.5, 0.5, 1.0;
    EXPECT_EQ(solve_coulomb_contact(G, {0.1, 3.0}, 0.4, 0.0).p, Vector2(0.0, 0.0));
    EXPECT_FALSE(solve_coulomb_contact(G, {0.1, 3.0}, 0.4, 0.0).chosen.is_pressed);
}

}  // namespace
}  // namespace rebond
