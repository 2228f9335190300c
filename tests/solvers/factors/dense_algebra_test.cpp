#include "rebond/solvers/factors/dense_algebra.hpp"

#include <gtest/gtest.h>

#include <random>

namespace rebond::test {
namespace {

Matrix random_symmetric_matrix(std::mt19937& random, Index n)
{
    std::normal_distribution<double> normal;
    const Matrix A = Matrix::NullaryExpr(n, n, [&] { return normal(random); });
    return A + A.transpose();
}

void expect_eigen_of(const Matrix& A)
{
    const Index n = A.rows();
    const auto eigen = symmetric_eigen(A);
    ASSERT_TRUE(eigen);
    const auto& [values, V] = *eigen;
    // Rounding of n² operations on numbers of the size of A.
    const double rounding = 1e-15 * static_cast<double>(n) * (A.norm() + 1e-300);
    EXPECT_LE((A * V - V * values.asDiagonal()).norm(), 10.0 * rounding) << n;
    EXPECT_LE((V.transpose() * V - Matrix::Identity(n, n)).norm(), 1e-14 * static_cast<double>(n)) << n;
    for (Index i = 0; i + 1 < n; ++i) EXPECT_LE(values(i), values(i + 1));
}

TEST(DenseAlgebra, eigenpairs_satisfy_their_equation)
{
    std::mt19937 random(7);
    for (const Index n : {1, 2, 3, 5, 17, 64, 65, 130}) expect_eigen_of(random_symmetric_matrix(random, n));
    expect_eigen_of(Matrix::Zero(4, 4));
    expect_eigen_of(Matrix::Identity(6, 6));
    expect_eigen_of(Matrix::Ones(30, 30));  // one eigenvalue 30, the others zero
    expect_eigen_of(Vector{{3.0, -1.0, 1e12, 1e-9}}.asDiagonal());
    expect_eigen_of(1e200 * random_symmetric_matrix(random, 8));
}

TEST(DenseAlgebra, a_tridiagonal_matrix_has_the_eigenvalues_of_a_cosine)
{
    const Index n = 100;
    Matrix A = 2.0 * Matrix::Identity(n, n);
    for (Index i = 0; i + 1 < n; ++i) A(i, i + 1) = A(i + 1, i) = -1.0;
    const auto eigen = symmetric_eigen(A);
    ASSERT_TRUE(eigen);
    for (Index j = 0; j < n; ++j)
        EXPECT_NEAR(eigen->values(j), 2.0 - 2.0 * std::cos(double(j + 1) * M_PI / double(n + 1)), 1e-13);
}

TEST(DenseAlgebra, factors_solve)
{
    std::mt19937 random(8);
    for (const Index n : {1, 3, 64, 65, 200}) {
        Matrix A = random_symmetric_matrix(random, n);
        A = (A * A + double(n) * Matrix::Identity(n, n)).eval();
        Matrix L = A, X = Matrix::Identity(n, n), product;
        ASSERT_TRUE(cholesky_in_place(L));
        ASSERT_TRUE(solve_lower(L, X));
        ASSERT_TRUE(solve_lower_transposed(L, X));
        ASSERT_TRUE(multiply(A, X, product));
        EXPECT_LE((product - Matrix::Identity(n, n)).norm(), 1e-11) << n;
    }
    Matrix indefinite{{1.0, 2.0}, {2.0, 1.0}};
    EXPECT_FALSE(cholesky_in_place(indefinite));
}

TEST(DenseAlgebra, heeds_a_flag)
{
    std::mt19937 random(9);
    const std::atomic<bool> stop = true;
    const Matrix A = random_symmetric_matrix(random, 100);
    Matrix L = A * A, X = A, product;
    EXPECT_FALSE(symmetric_eigen(A, &stop));
    EXPECT_FALSE(cholesky_in_place(L, &stop));
    EXPECT_FALSE(solve_lower(A, X, &stop));
    EXPECT_FALSE(solve_lower_transposed(A, X, &stop));
    EXPECT_FALSE(multiply(A, A, product, &stop));
}

TEST(DenseAlgebra, what_is_not_finite_has_no_eigenvalues)
{
    EXPECT_FALSE(symmetric_eigen(Matrix{{1.0, NAN}, {NAN, 1.0}}));
    EXPECT_FALSE(symmetric_eigen(Matrix{{1.0, INFINITY}, {INFINITY, 1.0}}));
}

}  // namespace
}  // namespace rebond::test
