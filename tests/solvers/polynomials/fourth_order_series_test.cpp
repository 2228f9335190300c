#include "rebond/solvers/polynomials/fourth_order_series.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond {
namespace {

constexpr double few_ulps = 2e-15;

TEST(FourthOrderSeries, sums_hyperbolic_and_circular_functions)
{
    for (const double x : {0.5, 1.0, 1.7, longest_series}) {
        const auto f = fourth_order_series(x, 1.0);
        EXPECT_NEAR(1.0 + f[0], 0.5 * (std::cosh(x) + std::cos(x)), few_ulps);
        EXPECT_NEAR(f[1], 0.5 * (std::sinh(x) + std::sin(x)), few_ulps);
        EXPECT_NEAR(f[2], 0.5 * (std::cosh(x) - std::cos(x)), few_ulps);
        EXPECT_NEAR(f[3], 0.5 * (std::sinh(x) - std::sin(x)), few_ulps);
    }
}

TEST(FourthOrderSeries, multiplies_hyperbolic_and_circular_functions)
{
    for (const double x : {0.5, 1.0, 1.7, longest_series}) {
        const auto g = fourth_order_series(x, -4.0);
        const double C = std::cosh(x), S = std::sinh(x), c = std::cos(x), s = std::sin(x);
        EXPECT_NEAR(1.0 + g[0], C * c, few_ulps);
        EXPECT_NEAR(g[1], 0.5 * (C * s + S * c), few_ulps);
        EXPECT_NEAR(g[2], 0.5 * S * s, few_ulps);
        EXPECT_NEAR(g[3], 0.25 * (C * s - S * c), few_ulps);
    }
}

// Where differences of the functions above have lost all digits the first terms remain.
TEST(FourthOrderSeries, keeps_all_digits_of_small_arguments)
{
    for (const double x : {1e-4, 1e-6, 1e-30}) {
        const auto g = fourth_order_series(x, -4.0);
        EXPECT_NEAR(g[0] / (-std::pow(x, 4) / 6.0), 1.0, few_ulps);
        EXPECT_NEAR(g[1] / x, 1.0, few_ulps);
        EXPECT_NEAR(g[2] / (x * x / 2.0), 1.0, few_ulps);
        EXPECT_NEAR(g[3] / (x * x * x / 6.0), 1.0, few_ulps);
    }
}

}  // namespace
}  // namespace rebond
