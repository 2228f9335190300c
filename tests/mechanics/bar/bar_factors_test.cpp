#include "rebond/mechanics/bar/bar_factors.hpp"

#include "mechanics/bar/bar_lagrangian.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace rebond::test {
namespace {

// Short bars are solved by transfers, those of more than 64 segments without.
class BarFactorsOf : public testing::TestWithParam<std::tuple<Springs, int>> {};

INSTANTIATE_TEST_SUITE_P(Bars, BarFactorsOf,
                         testing::Combine(testing::Values(Springs::spiral, Springs::paired),
                                          testing::Values(2, 3, 9, 20, 64, 65, 120)));

TEST_P(BarFactorsOf, solve_inverts_the_dense_matrix)
{
    const auto [springs, segments] = GetParam();
    const Bar bar({.springs = springs, .segments = segments});
    const BarLagrangian lagrangian{bar};
    const auto dynamics = bar.dynamics();
    const Index dofs = bar.dofs();
    // Rounding: eliminations cancel what grows along the bar, and bent ones cancel more.
    const double allowed = segments <= 9 ? 1e-12 : 1e-10;
    for (unsigned seed = 1; seed <= 12; ++seed) {
        const double beta = std::array{0.0, 2.5e-15, 1e-10}[seed % 3];
        const auto [q, v] = random_state(bar, seed);
        dynamics->place(0.0, q);
        // Dense S: M from the kinetic energy, K column by column from `stiffness`.
        Matrix S = lagrangian.mass(q);
        Vector column(dofs);
        for (Index j = 0; j < dofs; ++j) {
            dynamics->stiffness(Vector::Unit(dofs, j), column);
            S.col(j) += beta * column;
        }
        ASSERT_TRUE(dynamics->factor(beta, 0.0));
        // Coordinates of both units, so measure the error in the metric of S.
        const Vector right = S * v;
        Vector x = right;
        dynamics->solve(x);
        const double error = std::sqrt((x - v).dot(S * (x - v)) / v.dot(S * v));
        EXPECT_LT(error, allowed) << "beta = " << beta;
        const Vector dense = S.ldlt().solve(right);
        EXPECT_LT(std::sqrt((x - dense).dot(S * (x - dense)) / v.dot(S * v)), allowed);
    }
}

}  // namespace
}  // namespace rebond::test
