#include "rebond/scene/motion_spec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond::test {
namespace {

constexpr double rounding = 1e-15;

// A gap of 2 m at q = 0.
Gap above_floor()
{
    return {.terms = {{0, 1.0}}, .offset = 2.0};
}

TEST(MotionSpec, a_stop_moves_as_its_cosine)
{
    Gap gap = above_floor();
    move_stop(gap, {.amplitude = 0.5, .frequency_hz = 4.0, .phase_deg = 60.0});
    const Vector q = Vector::Zero(1);
    EXPECT_NEAR(gap_at(gap, 0.0, q), 2.0 - 0.25, rounding);        // cos 60°
    EXPECT_NEAR(gap_at(gap, 1.0 / 12.0, q), 2.0 + 0.5, rounding);  // half a turn: after 120° of 1440°/s
    EXPECT_NEAR(gap_at(gap, 0.25, q), 2.0 - 0.25, rounding);       // a period later
    EXPECT_NEAR(drift_at(gap, 1.0 / 48.0, q), 4.0 * std::numbers::pi, 1e-13);  // A ω at 90°
}

TEST(MotionSpec, a_stop_of_frequency_zero_stands_elsewhere)
{
    Gap gap = above_floor();
    move_stop(gap, {.amplitude = 0.5, .frequency_hz = 0.0, .phase_deg = 60.0});
    EXPECT_TRUE(is_constant(gap));
    EXPECT_NEAR(gap.offset, 1.75, rounding);
}

TEST(MotionSpec, a_stop_without_amplitude_does_not_move)
{
    Gap gap = above_floor();
    move_stop(gap, {.amplitude = 0.0, .frequency_hz = 4.0});
    EXPECT_TRUE(is_constant(gap));
    EXPECT_EQ(gap.offset, 2.0);
}

TEST(MotionSpec, a_wall_is_drawn_with_the_same_motion)
{
    StraightWall wall;
    move_wall(wall, {.amplitude = 0.5, .frequency_hz = 4.0, .phase_deg = 90.0});
    EXPECT_EQ(wall.amplitude, 0.5);
    EXPECT_DOUBLE_EQ(wall.frequency, 8.0 * std::numbers::pi);
    EXPECT_DOUBLE_EQ(wall.phase, 0.5 * std::numbers::pi);
}

}  // namespace
}  // namespace rebond::test
