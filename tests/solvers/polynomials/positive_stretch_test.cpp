#include "rebond/solvers/polynomials/positive_stretch.hpp"

#include "rebond/solvers/polynomials/bernstein.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

namespace rebond::test {
namespace {

TEST(PositiveStretch, ends_at_the_first_root)
{
    // (t − 0.3)(t − 0.5)(t − 0.9), turned positive at zero.
    const std::vector<double> p{0.135, -0.87, 1.7, -1.0};
    const PositiveStretch stretch = positive_stretch(p, 2.0);
    EXPECT_FALSE(stretch.to_the_limit);
    EXPECT_NEAR(stretch.end, 0.3, 1e-15);
    EXPECT_NEAR(stretch.slope, -0.12, 1e-14);
    EXPECT_TRUE(positive_stretch(p, 0.29).to_the_limit);
    EXPECT_EQ(positive_stretch(p, 0.29).end, 0.29);
}

TEST(PositiveStretch, a_miss_by_a_millionth_millionth_is_positive)
{
    EXPECT_TRUE(positive_stretch(std::vector{0.25 + 1e-12, -1.0, 1.0}, 1.0).to_the_limit);
    EXPECT_NEAR(positive_stretch(std::vector{0.25 - 1e-12, -1.0, 1.0}, 1.0).end, 0.5, 1.001e-6);
}

TEST(PositiveStretch, starting_at_or_below_zero_ends_at_once)
{
    EXPECT_EQ(positive_stretch(std::vector{0.0, 1.0}, 1.0).end, 0.0);
    EXPECT_EQ(positive_stretch(std::vector{-1.0}, 1.0).end, 0.0);
    EXPECT_TRUE(positive_stretch(std::vector{1.0}, 1.0).to_the_limit);
}

TEST(PositiveStretch, a_root_much_closer_than_the_limit_keeps_its_digits)
{
    // 1 − t/r + 0.3t² − 0.1t³ vanishes at t = r(1 + 0.3r² − 0.1r³ + …).
    for (const double r : {1e-3, 1e-6, 1e-9}) {
        const double end = positive_stretch(std::vector{1.0, -1.0 / r, 0.3, -0.1}, 6.0).end;
        EXPECT_NEAR(end / r, 1.0 + 0.3 * r * r - 0.1 * r * r * r, r * r * r * r + 4e-16);
    }
}

TEST(PositiveStretch, cosine_is_positive_up_to_half_pi)
{
    std::vector<double> cosine(29, 0.0);
    double term = 1.0;
    for (int k = 0; k < 29; k += 2) {
        cosine[k] = term;
        term /= -(k + 1.0) * (k + 2.0);
    }
    EXPECT_NEAR(positive_stretch(cosine, 6.0).end, std::acos(0.0), 4e-16);
}

TEST(PositiveStretch, agrees_with_bisection_of_bernstein_coefficients)
{
    std::mt19937 random(6);
    std::normal_distribution<double> normal;
    int with_root = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        std::vector<double> p(2 + trial % 14);
        for (double& x : p) x = normal(random) * 3.0;
        p[0] = std::abs(p[0]);
        const auto root = first_nonpositive(p);
        const PositiveStretch stretch = positive_stretch(p, 1.0);
        ASSERT_EQ(stretch.to_the_limit, !root.has_value());
        if (!root) continue;
        ++with_root;
        EXPECT_NEAR(stretch.end, *root, 1e-13 / std::min(1.0, std::abs(stretch.slope)));
        EXPECT_LE(stretch.slope, 0.0);
    }
    EXPECT_GT(with_root, 1000);
}

TEST(PositiveStretch, refuses_too_many_coefficients)
{
    EXPECT_THROW((void)positive_stretch(std::vector<double>(max_stretch_degree + 2, 1.0), 1.0),
                 std::logic_error);
    EXPECT_THROW((void)positive_stretch({}, 1.0), std::logic_error);
    EXPECT_THROW((void)positive_stretch(std::vector{1.0}, 0.0), std::logic_error);
}

}  // namespace
}  // namespace rebond::test
