#include "rebond/solvers/factors/dense_elimination.hpp"

#include "allocation_count.hpp"

#include <gtest/gtest.h>

#include <random>

namespace rebond::test {
namespace {

Vector solution(DenseElimination& system, const Matrix& A, const Vector& b, Index rank)
{
    const Index n = A.rows();
    system.resize(n);
    for (Index i = 0; i < n; ++i) {
        system.side(i) = b(i);
        for (Index j = 0; j < n; ++j) system.entry(i, j) = A(i, j);
    }
    EXPECT_EQ(system.solve(), rank);
    Vector x(n);
    for (Index i = 0; i < n; ++i) x(i) = system.side(i);
    return x;
}

Matrix dense_numbers(std::mt19937& random, Index rows, Index columns)
{
    std::normal_distribution<double> normal;
    return Matrix::NullaryExpr(rows, columns, [&] { return normal(random); });
}

TEST(DenseElimination, solves_a_system_to_rounding)
{
    std::mt19937 random(1);
    DenseElimination system;
    for (const Index n : {1, 2, 3, 7, 20, 4})
        for (int i = 0; i < 100; ++i) {
            const Matrix A = dense_numbers(random, n, n);
            const Vector b = dense_numbers(random, n, 1);
            const Vector x = solution(system, A, b, n);
            ASSERT_LE((A * x - b).norm(), 1e-13 * A.norm() * (1.0 + x.norm())) << n;
        }
}

TEST(DenseElimination, a_zero_on_the_diagonal_is_no_obstacle)
{
    DenseElimination system;
    Matrix A(2, 2);
    A << 0.0, 2.0, 4.0, 0.0;
    EXPECT_EQ(solution(system, A, Vector2(6.0, 8.0), 2), Vector(Vector2(2.0, 3.0)));
}

TEST(DenseElimination, rows_that_are_combinations_of_others_are_left_out)
{
    std::mt19937 random(2);
    DenseElimination system;
    for (const Index n : {2, 4, 8})
        for (Index rank = 1; rank < n; ++rank) {
            const Matrix A = dense_numbers(random, n, rank) * dense_numbers(random, rank, n);
            const Vector b = A * dense_numbers(random, n, 1);  // so that there is an answer
            const Vector x = solution(system, A, b, rank);
            EXPECT_LE((A * x - b).norm(), 1e-10 * A.norm() * (1.0 + x.norm())) << n << ", rank " << rank;
            EXPECT_GE((x.array() == 0.0).count(), n - rank) << n << ", rank " << rank;
        }
}

TEST(DenseElimination, a_matrix_of_zeros_has_rank_zero)
{
    DenseElimination system;
    EXPECT_EQ(solution(system, Matrix::Zero(3, 3), Vector::Zero(3), 0), Vector(Vector::Zero(3)));
    system.resize(0);
    EXPECT_EQ(system.solve(), 0);
}

TEST(DenseElimination, asks_for_memory_only_where_it_grows)
{
    std::mt19937 random(3);
    DenseElimination system;
    const Matrix A = dense_numbers(random, 6, 6);
    const Vector b = dense_numbers(random, 6, 1);
    solution(system, A, b, 6);
    const long before = allocations();
    for (const Index n : {2, 6, 1}) {
        system.resize(n);
        for (Index i = 0; i < n; ++i) {
            system.side(i) = b(i);
            for (Index j = 0; j < n; ++j) system.entry(i, j) = A(i, j);
        }
        system.solve();
    }
    EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace rebond::test
