#include "rebond/solvers/oscillations/cosine_transform.hpp"

#include "allocation_count.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

namespace rebond::test {
namespace {

using std::numbers::pi;
constexpr auto all_bases = {TransformBasis::free_halfway, TransformBasis::fixed_halfway,
                            TransformBasis::free_on_entry, TransformBasis::fixed_on_entry};

// V of a chain as its papers write it, with N links: masses k from 0 (free) or 1 (fixed), modes m from 0
// or 1.
Matrix modes_of_chain(TransformBasis basis, Index n)
{
    const double N = static_cast<double>(
        basis == TransformBasis::free_halfway || basis == TransformBasis::free_on_entry ? n - 1 : n);
    return Matrix::NullaryExpr(n, n, [=](Index row, Index column) {
        const auto j = static_cast<double>(row);
        const auto k = static_cast<double>(column);
        switch (basis) {
            case TransformBasis::free_halfway:
                return std::sqrt((row == 0 ? 1.0 : 2.0) / (N + 1)) * std::cos((k + 0.5) * j * pi / (N + 1));
            case TransformBasis::fixed_halfway:
                return 2.0 / std::sqrt(2 * N + 1) * std::sin((k + 1) * (2 * (j + 1) - 1) * pi / (2 * N + 1));
            case TransformBasis::free_on_entry:
                return std::sqrt((row == 0 || row == n - 1 ? 1.0 : 2.0) / N) * std::cos(k * j * pi / N);
            case TransformBasis::fixed_on_entry:
                break;
        }
        return std::sqrt(2.0 / N) * std::sin((k + 1) * (2 * (j + 1) - 1) * pi / (2 * N));
    });
}

// Stiffness of a chain of n masses with unit springs, fixed before the first mass or not.
Matrix stiffness_of_chain(bool fixed, Index n)
{
    Matrix K = Matrix::Zero(n, n);
    for (Index k = 0; k + 1 < n; ++k) K.block<2, 2>(k, k) += Matrix{{1.0, -1.0}, {-1.0, 1.0}};
    if (fixed) K(0, 0) += 1.0;
    return K;
}

Vector normal_vector(std::mt19937& random, Index n)
{
    std::normal_distribution<double> normal;
    return Vector::NullaryExpr(n, [&] { return normal(random); });
}

TEST(CosineTransform, agrees_with_the_dense_matrix_for_every_length)
{
    std::mt19937 random(41);
    for (const TransformBasis basis : all_bases)
        for (const Index n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 31, 32, 97, 100, 128, 211, 256, 1009}) {
            if (basis == TransformBasis::free_on_entry && n == 1) continue;
            CosineTransform transform(basis, n);
            const Matrix V =
                Matrix::NullaryExpr(n, n, [&](Index j, Index k) { return transform.entry(j, k); });
            const Vector x = normal_vector(random, n);
            Vector y(n), back(n);
            transform.forward(x, y);
            const double rounding = 3e-16 * (1.0 + std::log2(static_cast<double>(n))) * x.norm();
            EXPECT_LE((y - V * transform.weights().cwiseProduct(x)).cwiseAbs().maxCoeff(), rounding) << n;
            transform.inverse(x, back);
            EXPECT_LE((back - V.transpose() * x).cwiseAbs().maxCoeff(), rounding) << n;
            transform.inverse(y, back);
            EXPECT_LE((back - x).cwiseAbs().maxCoeff(), 2.0 * rounding) << n;
        }
}

TEST(CosineTransform, entries_are_the_modes_of_chains)
{
    for (const TransformBasis basis : all_bases)
        for (const Index n : {2, 3, 10, 37}) {
            const CosineTransform transform(basis, n);
            const Matrix V =
                Matrix::NullaryExpr(n, n, [&](Index j, Index k) { return transform.entry(j, k); });
            // The printed angles are not reduced: their rounding grows with n².
            EXPECT_LE((V - modes_of_chain(basis, n)).cwiseAbs().maxCoeff(), 1e-15 * static_cast<double>(n));

            // Orthonormal with the weights as masses, and modes of the stiffness.
            const Matrix M = transform.weights().asDiagonal();
            EXPECT_LE((V * M * V.transpose() - Matrix::Identity(n, n)).cwiseAbs().maxCoeff(), 1e-14);
            const bool fixed =
                basis == TransformBasis::fixed_halfway || basis == TransformBasis::fixed_on_entry;
            Matrix projected = V * stiffness_of_chain(fixed, n) * V.transpose();
            const Vector squares = projected.diagonal();
            projected.diagonal().setZero();
            EXPECT_LE(projected.cwiseAbs().maxCoeff(), 1e-13);
            for (Index j = 0; j + 1 < n; ++j) EXPECT_LT(squares(j), squares(j + 1));
        }
}

TEST(CosineTransform, one_and_two_entries)
{
    Vector y(1);
    CosineTransform(TransformBasis::free_halfway, 1).forward(Vector::Constant(1, 3.0), y);
    EXPECT_NEAR(y(0), 3.0, 1e-15);
    CosineTransform(TransformBasis::fixed_halfway, 1).forward(Vector::Constant(1, 3.0), y);
    EXPECT_NEAR(y(0), 3.0, 1e-15);
    y.resize(2);
    CosineTransform(TransformBasis::free_halfway, 2).forward(Vector{{1.0, 3.0}}, y);
    EXPECT_LE((y - Vector{{4.0, -2.0}} / std::numbers::sqrt2).norm(), 2e-15);
}

TEST(CosineTransform, works_in_place_and_allocates_nothing)
{
    std::mt19937 random(42);
    for (const TransformBasis basis : all_bases) {
        CosineTransform transform(basis, 101);
        const Vector x = normal_vector(random, 101);
        Vector y = x;
        const long before = allocations();
        transform.forward(y, y);
        transform.inverse(y, y);
        EXPECT_EQ(allocations(), before);
        EXPECT_LE((y - x).cwiseAbs().maxCoeff(), 5e-15 * x.norm());
    }
}

TEST(CosineTransform, refuses_wrong_lengths)
{
    EXPECT_THROW(CosineTransform(TransformBasis::free_on_entry, 1), std::logic_error);
    EXPECT_THROW(CosineTransform(TransformBasis::free_halfway, 0), std::logic_error);
    CosineTransform transform(TransformBasis::free_halfway, 3);
    Vector y(3);
    EXPECT_THROW(transform.forward(Vector::Ones(4), y), std::logic_error);
}

}  // namespace
}  // namespace rebond::test
