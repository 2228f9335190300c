#include "rebond/contact/impact_law.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(NewtonLaw, ReversesAnApproachAndLeavesAParting)
{
    EXPECT_EQ(rebound_velocity({0.5}, -2.0), 1.0);
    EXPECT_EQ(rebound_velocity({0.5}, 2.0), 2.0);
    EXPECT_EQ(rebound_velocity({0.0}, -2.0), 0.0);
}

TEST(NewtonLaw, ImpulseAndLossAreThoseOfAPointMass)
{
    // 4 kg from −3 to 1 m/s: 16 N s, and ½·4·(9 − 1) = 16 J.
    EXPECT_EQ(impulse_between(0.25, -3.0, 1.0), 16.0);
    EXPECT_EQ(energy_loss_between(0.25, -3.0, 1.0), 16.0);
    // The same from u⁻p + ½Gp², with the sign of a loss.
    EXPECT_EQ(-(-3.0 * 16.0 + 0.5 * 0.25 * 16.0 * 16.0), 16.0);
}

}  // namespace
}  // namespace rebond::test
