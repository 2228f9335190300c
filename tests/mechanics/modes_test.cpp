#include "rebond/mechanics/modes.hpp"

#include "integration/linear_problem.hpp"

#include <Eigen/Eigenvalues>

#include <numbers>

namespace rebond::test {
namespace {

FoundModes modes_of(const Matrix& M, const Matrix& K, const std::vector<Vector>& fixed = {})
{
    static std::vector<std::unique_ptr<LinearSystem>> systems;  // modes refer to their mass
    systems.push_back(std::make_unique<LinearSystem>(linear_system(M, K)));
    return dense_modes(*systems.back(), fixed, nullptr);
}

// Unit masses on springs k between two walls: ω_j² = 4k sin²(jπ/2(n+1)).
Matrix row_between_walls(Index n, double k)
{
    Matrix K = 2.0 * k * Matrix::Identity(n, n);
    for (Index i = 0; i + 1 < n; ++i) K(i, i + 1) = K(i + 1, i) = -k;
    return K;
}

double row_frequency(Index j, Index n, double k)
{
    return 2.0 * std::sqrt(k) * std::sin(double(j) * std::numbers::pi / (2.0 * double(n + 1)));
}

TEST(Modes, soft_ones_are_right_beside_stiff_ones)
{
    // Coupled so weakly that the soft row does not notice: by 1/1e15 of its own stiffness.
    const Index n = 12;
    for (const double stiff : {1e6, 1e10, 1e15, 1e18}) {
        Matrix K = Matrix::Zero(2 * n, 2 * n);
        K.topLeftCorner(n, n) = row_between_walls(n, 1.0);
        K.bottomRightCorner(n, n) = row_between_walls(n, stiff);
        K(n - 1, n) = K(n, n - 1) = -1e-3;
        const FoundModes found = modes_of(Matrix::Identity(2 * n, 2 * n), K);
        ASSERT_TRUE(found.modes) << found.refusal;
        for (Index j = 1; j <= n; ++j) {
            // Second order in the coupling, 1e-6 over the stiff row's; and rounding of a dozen entries.
            const double exact = row_frequency(j, n, 1.0);
            EXPECT_NEAR(found.modes->frequencies()(j - 1) / exact, 1.0, 1e-5 / stiff * 1e3 + 1e-12)
                << stiff << " " << j;
            const double high = row_frequency(j, n, stiff);
            EXPECT_NEAR(found.modes->frequencies()(n + j - 1) / high, 1.0, 1e-12) << stiff << " " << j;
        }
    }
}

// Stiffnesses that grow along a row, from 1 to 1e8, beside a solver with three digits more.
TEST(Modes, shapes_are_orthonormal_and_frequencies_those_of_more_digits)
{
    const Index n = 40;
    Matrix K = row_between_walls(n, 1.0);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j) K(i, j) *= std::pow(10.0, 0.1 * double(i + j));  // 1 to 1e8
    const Matrix M = Vector::LinSpaced(n, 1.0, 3.0).asDiagonal();
    const FoundModes found = modes_of(M, K);
    ASSERT_TRUE(found.modes) << found.refusal;
    Matrix shapes(n, n);
    Vector x(n);
    for (Index j = 0; j < n; ++j) {
        found.modes->to_physical(Vector::Unit(n, j), x);
        shapes.col(j) = x;
    }
    EXPECT_LE((shapes.transpose() * M * shapes - Matrix::Identity(n, n)).norm(), 1e-11);
    using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
    const LongMatrix root = M.cast<long double>().diagonal().cwiseSqrt().cwiseInverse().asDiagonal();
    const Eigen::SelfAdjointEigenSolver<LongMatrix> eigen(root * K.cast<long double>() * root);
    // Rounding of the largest, 1e-19 · 1e8, in the smallest.
    for (Index j = 0; j < n; ++j)
        EXPECT_NEAR(std::pow(found.modes->frequencies()(j), 2) / double(eigen.eigenvalues()(j)), 1.0, 1e-10)
            << j;
}

TEST(Modes, only_rigid_motions_have_no_frequency)
{
    // Two free pairs, one with a spring of 1, the other of 1e14.
    Matrix K = Matrix::Zero(4, 4);
    K.topLeftCorner(2, 2) << 1.0, -1.0, -1.0, 1.0;
    K.bottomRightCorner(2, 2) << 1e14, -1e14, -1e14, 1e14;
    const FoundModes found = modes_of(Matrix::Identity(4, 4), K);
    ASSERT_TRUE(found.modes) << found.refusal;
    const Vector& omega = found.modes->frequencies();
    EXPECT_EQ(omega(0), 0.0);
    EXPECT_EQ(omega(1), 0.0);
    EXPECT_NEAR(omega(2), std::sqrt(2.0), 1e-12);
    EXPECT_NEAR(omega(3) / std::sqrt(2e14), 1.0, 1e-12);
}

// Two unit masses, coupled by k, one of them to ground by 100 N/m: ω² = 50 − 1250/k + …, known to ε k/50 by
// the entries, which are exact here, and to rounding from them.
TEST(Modes, a_soft_ground_under_a_stiff_coupling_is_right_as_the_entries_are)
{
    for (const double k : {1e6, 1e8, 1e10, 1e12, 0x1p46}) {
        const FoundModes found = modes_of(Matrix::Identity(2, 2), Matrix{{100.0 + k, -k}, {-k, k}});
        ASSERT_TRUE(found.modes) << k << " " << found.refusal;
        const double square = 50.0 + k - std::sqrt(2500.0 + k * k);
        const double exact = k < 1e8 ? square : 50.0 - 1250.0 / k;
        EXPECT_NEAR(std::pow(found.modes->frequencies()(0), 2), exact, 1e-9) << k;
        EXPECT_GT(found.uncertainty, 1e-18 * k);
        EXPECT_LT(found.uncertainty, 1e-16 * k);
    }
    EXPECT_FALSE(
        modes_of(Matrix::Identity(2, 2), Matrix{{100.0 + 0x1p50, -0x1p50}, {-0x1p50, 0x1p50}}).modes);
}

TEST(Modes, fixed_directions_do_not_move)
{
    const Index n = 10;
    const Vector w = Vector::Unit(n, 3) - Vector::Unit(n, 7);
    const FoundModes found = modes_of(Matrix::Identity(n, n), row_between_walls(n, 1e3), {w});
    ASSERT_TRUE(found.modes);
    ASSERT_EQ(found.modes->size(), n - 1);
    Vector x(n);
    for (Index j = 0; j + 1 < n; ++j) {
        found.modes->to_physical(Vector::Unit(n - 1, j), x);
        EXPECT_NEAR(w.dot(x), 0.0, 1e-14);
    }
}

// Bending springs of bending springs: the lowest eigenvalue is 1e-15 of the highest, the rounding of entries.
TEST(Modes, what_rounding_of_the_matrix_decides_is_refused)
{
    const Index n = 400;
    const Matrix T = row_between_walls(n, 1.0);
    const FoundModes found = modes_of(Matrix::Identity(n, n), T * T * T);
    EXPECT_FALSE(found.modes);
    EXPECT_NE(found.refusal.find("lost in the rounding"), std::string::npos) << found.refusal;
    EXPECT_NE(
        modes_of(Matrix::Identity(2, 2), Vector{{1.0, -1e-3}}.asDiagonal()).refusal.find("not positive"),
        std::string::npos);
}

TEST(Modes, heed_a_flag)
{
    const std::atomic<bool> stop = true;
    const LinearSystem system = linear_system(Matrix::Identity(50, 50), row_between_walls(50, 1.0));
    const FoundModes found = dense_modes(system, {}, &stop);
    EXPECT_FALSE(found.modes);
    EXPECT_TRUE(found.is_stopped);
}

}  // namespace
}  // namespace rebond::test
