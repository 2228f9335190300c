#include "rebond/solvers/factors/symmetric_factors.hpp"

#include "allocation_count.hpp"
#include "solvers/random_symmetric.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <limits>

namespace rebond::test {
namespace {

SymmetricMatrix none(Index n)
{
    return SymmetricMatrix::zero(n);
}

// Stiffness of a chain of n unit springs, without a wall: singular, K 1 = 0.
SymmetricMatrix free_chain(Index n)
{
    Vector d = Vector::Constant(n, 2.0);
    d(0) = d(n - 1) = 1.0;
    return SymmetricMatrix::tridiagonal(d, Vector::Constant(n - 1, -1.0));
}

TEST(SymmetricFactors, solve_equals_dense_algebra_in_every_structure)
{
    constexpr double beta = 0.3, gamma = 0.7;
    for (const Structure structure : every_structure)
        for (const Index n : {40, 41, 42, 43, 150}) {
            SCOPED_TRACE(name_of(structure));
            const SymmetricMatrix M(n, random_entries(Structure::diagonal, n, 1));
            const SymmetricMatrix C(n, random_entries(structure, n, 2));
            const SymmetricMatrix K(n, random_entries(structure, n, 3));
            SymmetricFactors factors(M, C, K);
            const Vector b = random_vector(n, 4);
            for (int repeat = 0; repeat < 2; ++repeat) {
                ASSERT_TRUE(factors.factor(beta, gamma));
                Vector x = b;
                factors.solve(x);
                const Matrix S = M.dense() + gamma * C.dense() + beta * K.dense();
                EXPECT_LE((x - S.ldlt().solve(b)).norm(), 1e-12 * x.norm());  // rounding
            }
        }
}

TEST(SymmetricFactors, take_the_union_of_the_structures)
{
    constexpr Index n = 120;
    for (const Structure first : every_structure)
        for (const Structure second : every_structure) {
            const SymmetricMatrix M(n, random_entries(first, n, 5));
            const SymmetricMatrix K(n, random_entries(second, n, 6));
            const SymmetricMatrix C = none(n);
            SymmetricFactors factors(M, C, K);
            EXPECT_EQ(factors.structure(), std::max(first, second));
            ASSERT_TRUE(factors.factor(0.5, 0.0));
            const Vector b = random_vector(n, 7);
            Vector x = b;
            factors.solve(x);
            EXPECT_LE((M.dense() * x + 0.5 * (K.dense() * x) - b).norm(), 1e-12 * b.norm());
        }
}

TEST(SymmetricFactors, terms_with_other_patterns_of_one_structure_add)
{
    // Two rings through different rows; bands of half-bandwidth 2 and 3 with holes.
    constexpr Index n = 100;
    std::vector<Entry> ring = random_entries(Structure::tridiagonal, n, 8);
    std::vector<Entry> other = ring;
    ring.push_back({0, n - 1, 0.01});
    other.push_back({3, n - 7, 0.01});
    const SymmetricMatrix A(n, ring), B(n, other);
    const SymmetricMatrix zero = none(n), small_zero = none(8);
    SymmetricFactors sparse(A, zero, B);
    EXPECT_EQ(sparse.structure(), Structure::sparse);
    const SymmetricMatrix P(8, {{0, 0, 1.0}, {1, 1, 1.0}, {0, 2, 0.5}, {2, 2, 1.0}, {3, 3, 1.0}});
    const SymmetricMatrix Q(8,
                            {{4, 4, 1.0}, {5, 5, 1.0}, {6, 6, 1.0}, {7, 7, 1.0}, {4, 7, 0.5}, {3, 4, 0.1}});
    SymmetricFactors banded(P, small_zero, Q);
    EXPECT_EQ(banded.structure(), Structure::banded);
    for (auto* factors : {&sparse, &banded}) {
        const bool is_sparse = factors == &sparse;
        const Matrix S = is_sparse ? Matrix(A.dense() + B.dense()) : Matrix(P.dense() + Q.dense());
        ASSERT_TRUE(factors->factor(1.0, 0.0));
        const Vector b = random_vector(S.rows(), 9);
        Vector x = b;
        factors->solve(x);
        EXPECT_LE((S * x - b).norm(), 1e-13 * b.norm());
    }
}

TEST(SymmetricFactors, a_chain_on_a_wall_solves_exactly)
{
    // 2, −1: K x = 1 has x_i = (i + 1)(n − i)/2.
    for (const Index n : {2, 3, 4, 5, 6, 7, 8, 9, 10, 1000}) {
        const SymmetricMatrix K =
            SymmetricMatrix::tridiagonal(Vector::Constant(n, 2.0), Vector::Constant(n - 1, -1.0));
        const SymmetricMatrix zero = none(n);
        SymmetricFactors factors(zero, zero, K);
        ASSERT_TRUE(factors.factor(1.0, 0.0));
        Vector x = Vector::Ones(n);
        factors.solve(x);
        for (Index i = 0; i < n; ++i) {
            const double exact = 0.5 * static_cast<double>((i + 1) * (n - i));
            EXPECT_NEAR(x(i), exact, 1e-12 * static_cast<double>(n) * exact);
        }
    }
}

TEST(SymmetricFactors, indefinite_and_singular_matrices_are_refused_in_every_structure)
{
    constexpr Index n = 120;
    const SymmetricMatrix zero = none(n);
    for (const Structure structure : every_structure) {
        SCOPED_TRACE(name_of(structure));
        auto entries = random_entries(structure, n, 10);
        const SymmetricMatrix K(n, entries);
        const SymmetricMatrix I = SymmetricMatrix::diagonal(Vector::Ones(n));
        SymmetricFactors factors(I, zero, K);
        ASSERT_EQ(factors.structure(), structure);
        EXPECT_FALSE(factors.factor(-100.0, 0.0));
        EXPECT_FALSE(factors.factor(std::numeric_limits<double>::infinity(), 0.0));
        EXPECT_FALSE(factors.factor(std::numeric_limits<double>::quiet_NaN(), 0.0));
        EXPECT_TRUE(factors.factor(1.0, 0.0));  // a refusal leaves no trace

        // One negative row, at every place.
        for (Index i = 0; i < n; i += 7) {
            entries.push_back({i, i, -2.0 * K.dense()(i, i)});
            const SymmetricMatrix indefinite(n, entries);
            entries.pop_back();
            SymmetricFactors of_indefinite(zero, zero, indefinite);
            EXPECT_FALSE(of_indefinite.factor(1.0, 0.0)) << i;
        }
    }
    SymmetricFactors of_zero(zero, zero, zero);
    EXPECT_FALSE(of_zero.factor(1.0, 1.0));
}

// Springs between the places of a pattern: every row sums to zero, so K 1 = 0 up to rounding.
SymmetricMatrix free_springs(Structure structure, Index n, unsigned seed)
{
    std::vector<Entry> entries;
    for (const auto& [i, j, value] : random_entries(structure, n, seed)) {
        if (i == j) continue;
        const double k = std::exp(6.0 * value);  // from soft to stiff
        entries.insert(entries.end(), {{i, i, k}, {j, j, k}, {i, j, -k}});
    }
    return {n, entries};
}

TEST(SymmetricFactors, free_bodies_are_refused_and_fixed_ones_accepted)
{
    for (const Structure structure :
         {Structure::tridiagonal, Structure::banded, Structure::sparse, Structure::dense})
        for (unsigned seed = 0; seed < 40; ++seed) {
            constexpr Index n = 120;
            SCOPED_TRACE(name_of(structure));
            const SymmetricMatrix K = free_springs(structure, n, seed);
            const SymmetricMatrix zero = none(n);
            SymmetricFactors free(zero, zero, K);
            ASSERT_EQ(free.structure(), structure);
            EXPECT_FALSE(free.factor(1.0, 0.0)) << seed;
            // One spring to a wall at one row holds the whole body.
            Vector wall = Vector::Zero(n);
            wall(static_cast<Index>(seed)) = 1e-3;
            const SymmetricMatrix fixed_by = SymmetricMatrix::diagonal(wall);
            SymmetricFactors fixed(fixed_by, zero, K);
            EXPECT_TRUE(fixed.factor(1.0, 0.0)) << seed;
        }
}

TEST(SymmetricFactors, long_free_chains_are_refused_and_fixed_ones_accepted)
{
    for (const Index n : {2, 3, 10, 1001, 100000}) {
        const SymmetricMatrix K = free_chain(n);
        const SymmetricMatrix zero = none(n);
        SymmetricFactors free(zero, zero, K);
        EXPECT_FALSE(free.factor(1.0, 0.0)) << n;
        Vector wall = Vector::Zero(n);
        wall(0) = 1.0;
        const SymmetricMatrix W = SymmetricMatrix::diagonal(wall);
        SymmetricFactors fixed(W, zero, K);
        EXPECT_TRUE(fixed.factor(1.0, 0.0)) << n;
    }
}

TEST(SymmetricFactors, a_change_of_units_changes_no_answer)
{
    // Rows and columns scaled by powers of two from 2⁻¹⁰⁰ to 2¹⁰⁰: the same solution, scaled.
    constexpr Index n = 120;
    for (const Structure structure : every_structure) {
        SCOPED_TRACE(name_of(structure));
        const auto entries = random_entries(structure, n, 12);
        Vector scale(n);
        for (Index i = 0; i < n; ++i) scale(i) = std::ldexp(1.0, static_cast<int>((i * 37) % 201) - 100);
        auto scaled = entries;
        for (Entry& entry : scaled) entry.value *= scale(entry.row) * scale(entry.column);
        const SymmetricMatrix K(n, entries), scaled_K(n, scaled), zero = none(n);
        SymmetricFactors factors(zero, zero, K), scaled_factors(zero, zero, scaled_K);
        ASSERT_TRUE(factors.factor(1.0, 0.0));
        ASSERT_TRUE(scaled_factors.factor(1.0, 0.0));
        Vector x = random_vector(n, 13);
        Vector y = x.cwiseProduct(scale);
        factors.solve(x);
        scaled_factors.solve(y);
        EXPECT_LE((y.cwiseProduct(scale) - x).cwiseAbs().maxCoeff(),
                  1e-13 * x.cwiseAbs().maxCoeff());  // rounding
    }
}

TEST(SymmetricFactors, solving_does_not_allocate)
{
    constexpr Index n = 300;
    for (const Structure structure : every_structure) {
        SCOPED_TRACE(name_of(structure));
        const SymmetricMatrix K(n, random_entries(structure, n, 14));
        const SymmetricMatrix zero = none(n);
        SymmetricFactors factors(zero, zero, K);
        ASSERT_EQ(factors.structure(), structure);
        ASSERT_TRUE(factors.factor(1.0, 0.0));
        Vector x = random_vector(n, 15);
        const long before = allocations();
        for (int k = 0; k < 10; ++k) factors.solve(x);
        EXPECT_EQ(allocations() - before, 0);
    }
}

TEST(SymmetricFactors, narrow_structures_factorise_without_allocating)
{
    constexpr Index n = 300;
    for (const Structure structure : {Structure::diagonal, Structure::tridiagonal, Structure::banded}) {
        const SymmetricMatrix K(n, random_entries(structure, n, 16));
        const SymmetricMatrix M = SymmetricMatrix::diagonal(Vector::Ones(n)), zero = none(n);
        SymmetricFactors factors(M, zero, K);
        const long before = allocations();
        EXPECT_TRUE(factors.factor(0.5, 0.1));
        EXPECT_EQ(allocations() - before, 0) << name_of(structure);
    }
}

TEST(SymmetricFactors, matrices_of_different_sizes_are_a_bug)
{
    const SymmetricMatrix two = none(2), three = none(3);
    EXPECT_THROW(SymmetricFactors(two, two, three), std::logic_error);
}

}  // namespace
}  // namespace rebond::test
