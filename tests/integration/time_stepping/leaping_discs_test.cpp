#include "rebond/integration/time_stepping/leaping_discs.hpp"

#include "rebond/mechanics/balls/balls.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

Balls two_balls()
{
    std::vector<Ball> balls(2);
    balls[0].radius = 0.1;
    balls[1].radius = 0.01;
    balls[1].position = {1.0, 0.0};
    return Balls({.ball = balls}, 0.0);
}

TEST(LeapingDiscs, a_ball_that_moves_further_than_its_radius_in_a_step_is_said_to)
{
    const Balls balls = two_balls();
    LeapingDiscs leaps(balls, 1e-3);
    Vector v(4);
    v << 90.0, 0.0, 0.0, 9.0;  // 0.9 of the radius of each
    leaps.see(v);
    Outcome outcome;
    leaps.report(outcome);
    EXPECT_TRUE(outcome.warnings.empty());
    v(3) = 40.0;
    leaps.see(v);
    leaps.report(outcome);
    ASSERT_EQ(outcome.warnings.size(), 1u);
    EXPECT_NE(outcome.warnings.front().find("up to 4 of their radii"), std::string::npos)
        << outcome.warnings.front();
    EXPECT_NE(outcome.warnings.front().find("at most 2.5e-04 s"), std::string::npos);
}

}  // namespace
}  // namespace rebond
