#include "rebond/solvers/factors/symmetric_matrix.hpp"

#include "allocation_count.hpp"
#include "solvers/random_symmetric.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace rebond::test {
namespace {

constexpr Index order = 120;

TEST(SymmetricMatrix, recognises_every_structure_and_says_its_name)
{
    for (const Structure structure : every_structure)
        EXPECT_EQ(name_of(SymmetricMatrix(order, random_entries(structure, order, 1)).structure()),
                  name_of(structure));
    EXPECT_EQ(name_of(Structure::tridiagonal), "tridiagonal");
}

TEST(SymmetricMatrix, structure_follows_the_width_and_the_number_of_non_zeros)
{
    EXPECT_EQ(structure_of(1, 0, 1), Structure::diagonal);
    EXPECT_EQ(structure_of(2, 1, 3), Structure::tridiagonal);
    EXPECT_EQ(structure_of(3, 2, 6), Structure::dense);
    EXPECT_EQ(structure_of(1000, 2, 2997), Structure::banded);
    EXPECT_EQ(structure_of(1000, 499, 500 * 1000 - 499 * 250), Structure::banded);  // a full band
    EXPECT_EQ(structure_of(1000, 999, 1999), Structure::sparse);                    // an arrow, a ring
    EXPECT_EQ(structure_of(1000, 999, 500500), Structure::dense);
    // Square grids of five-point stencils, numbered row by row: a band up to about 35 × 35.
    const auto grid = [](Index k) { return structure_of(k * k, k, k * k + 2 * k * (k - 1)); };
    EXPECT_EQ(grid(10), Structure::banded);
    EXPECT_EQ(grid(30), Structure::banded);
    EXPECT_EQ(grid(40), Structure::sparse);
    EXPECT_EQ(grid(1000), Structure::sparse);
}

TEST(SymmetricMatrix, entries_mirror_and_repeated_ones_sum)
{
    const SymmetricMatrix A(3, {{0, 0, 1.0}, {1, 0, 2.0}, {0, 1, 0.5}, {2, 2, 4.0}, {0, 0, 3.0}});
    Matrix expected(3, 3);
    expected << 4.0, 2.5, 0.0, 2.5, 0.0, 0.0, 0.0, 0.0, 4.0;
    EXPECT_EQ(A.dense(), expected);
    EXPECT_EQ(A.structure(), Structure::tridiagonal);
}

TEST(SymmetricMatrix, sums_of_zero_leave_the_pattern)
{
    const SymmetricMatrix A(5, {{0, 4, 1.0}, {4, 0, -1.0}, {1, 1, 2.0}, {0, 1, 0.0}});
    EXPECT_EQ(A.structure(), Structure::diagonal);
    EXPECT_EQ(A.half_bandwidth(), 0);
    EXPECT_EQ(A.entries().size(), 1u);
}

TEST(SymmetricMatrix, symmetric_part_of_both_triangles_is_the_matrix_itself_where_symmetric)
{
    for (const Structure structure : every_structure) {
        const Matrix A = dense_of(order, random_entries(structure, order, 2));
        std::vector<Entry> both;
        for (Index j = 0; j < order; ++j)
            for (Index i = 0; i < order; ++i)
                if (A(i, j) != 0.0) both.push_back({i, j, A(i, j)});
        const SymmetricMatrix part = SymmetricMatrix::symmetric_part(order, both);
        EXPECT_EQ(part.dense(), A);  // to the bit
        EXPECT_EQ(part.structure(), structure);
    }
    const SymmetricMatrix part = SymmetricMatrix::symmetric_part(2, {{0, 1, 3.0}, {1, 0, 1.0}, {1, 1, 5.0}});
    EXPECT_EQ(part.dense(), (Matrix(2, 2) << 0.0, 2.0, 2.0, 5.0).finished());
}

TEST(SymmetricMatrix, named_constructors_equal_their_entries)
{
    const Vector d = random_vector(order, 3), b = random_vector(order - 1, 4);
    const SymmetricMatrix tridiagonal = SymmetricMatrix::tridiagonal(d, b);
    Matrix expected = d.asDiagonal();
    EXPECT_EQ(SymmetricMatrix::diagonal(d).dense(), expected);
    EXPECT_EQ(SymmetricMatrix::diagonal(d).structure(), Structure::diagonal);
    expected.diagonal(1) = expected.diagonal(-1) = b;
    EXPECT_EQ(tridiagonal.dense(), expected);
    EXPECT_EQ(tridiagonal.structure(), Structure::tridiagonal);
    EXPECT_EQ(SymmetricMatrix::tridiagonal(d, Vector::Zero(order - 1)).structure(), Structure::diagonal);
    EXPECT_EQ(SymmetricMatrix::tridiagonal(Vector::Ones(1), Vector()).dense(), Matrix::Ones(1, 1));

    const SymmetricMatrix zero = SymmetricMatrix::zero(order);
    EXPECT_TRUE(zero.is_zero());
    EXPECT_EQ(zero.dense(), Matrix::Zero(order, order));
    EXPECT_TRUE(SymmetricMatrix(order, {}).is_zero());
    EXPECT_FALSE(tridiagonal.is_zero());
}

TEST(SymmetricMatrix, products_and_form_equal_dense_algebra)
{
    for (const Structure structure : every_structure)
        for (const Index size : {40, 41, 120, 257}) {
            SCOPED_TRACE(name_of(structure));
            const auto entries = random_entries(structure, size, static_cast<unsigned>(size), 0.3);
            const SymmetricMatrix A(size, entries);
            const Matrix dense = dense_of(size, entries);
            const Vector x = random_vector(size, 5), before = random_vector(size, 6);
            const double rounding = 1e-14 * static_cast<double>(size) * dense.cwiseAbs().maxCoeff();

            Vector y = Vector::Constant(size, 7.0);  // overwritten
            A.multiply(x, y);
            EXPECT_LE((y - dense * x).cwiseAbs().maxCoeff(), rounding);
            y = before;
            A.add_multiply(-2.5, x, y);
            EXPECT_LE((y - (before - 2.5 * dense * x)).cwiseAbs().maxCoeff(), rounding);
            A.subtract_product(before, x, y);
            EXPECT_LE((y - (before - dense * x)).cwiseAbs().maxCoeff(), rounding);
            EXPECT_NEAR(A.form(x), x.dot(dense * x), rounding * x.squaredNorm());
            EXPECT_EQ(A.size(), size);
        }
}

TEST(SymmetricMatrix, smallest_sizes_multiply)
{
    Vector y1(1), y2(2);
    SymmetricMatrix(1, {{0, 0, 3.0}}).multiply(Vector::Constant(1, 2.0), y1);
    EXPECT_EQ(y1(0), 6.0);
    const SymmetricMatrix A(2, {{0, 0, 1.0}, {0, 1, 2.0}, {1, 1, 3.0}});
    A.multiply(Vector2(1.0, 10.0), y2);
    EXPECT_EQ(y2, Vector2(21.0, 32.0));
    A.add_multiply(2.0, Vector2(1.0, 10.0), y2);
    EXPECT_EQ(y2, Vector2(63.0, 96.0));
    EXPECT_EQ(A.form(Vector2(1.0, 10.0)), 341.0);
}

TEST(SymmetricMatrix, reads_back_what_it_holds)
{
    for (const Structure structure : every_structure) {
        SCOPED_TRACE(name_of(structure));
        const auto given = random_entries(structure, order, 8);
        const SymmetricMatrix A(order, given);
        const Matrix dense = dense_of(order, given);
        EXPECT_LE((A.dense() - dense).cwiseAbs().maxCoeff(), 1e-15);  // the order of sums
        EXPECT_EQ(A.diagonal(), A.dense().diagonal());
        EXPECT_EQ(A.largest_entry(), A.dense().cwiseAbs().maxCoeff());

        const std::vector<Entry> read = A.entries();
        for (std::size_t k = 0; k < read.size(); ++k) {
            EXPECT_LE(read[k].row, read[k].column);
            EXPECT_LE(read[k].column - read[k].row, A.half_bandwidth());
            if (k > 0) {
                EXPECT_TRUE(read[k].row > read[k - 1].row ||
                            (read[k].row == read[k - 1].row && read[k].column > read[k - 1].column));
            }
        }
        EXPECT_EQ(SymmetricMatrix(order, read).dense(), A.dense());
        EXPECT_EQ(SymmetricMatrix(order, read).structure(), structure);
    }
}

TEST(SymmetricMatrix, products_do_not_allocate)
{
    for (const Structure structure : every_structure) {
        SCOPED_TRACE(name_of(structure));
        const SymmetricMatrix A(300, random_entries(structure, 300, 9));
        const Vector x = random_vector(300, 10);
        Vector y = x;
        const long before = allocations();
        A.multiply(x, y);
        A.add_multiply(0.5, x, y);
        A.subtract_product(x, x, y);
        const double form = A.form(x);
        EXPECT_EQ(allocations() - before, 0);
        EXPECT_GT(form, 0.0);
    }
}

TEST(SymmetricMatrix, refuses_what_is_no_matrix)
{
    EXPECT_THROW(SymmetricMatrix(0, {}), std::logic_error);
    EXPECT_THROW(SymmetricMatrix(2, {{2, 0, 1.0}}), std::logic_error);
    EXPECT_THROW(SymmetricMatrix(2, {{0, -1, 1.0}}), std::logic_error);
    EXPECT_THROW(SymmetricMatrix(2, {{0, 0, std::numeric_limits<double>::quiet_NaN()}}), std::logic_error);
    EXPECT_THROW(SymmetricMatrix::diagonal(Vector()), std::logic_error);
    EXPECT_THROW(SymmetricMatrix::tridiagonal(Vector::Ones(3), Vector::Ones(3)), std::logic_error);
}

}  // namespace
}  // namespace rebond::test
