#include "rebond/mechanics/bar/bar_bending.hpp"

#include "mechanics/bar/bar_lagrangian.hpp"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond::test {
namespace {

// K at q by central differences of the elastic energy, in steps that are alike in all coordinates.
Matrix stiffness_of(const Bar& bar, const Vector& q)
{
    const BarLagrangian lagrangian{bar};
    const Index n = q.size();
    Vector step = Vector::Constant(n, 1e-4);                           // angles
    step.tail(bar.spec().segments) *= bar.parameters().spring_offset;  // stretch of paired springs
    const auto U = [&](Index i, double di, Index j, double dj) {
        Vector moved = q;
        moved(i) += di * step(i);
        moved(j) += dj * step(j);
        return lagrangian.elastic(moved);
    };
    Matrix K(n, n);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            K(i, j) = (U(i, 1, j, 1) - U(i, 1, j, -1) - U(i, -1, j, 1) + U(i, -1, j, -1)) /
                      (4.0 * step(i) * step(j));
    return K;
}

TEST(BarBending, the_modes_are_those_of_the_lagrangian)
{
    const Bar bar({.springs = Springs::paired, .segments = 6});
    const double angle = 0.5;
    const Vector q = bar.straight(angle, 0.01);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> modes(stiffness_of(bar, q),
                                                                 BarLagrangian{bar}.mass(q));
    Index mode = 0;
    for (Index k = 3; k < bar.dofs(); ++k) {  // after three rigid motions
        const Vector shape = modes.eigenvectors().col(k);
        const Index n = bar.spec().segments;
        if (shape.tail(n).norm() > 1e-3 * bar.parameters().half_pitch * shape.segment(2, n).norm())
            continue;  // it stretches
        const BendingMode found = bending_mode(bar, angle, ++mode).value();
        const double exact = std::sqrt(modes.eigenvalues()(k));
        EXPECT_NEAR(found.frequency, exact, 1e-6 * exact) << mode;  // of the differences
        const double overlap = found.shape.dot(BarLagrangian{bar}.mass(q) * shape);
        EXPECT_NEAR(std::abs(overlap), 1.0, 1e-6) << mode;
    }
    EXPECT_EQ(mode, bar.spec().segments - 1);
}

// The free beam of Euler and Bernoulli, ω = (βℓ)² √(EI/ρA)/ℓ² with cos βℓ cosh βℓ = 1. The joints' springs
// approach its stiffness like 1/n; a slender bar leaves nothing else to see at this n.
TEST(BarBending, many_segments_bend_like_a_beam_at_first_order)
{
    for (const Springs springs : {Springs::spiral, Springs::paired}) {
        const auto error = [&](Index n, Index mode) {
            const BarSpec spec{.springs = springs, .segments = n, .length = 1.0, .radius = 1e-4};
            const double beta = mode == 1 ? 4.730040744862704 : 7.853204624095838;
            const double exact = beta * beta * std::sqrt(spec.young / spec.density) * spec.radius / 2.0;
            return 1.0 - bending_mode(Bar(spec), 0.3, mode)->frequency / exact;
        };
        for (const Index mode : {1, 2}) {
            const double order = std::log2(error(50, mode) / error(100, mode));
            EXPECT_NEAR(order, 1.0, 0.1) << mode;
            EXPECT_LT(error(100, mode), 0.02) << mode;
        }
    }
}

TEST(BarBending, a_mode_has_unit_mass_moves_its_tip_left_and_does_not_depend_on_the_angle)
{
    const Bar bar({.springs = Springs::spiral, .segments = 12});
    const double upright = bending_mode(bar, 0.5 * std::numbers::pi, 2)->frequency;
    for (const double angle : {0.2, 1.0, 2.5}) {
        const auto [frequency, shape] = bending_mode(bar, angle, 2).value();
        const Matrix M = BarLagrangian{bar}.mass(bar.straight(angle, 0.01));
        EXPECT_NEAR(frequency, upright, 1e-9 * upright) << angle;
        EXPECT_NEAR(shape.dot(M * shape), 1.0, 1e-9) << angle;
        EXPECT_GT(std::cos(angle) * shape(1) - std::sin(angle) * shape(0), 0.0) << angle;
        EXPECT_LE(shape.tail(12).norm(), 1e-9 * bar.spec().length * shape.norm()) << angle;  // no stretch
    }
}

// The free beam again, with joints softer than EI/2L by (n − 1)(7n − 5)/7n²; what is left of the chain of
// rigid segments falls like 1/n².
TEST(BarBending, many_heavy_segments_bend_at_the_frequency_of_their_joints)
{
    for (const Springs springs : {Springs::spiral, Springs::paired})
        for (const Index n : {60, 120, 200, 250})
            for (const Index mode : {1, 2}) {
                const BarSpec spec{.springs = springs, .segments = n, .length = 1.0, .radius = 1e-4};
                const double beta = mode == 1 ? 4.730040744862704 : 7.853204624095838;
                const double beam = beta * beta * std::sqrt(spec.young / spec.density) * spec.radius / 2.0;
                const double N = static_cast<double>(n);
                const double softness = std::sqrt((N - 1.0) * (7.0 * N - 5.0) / 7.0) / N;
                for (const double angle : {0.2, std::numbers::pi / 6.0, std::numbers::pi / 4.0, 1.5}) {
                    const auto found = bending_mode(Bar(spec, 9.81), angle, mode);
                    ASSERT_TRUE(found);
                    EXPECT_NEAR(found->frequency / (beam * softness), 1.0, 3e-4 + 10.0 / (N * N))
                        << n << " segments, mode " << mode;  // the hemisphere, discretisation
                }
            }
}

TEST(BarBending, a_mode_carries_no_momentum_and_does_not_stretch)
{
    for (const Springs springs : {Springs::spiral, Springs::paired})
        for (const Index n : {9, 60, 120, 200, 250})
            for (const double angle : {0.0, std::numbers::pi / 6.0, std::numbers::pi / 4.0, 1.2, 2.0}) {
                const BarSpec spec{.springs = springs, .segments = n};
                const auto found = bending_mode(Bar(spec, 9.81), angle, 1);
                ASSERT_TRUE(found);
                const Vector& shape = found->shape;
                EXPECT_EQ(shape.tail(n).norm(), 0.0);
                const Bar weightless(spec, 0.0);
                const auto dynamics = weightless.dynamics();
                dynamics->place(0.0, weightless.straight(angle, 0.0));
                const auto momentum_of = [&](const Vector& v) {
                    Vector Mv(v.size());
                    dynamics->residual(Vector::Zero(v.size()), v, Mv);
                    return Mv;
                };
                Vector turn = Vector::Zero(shape.size());
                turn.segment(2, n).setOnes();
                for (const Vector& rigid :
                     {weightless.translation(1.0, 0.0), weightless.translation(0.0, 1.0), turn}) {
                    const double size = std::sqrt(rigid.dot(momentum_of(rigid)));
                    EXPECT_LE(std::abs(rigid.dot(momentum_of(shape))), 1e-11 * size);  // rounding
                }
                EXPECT_NEAR(shape.dot(momentum_of(shape)), 1.0, 1e-12);  // rounding
            }
}

TEST(BarBending, n_segments_have_n_minus_one_modes)
{
    const Bar bar({.segments = 4});
    EXPECT_NO_THROW((void)bending_mode(bar, 0.5, 3));
    EXPECT_THROW((void)bending_mode(bar, 0.5, 4), std::logic_error);
    EXPECT_THROW((void)bending_mode(bar, 0.5, 0), std::logic_error);
}

}  // namespace
}  // namespace rebond::test
