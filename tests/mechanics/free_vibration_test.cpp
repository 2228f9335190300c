#include "rebond/mechanics/free_vibration.hpp"

#include "integration/linear_body.hpp"
#include "integration/linear_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond::test {
namespace {

constexpr double mass = 3.0, stiffness = 12.0;  // [kg], [N/m]
using std::numbers::pi;

// n equal masses in a row between equal springs, free at both ends.
LinearBody free_chain(Index n)
{
    Matrix K = Matrix::Zero(n, n);
    for (Index i = 0; i + 1 < n; ++i) {
        K(i, i) += stiffness;
        K(i + 1, i + 1) += stiffness;
        K(i, i + 1) = K(i + 1, i) = -stiffness;
    }
    return {mass * Matrix::Identity(n, n), K, Vector::Zero(n)};
}

// ω_k = 2 √(k/m) sin(kπ/2n), the exact frequency of its k-th mode from 0.
double chain_frequency(Index k, Index n)
{
    return 2.0 * std::sqrt(stiffness / mass) *
           std::sin(0.5 * pi * static_cast<double>(k) / static_cast<double>(n));
}

TEST(FreeVibration, the_highest_frequency_of_a_chain_is_exact)
{
    for (const Index n : {2, 3, 40}) {
        const double exact = chain_frequency(n - 1, n);
        EXPECT_NEAR(highest_frequency(free_chain(n), Vector::Zero(n)), exact, 1e-9 * exact) << n;
    }
}

TEST(FreeVibration, the_highest_frequency_of_a_long_chain_is_below_by_less_than_a_thousandth)
{
    const double exact = chain_frequency(599, 600);
    const double found = highest_frequency(free_chain(600), Vector::Zero(600));
    EXPECT_LE(found, exact * (1.0 + 1e-12));  // rounding
    EXPECT_GE(found, exact * (1.0 - 1e-3));
}

TEST(FreeVibration, the_lowest_modes_of_a_chain_are_its_cosines)
{
    const Index n = 40;
    Matrix start(n, 12);
    for (Index j = 0; j < 12; ++j)
        for (Index i = 0; i < n; ++i) start(i, j) = std::sin(1.0 + static_cast<double>(i * j + i + j * j));
    const auto [frequency, shape] = lowest_modes(free_chain(n), Vector::Zero(n), start);
    ASSERT_EQ(frequency.size(), 12);
    EXPECT_NEAR(frequency(0), 0.0, 1e-6);  // √rounding: ω² is what is computed
    for (Index k = 1; k <= 4; ++k) {
        EXPECT_NEAR(frequency(k), chain_frequency(k, n), 1e-9) << k;
        Vector cosine(n);
        for (Index i = 0; i < n; ++i)
            cosine(i) = std::cos(pi * static_cast<double>(k) * (static_cast<double>(i) + 0.5) / n);
        const double along = shape.col(k).dot(cosine) / (shape.col(k).norm() * cosine.norm());
        EXPECT_NEAR(std::abs(along), 1.0, 1e-9) << k;
        EXPECT_NEAR(mass * shape.col(k).squaredNorm(), 1.0, 1e-9) << k;
    }
}

TEST(FreeVibration, modes_stay_in_the_invariant_subspace_they_start_in)
{
    const Index n = 9;  // shapes that change sign about the middle, of which there are four
    Matrix start = Matrix::Zero(n, 4);
    for (Index j = 0; j < 4; ++j) {
        start(j, j) = 1.0;
        start(n - 1 - j, j) = -1.0;
    }
    const auto [frequency, shape] = lowest_modes(free_chain(n), Vector::Zero(n), start);
    ASSERT_EQ(frequency.size(), 4);
    for (Index j = 0; j < 4; ++j) EXPECT_NEAR(frequency(j), chain_frequency(2 * j + 1, n), 1e-9) << j;
    EXPECT_LE((shape + shape.colwise().reverse()).norm(), 1e-9);
}

TEST(FreeVibration, rigid_motions_are_not_among_the_free_frequencies)
{
    const Index n = 40;
    const Vector found = free_frequencies_hz(free_chain(n), Vector::Zero(n), 3);
    ASSERT_EQ(found.size(), 3);
    for (Index k = 0; k < 3; ++k) EXPECT_NEAR(found(k), chain_frequency(k + 1, n) / (2.0 * pi), 1e-9) << k;
}

TEST(FreeVibration, soft_modes_beside_stiff_ones_are_no_rigid_motions)
{
    for (const double k : {1e7, 1e8, 1e10}) {
        const Matrix K{{100.0 + k, -k}, {-k, k}};
        const Linear linear(linear_system(Matrix::Identity(2, 2), K));
        const Vector found = free_frequencies_hz(linear, Vector::Zero(2), 3);
        ASSERT_EQ(found.size(), 2) << k;
        EXPECT_NEAR(found(0), std::sqrt(50.0) / (2.0 * pi), 1e-5) << k;
    }
}

}  // namespace
}  // namespace rebond::test
