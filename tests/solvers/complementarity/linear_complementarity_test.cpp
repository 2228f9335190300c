#include "rebond/solvers/complementarity/linear_complementarity.hpp"

#include "allocation_count.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <stdexcept>

namespace rebond::test {
namespace {

Matrix random_matrix(std::mt19937& random, Index rows, Index columns)
{
    std::normal_distribution<double> normal;
    return Matrix::NullaryExpr(rows, columns, [&] { return normal(random); });
}

struct Solution {
    ComplementarityOutcome outcome;
    Vector z, w;
};

Solution solve(const Matrix& G, const Vector& b)
{
    LinearComplementarity problem(b.size());
    Solution s{.outcome = {}, .z = Vector::Constant(b.size(), 7.0), .w = {}};
    s.outcome = problem.solve(G, b, s.z);
    s.w = G * s.z + b;
    return s;
}

// The three conditions of the problem, each to the tolerance promised.
void expect_complementary(const Matrix& G, const Vector& b, const Solution& s)
{
    ASSERT_TRUE(s.outcome.solved());
    EXPECT_LE(s.outcome.residual, complementarity_tolerance);
    const double size = b.cwiseAbs().maxCoeff();
    for (Index i = 0; i < b.size(); ++i) {
        EXPECT_GE(s.z(i), 0.0);
        EXPECT_GE(s.w(i), -2e-10 * size);
        EXPECT_LE(std::min(G(i, i) * s.z(i), s.w(i)), 2e-10 * size);
    }
}

// By trying every set of indices that may carry z > 0; for positive definite G.
Vector solve_by_enumeration(const Matrix& G, const Vector& b)
{
    const Index n = b.size();
    for (unsigned set = 0; set < (1U << n); ++set) {
        std::vector<Index> P;
        for (Index i = 0; i < n; ++i)
            if (set >> i & 1U) P.push_back(i);
        Vector z = Vector::Zero(n);
        if (!P.empty()) z(P) = -Matrix(G(P, P)).ldlt().solve(Vector(b(P)));
        const Vector w = G * z + b;
        if (z.minCoeff() >= 0.0 && w.minCoeff() >= -1e-12 * b.cwiseAbs().maxCoeff()) return z;
    }
    throw std::logic_error("no solution among all sets");
}

TEST(LinearComplementarity, one_unknown_is_a_division)
{
    const auto scalar = [](double g, double b) {
        return solve(Matrix::Constant(1, 1, g), Vector::Constant(1, b));
    };
    EXPECT_EQ(scalar(2.0, -3.0).z(0), 1.5);
    EXPECT_EQ(scalar(2.0, 3.0).z(0), 0.0);
    EXPECT_TRUE(scalar(2.0, 3.0).outcome.solved());
    EXPECT_TRUE(scalar(0.0, 3.0).outcome.solved());
    EXPECT_TRUE(scalar(0.0, 0.0).outcome.solved());
    EXPECT_EQ(scalar(0.0, -3.0).outcome.status, ComplementarityStatus::infeasible);
    EXPECT_EQ(scalar(-1.0, -3.0).outcome.status, ComplementarityStatus::unsettled);
    EXPECT_EQ(scalar(NAN, -3.0).outcome.status, ComplementarityStatus::unsettled);
    EXPECT_EQ(scalar(1.0, NAN).outcome.status, ComplementarityStatus::unsettled);
    EXPECT_EQ(scalar(1e-300, -1e300).outcome.status, ComplementarityStatus::unsettled);
    EXPECT_EQ(scalar(1e-300, -1e300).z(0), 0.0);
}

TEST(LinearComplementarity, two_unknowns_in_every_combination)
{
    const Matrix G{{2.0, 1.0}, {1.0, 2.0}};
    EXPECT_TRUE(solve(G, Vector{{-3.0, -3.0}}).z.isApprox(Vector{{1.0, 1.0}}, 1e-15));
    EXPECT_TRUE(solve(G, Vector{{-2.0, 0.0}}).z.isApprox(Vector{{1.0, 0.0}}, 1e-15));
    EXPECT_TRUE(solve(G, Vector{{5.0, -2.0}}).z.isApprox(Vector{{0.0, 1.0}}, 1e-15));
    EXPECT_EQ(solve(G, Vector{{1.0, 0.0}}).z, Vector::Zero(2));
    // The first to be driven, of b = −3, leaves again when the second pushes against it.
    const Matrix H{{1.0, 2.0}, {2.0, 5.0}};
    EXPECT_TRUE(solve(H, Vector{{-3.0, -7.0}}).z.isApprox(Vector{{1.0, 1.0}}, 1e-13));
    EXPECT_TRUE(solve(H, Vector{{-2.0, -10.0}}).z.isApprox(Vector{{0.0, 2.0}}, 1e-13));
}

TEST(LinearComplementarity, agrees_with_enumeration_of_all_sets)
{
    std::mt19937 random(31);
    for (int trial = 0; trial < 1000; ++trial) {
        const Index n = 1 + trial % 8;
        const Matrix A = random_matrix(random, n, n + 2);
        const Matrix G = A * A.transpose();
        const Vector b = random_matrix(random, n, 1);
        const Solution s = solve(G, b);
        expect_complementary(G, b, s);
        const Vector expected = solve_by_enumeration(G, b);
        EXPECT_LE((s.z - expected).norm(), 1e-9 * (1.0 + expected.norm()));
    }
}

TEST(LinearComplementarity, solves_ten_thousand_problems_of_any_rank_and_its_w_is_the_only_one)
{
    std::mt19937 random(32);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    int deficient = 0;
    for (int trial = 0; trial < 10000; ++trial) {
        const Index n = 1 + trial % 25;
        const Index rank = 1 + static_cast<Index>(uniform(random) * static_cast<double>(n));
        deficient += rank < n;
        const Matrix A = random_matrix(random, n, rank) * std::exp(10.0 * (uniform(random) - 0.5));
        const Matrix G = A * A.transpose();
        // A solution laid down beforehand, with some indices at zero on both sides.
        Vector z = Vector::Zero(n);
        Vector w = Vector::Zero(n);
        for (Index i = 0; i < n; ++i) {
            const double kind = uniform(random);
            if (kind < 0.45) z(i) = uniform(random);
            if (kind > 0.55) w(i) = G.diagonal().mean() * uniform(random);
        }
        const Vector b = w - G * z;
        if (b.cwiseAbs().maxCoeff() == 0.0) continue;
        const Solution s = solve(G, b);
        expect_complementary(G, b, s);
        EXPECT_LE((s.w - w).cwiseAbs().maxCoeff(), 1e-6 * b.cwiseAbs().maxCoeff()) << n << " " << rank;
    }
    EXPECT_GT(deficient, 5000);
}

TEST(LinearComplementarity, redundant_contacts_have_one_w_whatever_the_order)
{
    // ½|Aᵀz + c|² is bounded below, so a solution exists for every c.
    std::mt19937 random(33);
    for (int trial = 0; trial < 1000; ++trial) {
        const Index n = 2 + trial % 40;
        const Matrix A = random_matrix(random, n, 1 + trial % 6);
        const Matrix G = A * A.transpose();
        const Vector b = A * random_matrix(random, A.cols(), 1);
        const Solution s = solve(G, b);
        expect_complementary(G, b, s);

        std::vector<Index> order(n);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
        const Solution shuffled = solve(G(order, order), b(order));
        ASSERT_TRUE(shuffled.outcome.solved());
        EXPECT_LE((shuffled.w - s.w(order)).cwiseAbs().maxCoeff(), 1e-8 * b.cwiseAbs().maxCoeff());
    }
}

TEST(LinearComplementarity, copies_of_one_contact_share_its_load)
{
    const Matrix G = Matrix::Constant(50, 50, 3.0);
    const Vector b = Vector::Constant(50, -6.0);
    const Solution s = solve(G, b);
    expect_complementary(G, b, s);
    EXPECT_NEAR(s.z.sum(), 2.0, 1e-14);
}

TEST(LinearComplementarity, two_hundred_unknowns_are_solved)
{
    std::mt19937 random(34);
    for (const Index rank : {20, 100, 200}) {
        const Matrix A = random_matrix(random, 200, rank);
        const Matrix G = A * A.transpose();
        const Vector b = A * random_matrix(random, rank, 1);
        const Solution s = solve(G, b);
        expect_complementary(G, b, s);
        EXPECT_LT(s.outcome.pivots, 1000);
    }
}

TEST(LinearComplementarity, infeasible_problems_are_reported_and_leave_zero)
{
    const Matrix G{{1.0, -1.0}, {-1.0, 1.0}};
    EXPECT_EQ(solve(G, Vector{{-1.0, -1.0}}).outcome.status, ComplementarityStatus::infeasible);
    EXPECT_EQ(solve(Matrix::Zero(3, 3), Vector{{1.0, -1.0, 0.0}}).outcome.status,
              ComplementarityStatus::infeasible);

    // G d = 0 with d > 0, and bᵀd < 0.
    std::mt19937 random(35);
    std::uniform_real_distribution<double> uniform(0.1, 1.0);
    for (int trial = 0; trial < 1000; ++trial) {
        const Index n = 2 + trial % 20;
        const Vector d = Vector::NullaryExpr(n, [&] { return uniform(random); }).normalized();
        Matrix A = random_matrix(random, n, n);
        A -= d * (d.transpose() * A);
        Vector b = random_matrix(random, n, 1);
        b -= d * (d.dot(b) + 0.1 * b.norm());
        const Solution s = solve(A * A.transpose(), b);
        EXPECT_EQ(s.outcome.status, ComplementarityStatus::infeasible);
        EXPECT_EQ(s.z, Vector::Zero(n));
    }
}

TEST(LinearComplementarity, what_is_not_semidefinite_or_finite_is_not_solved)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(solve(Matrix{{1.0, nan}, {nan, 1.0}}, Vector{{-1.0, -1.0}}).outcome.solved());
    EXPECT_FALSE(solve(Matrix::Identity(2, 2), Vector{{-1.0, nan}}).outcome.solved());
    EXPECT_EQ(solve(Matrix{{1.0, -3.0}, {-3.0, 1.0}}, Vector{{-1.0, -1.0}}).outcome.status,
              ComplementarityStatus::unsettled);
    EXPECT_EQ(solve(Matrix{{-1.0, 0.0}, {0.0, 1.0}}, Vector{{-1.0, -1.0}}).outcome.status,
              ComplementarityStatus::unsettled);
    EXPECT_THROW((void)solve(Matrix::Identity(2, 2), Vector::Ones(3)), std::logic_error);
}

TEST(LinearComplementarity, an_ill_conditioned_problem_is_solved_or_refused_never_wrong)
{
    // Hilbert's matrix: conditions up to 1e18.
    std::mt19937 random(36);
    int refused = 0;
    for (int trial = 0; trial < 500; ++trial) {
        const Index n = 2 + trial % 14;
        const Matrix G =
            Matrix::NullaryExpr(n, n, [](Index i, Index j) { return 1.0 / static_cast<double>(i + j + 1); });
        const Vector b = random_matrix(random, n, 1);
        const Solution s = solve(G, b);
        if (s.outcome.solved())
            expect_complementary(G, b, s);
        else
            ++refused;
    }
    EXPECT_LT(refused, 250);
}

TEST(LinearComplementarity, one_solver_serves_problems_of_all_sizes)
{
    std::mt19937 random(37);
    LinearComplementarity problem(12);
    for (int trial = 0; trial < 200; ++trial) {
        const Index n = 1 + (trial * 7) % 12;
        const Matrix A = random_matrix(random, n, n);
        const Matrix G = A * A.transpose();
        const Vector b = random_matrix(random, n, 1);
        Vector z(n);
        const ComplementarityOutcome outcome = problem.solve(G, b, z);
        const Solution alone = solve(G, b);
        EXPECT_EQ(outcome.status, alone.outcome.status);
        EXPECT_EQ(z, alone.z);
    }
}

TEST(LinearComplementarity, nothing_is_allocated_in_a_solve)
{
    std::mt19937 random(38);
    LinearComplementarity problem(30);
    for (const Index n : {1, 2, 30}) {
        const Matrix A = random_matrix(random, n, (n + 1) / 2);
        const Matrix G = A * A.transpose();
        const Vector b = A * random_matrix(random, A.cols(), 1);
        Vector z(n);
        const long before = allocations();
        const ComplementarityOutcome outcome = problem.solve(G, b, z);
        EXPECT_EQ(allocations(), before);
        EXPECT_TRUE(outcome.solved());
    }
}

}  // namespace
}  // namespace rebond::test
