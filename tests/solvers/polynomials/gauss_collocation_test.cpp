#include "rebond/solvers/polynomials/gauss_collocation.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

constexpr int s = GaussCollocation::stages;

TEST(GaussCollocation, quadrature_is_exact_up_to_degree_eleven_and_not_twelve)
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

TEST(GaussCollocation, integrals_of_polynomials_are_exact)
{
    // a(τ) = τ⁵: v = τ⁶/6 at every node and at the end, q = 1/42 at the end; a = τ⁴: q = τ⁶/30 at every node.
    const GaussCollocation gauss;
    const auto a = [&](int j, int degree) { return std::pow(gauss.node[j], degree); };
    double v_end = 0.0, q_end = 0.0;
    for (int i = 0; i < s; ++i) {
        double v = 0.0, q = 0.0;
        for (int j = 0; j < s; ++j) {
            v += gauss.velocity[i][j] * a(j, 5);
            q += gauss.position[i][j] * a(j, 4);
        }
        EXPECT_NEAR(v, std::pow(gauss.node[i], 6) / 6.0, 1e-14);
        EXPECT_NEAR(q, std::pow(gauss.node[i], 6) / 30.0, 1e-14);
        v_end += gauss.velocity_end[i] * a(i, 5);
        q_end += gauss.position_end[i] * a(i, 5);
    }
    EXPECT_NEAR(v_end, 1.0 / 6.0, 1e-14);
    EXPECT_NEAR(q_end, 1.0 / 42.0, 1e-14);
}

TEST(GaussCollocation, is_stable_for_every_step_of_an_oscillator)
{
    // One step of q̈ = −ω²q: the determinant of the step is 1 (area) and its trace within ±2.
    const GaussCollocation gauss;
    for (double z = 0.05; z < 40.0; z += 0.01) {  // hω
        Eigen::Matrix<double, s, s> system = Eigen::Matrix<double, s, s>::Identity();
        Eigen::Matrix<double, s, 2> start;
        for (int i = 0; i < s; ++i) {
            for (int j = 0; j < s; ++j) system(i, j) += z * z * gauss.position[i][j];
            start.row(i) << -z * z, -z * z * gauss.node[i];  // per q₀ and h v₀, times h²
        }
        const Eigen::Matrix<double, s, 2> a = system.partialPivLu().solve(start);
        Eigen::Matrix2d step;
        step << 1.0, 1.0, 0.0, 1.0;
        for (int j = 0; j < s; ++j) {
            step.row(0) += gauss.position_end[j] * a.row(j);
            step.row(1) += gauss.velocity_end[j] * a.row(j);
        }
        EXPECT_NEAR(step.determinant(), 1.0, 1e-9) << z;
        EXPECT_LE(std::abs(step.trace()), 2.0 + 1e-9) << z;
    }
}

TEST(GaussCollocation, last_modes_see_only_their_legendre_polynomial)
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

TEST(GaussCollocation, lagrange_basis_is_one_at_its_node_and_interpolates_outside)
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
