#include "rebond/mechanics/beam/ball_on_beam.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

BallOnBeam ball_on_cantilever(Index modes)
{
    return BallOnBeam({.location = 0.7, .beam = {.support = Support::clamped_free, .modes = modes}});
}

// Pressed, bent and moving.
struct Placed {
    Vector q, v;
};
Placed pressed(const BallOnBeam& model)
{
    const Index n = model.dofs();
    Placed at{1e-6 * Vector::LinSpaced(n, 1.0, -1.0), Vector::LinSpaced(n, -1.0, 0.5)};
    at.q(0) = model.shape().dot(at.q.tail(n - 1)) - 3e-5;
    return at;
}

double energy_at(const BallOnBeam& model, const Vector& q, const Vector& v)
{
    const auto dynamics = model.dynamics();
    dynamics->place(0.0, q);
    return dynamics->energy(v).total();
}

TEST(BallOnBeam, modes_point_upwards_where_the_ball_hits)
{
    const BallOnBeam model = ball_on_cantilever(12);
    EXPECT_GE(model.shape().minCoeff(), 0.0);
    EXPECT_NEAR((model.shape() - model.beam()->shape(0.7).cwiseAbs()).norm(), 0.0, 1e-15);
}

TEST(BallOnBeam, forces_are_the_slope_of_the_energy_less_damping)
{
    const BallOnBeam model = ball_on_cantilever(5);
    const Placed at = pressed(model);
    ASSERT_GT(model.indentation(at.q), 0.0);
    const Vector zero = Vector::Zero(model.dofs());
    const auto dynamics = model.dynamics();
    dynamics->place(0.0, at.q);
    Vector force(zero);
    dynamics->residual(zero, zero, force);
    for (Index i = 0; i < model.dofs(); ++i) {
        constexpr double d = 1e-9;
        const Vector step = d * Vector::Unit(model.dofs(), i);
        const double slope =
            (energy_at(model, at.q + step, zero) - energy_at(model, at.q - step, zero)) / (2.0 * d);
        EXPECT_NEAR(force(i), slope, 1e-6 * force.norm()) << i;  // differences, O(d²) and rounding
    }
}

TEST(BallOnBeam, damping_takes_what_its_force_does_along_the_velocity)
{
    const BallOnBeam model = ball_on_cantilever(5);
    EXPECT_FALSE(model.is_conservative());
    const Placed at = pressed(model);
    const Vector zero = Vector::Zero(model.dofs());
    const auto dynamics = model.dynamics();
    dynamics->place(0.0, at.q);
    Vector moving(zero), still(zero);
    dynamics->residual(at.v, zero, moving);
    dynamics->residual(zero, zero, still);
    EXPECT_NEAR(dynamics->power(0.0, at.q, at.v).damping / (moving - still).dot(at.v), 1.0, 1e-12);
}

TEST(BallOnBeam, the_structured_solve_inverts_the_matrix)
{
    const BallOnBeam model = ball_on_cantilever(6);
    const Placed at = pressed(model);
    const auto dynamics = model.dynamics();
    dynamics->place(0.0, at.q);
    constexpr double beta = 1e-10;
    constexpr double gamma = 1e-5;
    ASSERT_TRUE(dynamics->factor(beta, gamma));
    const Vector x = Vector::LinSpaced(model.dofs(), 1.0, 2.0);
    Vector y(x), Kx(x), Mx(x), without(x);
    const Vector zero = Vector::Zero(model.dofs());
    dynamics->stiffness(x, Kx);
    dynamics->residual(zero, x, Mx);
    dynamics->residual(x, zero, y);
    dynamics->residual(zero, zero, without);
    Vector product = (Mx - without) + gamma * (y - without) + beta * Kx;
    dynamics->solve(product);
    EXPECT_NEAR((product - x).norm() / x.norm(), 0.0, 1e-12);
}

TEST(BallOnBeam, the_outline_passes_below_the_ball)
{
    const BallOnBeam model = ball_on_cantilever(8);
    const Placed at = pressed(model);
    const std::vector<Vector2> axis = model.outline(at.q);
    ASSERT_EQ(axis.size(), 101U);
    EXPECT_NEAR(axis.front().y(), 0.0, 1e-18);  // clamped; rounding of 1e-5
    EXPECT_NEAR(axis[70].x(), 0.7, 1e-15);
    EXPECT_NEAR(axis[70].y() - at.q(0), model.indentation(at.q), 1e-18);
}

TEST(BallOnBeam, a_beam_without_modes_is_a_rigid_wall)
{
    const BallOnBeam model({.ball = {.mass = 0.1}, .beam = {.modes = 0}});
    EXPECT_EQ(model.dofs(), 1);
    EXPECT_TRUE(model.is_conservative());
    EXPECT_TRUE(model.outline(Vector::Zero(1)).empty());
    EXPECT_EQ(model.indentation(Vector::Constant(1, -1e-5)), 1e-5);
}

TEST(BallOnBeam, the_rigid_modes_of_a_free_beam_are_not_damped)
{
    const BallOnBeam model({.beam = {.support = Support::free_free, .modes = 2}});
    EXPECT_EQ(model.rigid_modes(), 2);
    EXPECT_TRUE(model.is_conservative());
}

}  // namespace
}  // namespace rebond::test
