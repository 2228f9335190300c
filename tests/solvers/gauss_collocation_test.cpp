#include "rebond/solvers/gauss_collocation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

constexpr int s = GaussCollocation::stages;

TEST(GaussCollocation, QuadratureIsExactUpToDegreeElevenAndNotTwelve)
{
    const GaussCollocation gauss;
    const auto error = [&](int degree) {
        double sum = 0.0;
        for (int j = 0; j < s; ++j) sum += gauss.velocity_end[j] * std::pow(gauss.node[j], degree);
        return std::abs(sum - 1.0 / (degree + 1));
    };
    for (int degree = 0; degree < 2 * s; ++degree) EXPECT_LT(error(degree), 1e-15) << degree;
    EXPECT_GT(error(2 * s), 1e-9);
}

TEST(GaussCollocation, IntegralsOfTheInterpolantAreExactForPolynomials)
{
    // a(τ) = τ⁵: v = τ⁶/6, q = τ⁷/42 at every node and at the end.
    const GaussCollocation gauss;
    const auto a = [&](int j) { return std::pow(gauss.node[j], 5); };
    double v_end = 0.0, q_end = 0.0;
    for (int i = 0; i < s; ++i) {
        double v = 0.0, q = 0.0;
        for (int j = 0; j < s; ++j) {
            v += gauss.velocity[i][j] * a(j);
            q += gauss.position[i][j] * a(j);
        }
        EXPECT_NEAR(v, std::pow(gauss.node[i], 6) / 6.0, 1e-14);
        EXPECT_NEAR(q, std::pow(gauss.node[i], 7) / 42.0, 1e-14);
        v_end += gauss.velocity_end[i] * a(i);
        q_end += gauss.position_end[i] * a(i);
    }
    EXPECT_NEAR(v_end, 1.0 / 6.0, 1e-14);
    EXPECT_NEAR(q_end, 1.0 / 42.0, 1e-14);
}

TEST(GaussCollocation, LastModesSeeOnlyTheirLegendrePolynomial)
{
    // Shifted Legendre: P₄ and P₅ at x = 2τ − 1.
    const GaussCollocation gauss;
    const auto P4 = [](double x) { return (35 * x * x * x * x - 30 * x * x + 3) / 8; };
    const auto P5 = [](double x) { return (63 * std::pow(x, 5) - 70 * x * x * x + 15 * x) / 8; };
    double last_of_5 = 0.0, last_of_4 = 0.0, second_of_4 = 0.0;
    for (int j = 0; j < s; ++j) {
        const double x = 2 * gauss.node[j] - 1;
        last_of_5 += gauss.last_mode[j] * P5(x);
        last_of_4 += gauss.last_mode[j] * P4(x);
        second_of_4 += gauss.second_last_mode[j] * P4(x);
    }
    EXPECT_NEAR(last_of_5, 1.0, 1e-13);
    EXPECT_NEAR(last_of_4, 0.0, 1e-13);
    EXPECT_NEAR(second_of_4, 1.0, 1e-13);
}

TEST(GaussCollocation, LagrangeBasisIsOneAtItsNodeAndInterpolatesOutside)
{
    const GaussCollocation gauss;
    const auto at_node = gauss.lagrange_at(gauss.node[2]);
    for (int j = 0; j < s; ++j) EXPECT_NEAR(at_node[j], j == 2 ? 1.0 : 0.0, 1e-15);
    double cubic = 0.0;
    const auto outside = gauss.lagrange_at(1.7);
    for (int j = 0; j < s; ++j) cubic += outside[j] * std::pow(gauss.node[j], 3);
    EXPECT_NEAR(cubic, 1.7 * 1.7 * 1.7, 1e-11);  // rounding times the growth of the basis outside
}

}  // namespace
}  // namespace rebond::test
