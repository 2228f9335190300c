#include "rebond/solvers/polynomials/gauss_polynomial.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

// A polynomial of the highest degree that the nodes determine.
double polynomial(double x)
{
    double sum = 0.0;
    for (int k = 0; k < GaussPolynomial::nodes; ++k) sum += (k % 2 == 0 ? 1.0 : -0.7) * std::pow(x, k);
    return sum;
}

double its_slope(double x)
{
    double sum = 0.0;
    for (int k = 1; k < GaussPolynomial::nodes; ++k)
        sum += (k % 2 == 0 ? 1.0 : -0.7) * k * std::pow(x, k - 1);
    return sum;
}

TEST(GaussPolynomial, values_at_the_nodes_determine_a_polynomial)
{
    const GaussPolynomial gauss;
    const GaussPolynomial::Values f = gauss.node.unaryExpr(&polynomial);
    for (const double x : {0.0, 0.1, 0.5, 0.93, 1.0}) {
        EXPECT_NEAR(gauss.at(x).dot(f), polynomial(x), 1e-13);       // rounding
        EXPECT_NEAR(gauss.slope_at(x).dot(f), its_slope(x), 1e-11);  // rounding, times degree²
    }
    EXPECT_NEAR((gauss.slope * f - gauss.node.unaryExpr(&its_slope)).norm(), 0.0, 1e-11);
    EXPECT_NEAR(gauss.at_start.dot(f), polynomial(0.0), 1e-13);
    EXPECT_NEAR(gauss.at_end.dot(f), polynomial(1.0), 1e-13);
}

TEST(GaussPolynomial, its_part_on_a_shorter_interval_is_the_same_polynomial)
{
    const GaussPolynomial gauss;
    const GaussPolynomial::Values f = gauss.node.unaryExpr(&polynomial);
    const GaussPolynomial::Values part = gauss.restricted(0.3) * f;
    for (const double x : {0.0, 0.4, 1.0}) EXPECT_NEAR(gauss.at(x).dot(part), polynomial(0.3 * x), 1e-13);
}

TEST(GaussPolynomial, the_quadrature_is_exact_up_to_twice_the_nodes_less_one)
{
    const GaussPolynomial gauss;
    for (int k = 0; k < 2 * GaussPolynomial::nodes; ++k)
        EXPECT_NEAR(gauss.weight.dot(gauss.node.array().pow(k).matrix()), 1.0 / (k + 1), 1e-15) << k;
    const int beyond = 2 * GaussPolynomial::nodes;
    EXPECT_GT(std::abs(gauss.weight.dot(gauss.node.array().pow(beyond).matrix()) - 1.0 / (beyond + 1)),
              1e-12);
}

TEST(GaussPolynomial, the_parabola_has_three_legendre_modes)
{
    // x² = 1/3 P_0 + 1/2 P_1 + 1/6 P_2 on the unit interval.
    const GaussPolynomial gauss;
    GaussPolynomial::Values expected = GaussPolynomial::Values::Zero();
    expected.head(3) << 1.0 / 3.0, 0.5, 1.0 / 6.0;
    EXPECT_NEAR((gauss.legendre * gauss.node.cwiseAbs2() - expected).norm(), 0.0, 1e-14);
}

}  // namespace
}  // namespace rebond::test
