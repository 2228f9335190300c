#include "rebond/mechanics/balls/balls.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

// Angles do not fall, and nothing but balls claims to fly on parabolas.
TEST(Balls, fly_on_parabolas)
{
    const Ball light{.mass = 2.0, .radius = 0.5, .inertia = 3.0};
    const Ball heavy{.mass = 7.0, .radius = 0.5, .inertia = 4.0};
    const auto ballistic = Balls({.ball = {light, heavy}, .spins = true}, 9.81).ballistic();
    ASSERT_TRUE(ballistic);
    EXPECT_EQ(ballistic->masses, (Vector(6) << 2.0, 2.0, 7.0, 7.0, 3.0, 4.0).finished());
    EXPECT_EQ(ballistic->acceleration, (Vector(6) << 0.0, -9.81, 0.0, -9.81, 0.0, 0.0).finished());
    EXPECT_FALSE(Linear(Balls({.ball = {light}}, 9.81).system()).ballistic());
}

}  // namespace
}  // namespace rebond::test
