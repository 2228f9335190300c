#include "rebond/solvers/student_t.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace rebond {
namespace {

constexpr double accuracy = 1e-12;  // relative, of some hundred terms and a tangent

TEST(StudentT, one_and_two_degrees_of_freedom_have_bounds_in_closed_form)
{
    for (const double p : {0.1, 0.5, 0.9, 0.95, 0.99}) {
        const double one = std::tan(0.5 * std::numbers::pi * p);
        const double two = p * std::sqrt(2.0 / (1.0 - p * p));
        EXPECT_NEAR(student_bound(p, 1), one, accuracy * one);
        EXPECT_NEAR(student_bound(p, 2), two, accuracy * two);
    }
}

TEST(StudentT, bounds_are_those_of_printed_tables)
{
    constexpr double printed = 5.1e-4;  // three digits after the point
    EXPECT_NEAR(student_bound(0.95, 1), 12.706, printed);
    EXPECT_NEAR(student_bound(0.95, 2), 4.303, printed);
    EXPECT_NEAR(student_bound(0.95, 3), 3.182, printed);
    EXPECT_NEAR(student_bound(0.95, 4), 2.776, printed);
    EXPECT_NEAR(student_bound(0.95, 5), 2.571, printed);
    EXPECT_NEAR(student_bound(0.95, 10), 2.228, printed);
    EXPECT_NEAR(student_bound(0.95, 20), 2.086, printed);
    EXPECT_NEAR(student_bound(0.95, 30), 2.042, printed);
    EXPECT_NEAR(student_bound(0.95, 60), 2.000, printed);
    EXPECT_NEAR(student_bound(0.95, 120), 1.980, printed);
    EXPECT_NEAR(student_bound(0.90, 10), 1.812, printed);
    EXPECT_NEAR(student_bound(0.99, 10), 3.169, printed);
    EXPECT_NEAR(student_bound(0.99, 30), 2.750, printed);
}

// Simpson's rule over the density from 0 to t.
double chance_by_quadrature(double t, double n)
{
    const double log_norm =
        std::lgamma(0.5 * (n + 1.0)) - std::lgamma(0.5 * n) - 0.5 * std::log(n * std::numbers::pi);
    const auto density = [&](double x) {
        return std::exp(log_norm - 0.5 * (n + 1.0) * std::log1p(x * x / n));
    };
    constexpr int cells = 4000;
    const double h = t / cells;
    double sum = 0.0;
    for (int k = 0; k < cells; ++k)
        sum += density(k * h) + 4.0 * density((k + 0.5) * h) + density((k + 1) * h);
    return 2.0 * sum * h / 6.0;
}

TEST(StudentT, the_density_between_the_bounds_integrates_to_the_chance)
{
    for (const long n : {1, 2, 3, 4, 7, 8, 29, 30, 309, 310, 5000})
        for (const double p : {0.3, 0.95, 0.99})
            EXPECT_NEAR(chance_by_quadrature(student_bound(p, n), static_cast<double>(n)), p, 1e-10)
                << n;  // rounding of lgamma, (n ε), and Simpson's h⁴
}

TEST(StudentT, many_degrees_of_freedom_are_the_normal_distribution)
{
    // t − z = z (z² + 1)/(4n) to first order, here 2.4e-5.
    constexpr double z = 1.959963984540054;  // of 95 %
    const double n = 100000.0;
    EXPECT_NEAR(student_bound(0.95, 100000), z + z * (z * z + 1.0) / (4.0 * n), 1e-9);  // the next, of n⁻²
    EXPECT_NEAR(std::erf(z / std::numbers::sqrt2), 0.95, 1e-15);
}

TEST(StudentT, nonsense_is_a_broken_precondition)
{
    EXPECT_THROW((void)student_bound(0.95, 0), std::logic_error);
    EXPECT_THROW((void)student_bound(1.0, 5), std::logic_error);
    EXPECT_THROW((void)student_bound(0.0, 5), std::logic_error);
    EXPECT_THROW((void)student_chance_within(-1.0, 5), std::logic_error);
}

}  // namespace
}  // namespace rebond
