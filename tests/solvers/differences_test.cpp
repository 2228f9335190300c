#include "rebond/solvers/differences.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

// Bounds as the header states them, for functions of size one that are smooth over `length`.
constexpr double first_error = 2e-13, second_error = 2e-11;

TEST(Differences, of_a_smooth_function_are_its_derivatives_to_the_accuracy_stated)
{
    for (const double x : {-2.0, -0.3, 0.0, 0.7, 5.0}) {
        const auto f = [x](double s) { return std::sin(x + s); };
        EXPECT_NEAR(first_derivative(f, 1.0, 1.0), std::cos(x), first_error);
        EXPECT_NEAR(second_derivative(f, 1.0, 1.0), -std::sin(x), second_error);
    }
}

// Errors are measured against those of a function that is smooth over its own length, 1/100.
TEST(Differences, of_a_function_that_changes_over_less_than_its_length_are_as_accurate_in_its_own)
{
    for (const double k : {30.0, 1e2, 1e3, 1e4})
        for (const double x : {-2.0, -0.3, 0.1, 0.7, 5.0}) {
            const auto f = [=](double s) { return std::exp(-0.1 * s * k) * std::sin(x + k * s); };
            const double first = std::cos(x) - 0.1 * std::sin(x);
            const double second = (0.01 - 1.0) * std::sin(x) - 0.2 * std::cos(x);
            EXPECT_NEAR(first_derivative(f, 1.0, 1.0) / k, first, 20.0 * first_error) << k;
            EXPECT_NEAR(second_derivative(f, 1.0, 1.0) / (k * k), second, 20.0 * second_error) << k;
        }
}

TEST(Differences, of_a_parabola_have_errors_of_rounding_only)
{
    const auto f = [](double x) { return 3.0 + x * (2.0 - 5.0 * x); };
    EXPECT_NEAR(first_derivative(f, 1.0, 1.0), 2.0, 1e-12);
    EXPECT_NEAR(second_derivative(f, 1.0, 1.0), -10.0, 1e-10);
}

TEST(Differences, of_a_constant_are_zero)
{
    const auto f = [](double) { return 7.3; };
    EXPECT_EQ(first_derivative(f, 1.0, 1.0), 0.0);
    EXPECT_EQ(second_derivative(f, 1.0, 1.0), 0.0);
}

}  // namespace
}  // namespace rebond::test
