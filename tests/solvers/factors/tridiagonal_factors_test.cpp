#include "rebond/solvers/factors/tridiagonal_factors.hpp"

#include "solvers/random_symmetric.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(TridiagonalFactors, every_size_meets_in_the_middle)
{
    for (Index n = 1; n <= 40; ++n)
        for (unsigned seed = 0; seed < 5; ++seed) {
            const auto entries = random_entries(Structure::tridiagonal, n, seed);
            TridiagonalFactors factors(n);
            factors.set_zero();
            factors.add(2.0, SymmetricMatrix(n, entries));
            ASSERT_TRUE(factors.factor());
            const Vector b = random_vector(n, seed + 100);
            Vector x = b;
            factors.solve(x);
            EXPECT_LE((2.0 * dense_of(n, entries) * x - b).norm(), 1e-13 * b.norm()) << n;
        }
}

TEST(TridiagonalFactors, is_positive_exactly_where_dense_algebra_says_so)
{
    // Random diagonals of about the size that decides; equation (1) has the inertia of S.
    int positive = 0;
    for (unsigned seed = 0; seed < 400; ++seed) {
        const Index n = 2 + static_cast<Index>(seed) % 9;
        auto entries = random_entries(Structure::tridiagonal, n, seed);
        for (Entry& entry : entries)
            if (entry.row == entry.column) entry.value *= 0.70 + 0.01 * (seed % 17);
        TridiagonalFactors factors(n);
        factors.add(1.0, SymmetricMatrix(n, entries));
        const bool expected = dense_of(n, entries).llt().info() == Eigen::Success;
        EXPECT_EQ(factors.factor(), expected) << seed;
        positive += expected ? 1 : 0;
    }
    EXPECT_GT(positive, 40);
    EXPECT_LT(positive, 360);
}

TEST(TridiagonalFactors, residual_stays_at_rounding_where_the_links_are_large)
{
    // Masses alternating between 1 and 10⁻⁸ on stiff springs: |l| up to 10⁸ in one direction.
    constexpr Index n = 501;
    Vector d(n), b(n - 1);
    for (Index i = 0; i < n; ++i) d(i) = i % 2 == 0 ? 1.0 : 1e-8;
    for (Index i = 0; i + 1 < n; ++i) b(i) = 0.49 * std::sqrt(d(i) * d(i + 1));
    const SymmetricMatrix S = SymmetricMatrix::tridiagonal(d, b);
    TridiagonalFactors factors(n);
    factors.add(1.0, S);
    ASSERT_TRUE(factors.factor());
    const Vector right = random_vector(n, 3).cwiseProduct(d.cwiseSqrt());
    Vector x = right;
    factors.solve(x);
    Vector residual = -right;
    S.add_multiply(1.0, x, residual);
    // Row by row, against the sizes of the terms that cancel in it.
    for (Index i = 0; i < n; ++i) EXPECT_LE(std::abs(residual(i)), 1e-13 * std::sqrt(d(i)));
}

TEST(TridiagonalFactors, refuses_a_wider_term)
{
    TridiagonalFactors factors(3);
    EXPECT_THROW(factors.add(1.0, SymmetricMatrix(3, {{0, 2, 1.0}})), std::logic_error);
}

}  // namespace
}  // namespace rebond::test
