#include "rebond/solvers/factors/banded_factors.hpp"

#include "solvers/random_symmetric.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

std::vector<Entry> random_band(Index n, Index half_bandwidth, unsigned seed)
{
    std::vector<Entry> band;
    for (const Entry& entry : random_entries(Structure::dense, n, seed))
        if (std::abs(entry.row - entry.column) <= half_bandwidth) band.push_back(entry);
    return band;  // still dominated by its diagonal
}

TEST(BandedFactors, every_width_solves_to_rounding)
{
    for (const Index n : {3, 5, 30, 61})
        for (Index b = 2; b < n; ++b) {
            const auto entries = random_band(n, b, static_cast<unsigned>(b));
            BandedFactors factors(n, b);
            factors.set_zero();
            factors.add(3.0, SymmetricMatrix(n, entries));
            ASSERT_TRUE(factors.factor());
            const Vector right = random_vector(n, 50);
            Vector x = right;
            factors.solve(x);
            EXPECT_LE((3.0 * dense_of(n, entries) * x - right).norm(), 1e-13 * right.norm())
                << n << ", " << b;
        }
}

TEST(BandedFactors, takes_terms_narrower_than_itself_and_no_wider_ones)
{
    BandedFactors factors(6, 2);
    factors.add(1.0, SymmetricMatrix::diagonal(Vector::Constant(6, 4.0)));
    factors.add(1.0, SymmetricMatrix::tridiagonal(Vector::Zero(6), Vector::Ones(5)));
    ASSERT_TRUE(factors.factor());
    Vector x = Vector::Zero(6);
    x(0) = 4.0;
    x(1) = 1.0;  // the first column
    factors.solve(x);
    EXPECT_LE((x - Vector::Unit(6, 0)).norm(), 1e-15);
    EXPECT_THROW(factors.add(1.0, SymmetricMatrix(6, {{0, 3, 1.0}})), std::logic_error);
}

}  // namespace
}  // namespace rebond::test
