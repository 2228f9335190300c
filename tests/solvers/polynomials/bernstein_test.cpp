#include "rebond/solvers/polynomials/bernstein.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace rebond::test {
namespace {

double value(const std::vector<double>& a, double s)
{
    double sum = 0.0;
    for (auto k = a.rbegin(); k != a.rend(); ++k) sum = sum * s + *k;
    return sum;
}

// Coefficients of Π (s − roots) times a sign that makes it positive at 0.
std::vector<double> with_roots(const std::vector<double>& roots)
{
    std::vector<double> a{1.0};
    for (const double root : roots) {
        a.insert(a.begin(), 0.0);
        for (std::size_t k = 0; k + 1 < a.size(); ++k) a[k] -= root * a[k + 1];
    }
    if (a[0] < 0.0)
        for (double& x : a) x = -x;
    return a;
}

TEST(Bernstein, finds_the_first_of_several_roots)
{
    EXPECT_NEAR(*first_nonpositive(with_roots({0.3, 0.5, 0.9})), 0.3, 1e-14);
    EXPECT_NEAR(*first_nonpositive(with_roots({-0.5, 0.7, 0.70001, 1.4})), 0.7, 1e-9);
    EXPECT_NEAR(*first_nonpositive(with_roots({1.0})), 1.0, 1e-14);
}

TEST(Bernstein, two_roots_a_hundred_thousandth_apart_are_not_missed)
{
    EXPECT_NEAR(*first_nonpositive(with_roots({0.41234, 0.41235})), 0.41234, 1e-9);
}

TEST(Bernstein, positive_polynomial_has_none)
{
    EXPECT_FALSE(first_nonpositive(std::vector{1.0}));
    EXPECT_FALSE(first_nonpositive(std::vector{1.0, -0.999}));
    // (s − ½)² + 1e-12 comes close to zero and does not reach it.
    EXPECT_FALSE(first_nonpositive(std::vector{0.25 + 1e-12, -1.0, 1.0}));
}

TEST(Bernstein, starting_at_or_below_zero_is_a_root_at_once)
{
    EXPECT_EQ(*first_nonpositive(std::vector{0.0, 1.0}), 0.0);
    EXPECT_EQ(*first_nonpositive(std::vector{-1.0, 5.0}), 0.0);
    EXPECT_EQ(*first_nonpositive(std::vector{0.0, 0.0, 0.0}), 0.0);
}

TEST(Bernstein, agrees_with_dense_sampling_on_random_polynomials)
{
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    constexpr int samples = 20000;
    int with_root = 0;
    for (int trial = 0; trial < 500; ++trial) {
        std::vector<double> a(8);
        for (double& x : a) x = normal(random) * 3.0;
        a[0] = std::abs(a[0]);
        const auto root = first_nonpositive(a);
        int first = 0;
        while (first <= samples && value(a, static_cast<double>(first) / samples) > 0.0) ++first;
        if (root) {
            ++with_root;
            EXPECT_LE(value(a, *root + 1e-12), 1e-9);
            EXPECT_LE(*root,
                      static_cast<double>(first) / samples + 1e-12);  // never later than a sample saw it
            EXPECT_GT(value(a, 0.999 * *root), 0.0);
        } else {
            EXPECT_GT(first, samples);
        }
    }
    EXPECT_GT(with_root, 100);
}

}  // namespace
}  // namespace rebond::test
