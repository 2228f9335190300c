#include "rebond/solvers/complementarity/lemke.hpp"

#include <gtest/gtest.h>

#include <random>

namespace rebond {
namespace {

// (1) of lemke.hpp, each line by itself.
void expect_complementary(const Matrix& M, const Vector& q, const Lemke& lemke)
{
    Vector z(q.size());
    for (Index i = 0; i < q.size(); ++i) z(i) = lemke.z(i);
    const Vector w = M * z + q;
    for (Index i = 0; i < q.size(); ++i) {
        EXPECT_GE(z(i), 0.0);
        EXPECT_GE(w(i), -1e-10);
        EXPECT_NEAR(z(i) * w(i), 0.0, 1e-10);
        if (!lemke.is_basic(i)) {
            EXPECT_EQ(z(i), 0.0);
        }
    }
}

TEST(Lemke, a_problem_with_q_above_zero_is_solved_by_zero)
{
    Lemke lemke;
    ASSERT_TRUE(lemke.solve(Matrix::Identity(3, 3), Vector::Ones(3)));
    for (Index i = 0; i < 3; ++i) EXPECT_EQ(lemke.z(i), 0.0);
}

// z₁ − z₂ ≥ 1 ⊥ z₁ and z₁ + z₂ ≥ 2 ⊥ z₂: z = (3/2, 1/2). The matrix is not symmetric.
TEST(Lemke, two_unknowns_by_hand)
{
    Matrix M(2, 2);
    M << 1.0, -1.0, 1.0, 1.0;
    Lemke lemke;
    ASSERT_TRUE(lemke.solve(M, Vector2(-1.0, -2.0)));
    EXPECT_NEAR(lemke.z(0), 1.5, 1e-15);
    EXPECT_NEAR(lemke.z(1), 0.5, 1e-15);
}

// M + Mᵀ positive definite: an answer for every q.
TEST(Lemke, random_positive_matrices_have_an_answer)
{
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    Lemke lemke;  // one for problems of all sizes
    for (int trial = 0; trial < 2000; ++trial) {
        const Index n = 1 + trial % 12;
        Matrix A(n, n), S(n, n);
        for (double& entry : A.reshaped()) entry = normal(random);
        for (double& entry : S.reshaped()) entry = normal(random);
        const Matrix M = A * A.transpose() / static_cast<double>(n) + S - S.transpose();
        Vector q(n);
        for (double& entry : q) entry = normal(random);
        ASSERT_TRUE(lemke.solve(M, q)) << trial;
        expect_complementary(M, q, lemke);
    }
}

// All ratios of the first pivots are the same: only the order of ties keeps bases from returning.
TEST(Lemke, ties_do_not_cycle)
{
    for (const Index n : {2, 5, 20}) {
        Matrix M = Matrix::Ones(n, n);
        const Vector q = -Vector::Ones(n);
        Lemke lemke;
        ASSERT_TRUE(lemke.solve(M, q)) << n;
        expect_complementary(M, q, lemke);
    }
}

TEST(Lemke, a_problem_without_an_answer_ends_on_a_ray)
{
    Matrix M(1, 1);
    M << -1.0;
    Lemke lemke;
    EXPECT_FALSE(lemke.solve(M, Vector::Constant(1, -1.0)));
    EXPECT_FALSE(lemke.solve(Matrix::Zero(2, 2), Vector2(-1.0, 1.0)));
}

}  // namespace
}  // namespace rebond
