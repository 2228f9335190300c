#include "rebond/analysis/restitution.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

Impact impact_at(double t, double velocity_before, Index contact = 0)
{
    return {.time = t, .end = t, .contact = contact, .velocity_before = velocity_before};
}

// Steps of 1 s; all numbers are exact in binary unless a tolerance says otherwise.
class Rebound : public testing::Test {
protected:
    RestitutionBook book_{2, 2.0};
};

TEST_F(Rebound, IsTheMeanVelocityOverTheWindowAfterAnImpactBetweenSteps)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -4.0), 1.0);
    book_.step(1.0, 0.25);
    book_.step(2.0, 0.75);
    EXPECT_FALSE(book_.is_quiet());
    EXPECT_EQ(book_.impact_speed(), 4.0);
    EXPECT_FALSE(book_.apparent());
    book_.step(3.0, 1.75);
    ASSERT_TRUE(book_.is_quiet());
    // From 0 at 0.5 s to 1.25 m at 2.5 s, half-way between the last two steps: 0.625 m/s.
    EXPECT_EQ(book_.apparent(), 0.625 / 4.0);
}

TEST_F(Rebound, StartsFromTheGapOfTheStepAtTheEndOfTheContact)
{
    book_.step(0.0, 1.0);
    book_.contact_begins(0, 1.0, 1.0);
    book_.step(1.0, -0.5);
    book_.step(2.0, -0.25);
    book_.impact({.time = 1.0, .end = 2.0, .contact = 0, .velocity_before = -1.0}, -0.25);  // told late
    book_.step(3.0, 0.0);
    book_.step(4.0, 0.75);
    EXPECT_EQ(book_.apparent(), (0.75 + 0.25) / 2.0);
}

TEST_F(Rebound, StartsFromTheGapOfTheStepAtTheEndOfTheContactToldBeforeIt)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(1.0, -1.0), 1.0);
    book_.step(1.0, -0.25);
    book_.step(3.0, 0.75);
    EXPECT_EQ(book_.apparent(), (0.75 + 0.25) / 2.0);
}

TEST_F(Rebound, WaitsForAWindowThatNoImpactInterrupts)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -4.0), 1.0);
    book_.step(1.0, 0.5);
    book_.step(2.0, 0.25);
    book_.impact(impact_at(2.25, -0.5), 0.25);
    book_.step(3.0, 0.25);
    EXPECT_FALSE(book_.is_quiet());
    book_.step(4.25, 0.5);
    ASSERT_TRUE(book_.is_quiet());
    EXPECT_EQ(book_.apparent(), (0.5 / 2.0) / 4.0);  // over the speed of the first impact

    // The first full window counts, whatever comes later.
    book_.impact(impact_at(5.0, -7.0), 0.5);
    book_.step(9.0, 100.0);
    EXPECT_EQ(book_.apparent(), (0.5 / 2.0) / 4.0);
    EXPECT_EQ(book_.impact_speed(), 4.0);
}

TEST_F(Rebound, IsNotTimedDuringASlowContact)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -4.0), 1.0);
    book_.contact_begins(0, 0.5, 1.0);
    for (const double t : {1.0, 2.0, 3.0, 4.0}) book_.step(t, 0.0);
    EXPECT_FALSE(book_.is_quiet());
    book_.sustained({.start = 0.5, .end = 4.5, .contact = 0}, 0.0);
    book_.step(5.0, 0.25);
    book_.step(6.0, 0.5);
    EXPECT_FALSE(book_.is_quiet());
    book_.step(7.0, 1.5);
    EXPECT_EQ(book_.apparent(), (1.0 / 2.0) / 4.0);
}

TEST_F(Rebound, IsNotTimedWhileAnotherContactLasts)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -4.0), 1.0);
    book_.contact_begins(1, 0.75, 1.0);
    book_.step(1.0, 0.5);
    book_.step(3.0, 1.5);
    EXPECT_FALSE(book_.is_quiet());
}

TEST_F(Rebound, CountsAWindowThatEndsJustBeforeTheNextImpactInTheSameStep)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -1.0), 1.0);
    book_.step(2.0, 0.5);
    book_.impact(impact_at(3.0, -1.0), 0.5);
    ASSERT_TRUE(book_.is_quiet());
    EXPECT_EQ(book_.apparent(), 0.25 / 2.0);  // half-way from 0.5 m at 2 s to 0 at 3 s
}

TEST_F(Rebound, IsAveragedToTheLastStepWhenAnotherContactClosesAfterTheWindow)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -1.0), 1.0);
    EXPECT_EQ(book_.watched(), 0);
    book_.step(2.0, 0.75);
    book_.impact(impact_at(3.0, -1.0, 1), 8.0);
    ASSERT_TRUE(book_.is_quiet());
    EXPECT_EQ(book_.apparent(), 0.75 / 1.5);
}

TEST_F(Rebound, FollowsTheContactThatTouchedLast)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -2.0, 0), 1.0);
    book_.impact(impact_at(0.75, -3.0, 1), 5.0);
    EXPECT_EQ(book_.watched(), 1);
    EXPECT_EQ(book_.impact_speed(), 2.0);
}

TEST_F(Rebound, FitsAWindowIntoOneStep)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -1.0), 1.0);
    book_.step(4.5, 2.0);
    EXPECT_EQ(book_.apparent(), 0.5);
}

TEST_F(Rebound, NeedsAnImpact)
{
    book_.step(0.0, 0.0);
    book_.contact_begins(0, 0.0, 0.0);
    book_.sustained({.start = 0.0, .end = 0.5}, 0.0);
    for (const double t : {1.0, 2.0, 3.0, 4.0}) book_.step(t, t);
    EXPECT_FALSE(book_.is_quiet());
    EXPECT_FALSE(book_.impact_speed());
    EXPECT_FALSE(book_.apparent());
}

TEST_F(Rebound, HasNoRatioToAStandstill)
{
    book_.step(0.0, 0.0);
    book_.impact(impact_at(0.0, 0.0), 0.0);
    book_.step(2.0, 1.0);
    EXPECT_TRUE(book_.is_quiet());
    EXPECT_FALSE(book_.apparent());
}

TEST_F(Rebound, FollowsACurvedGapWithinTheStepThatEndsTheWindow)
{
    // φ = t³ after an impact at 0: exactly 8 m at 2 s, inside the step from 1 s to 3 s.
    book_.step(0.0, 0.0, -1.0);
    book_.impact(impact_at(0.0, -1.0), 0.0);
    book_.step(1.0, 1.0, 3.0);
    book_.step(3.0, 27.0, 27.0);
    EXPECT_EQ(book_.apparent(), 4.0);
}

TEST_F(Rebound, HasNoSpeedUnlessTheFirstImpactApproached)
{
    for (const double velocity : {0.0, 1.0}) {
        RestitutionBook book(2, 2.0);
        book.step(0.0, 1.0);
        book.impact(impact_at(0.5, velocity), 1.0);
        book.step(1.0, 0.25);
        book.impact(impact_at(1.5, -4.0), 1.0);
        book.step(2.0, 0.5);
        book.step(4.0, 2.5);
        EXPECT_TRUE(book.is_quiet());
        EXPECT_FALSE(book.impact_speed());
        EXPECT_FALSE(book.apparent());
    }
}

// The window of one contact has nothing to say of the speed of another.
TEST_F(Rebound, HasNoRatioToTheSpeedOfAnotherContact)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -4.0, 0), 1.0);
    book_.impact(impact_at(0.5, -2.0, 1), 1.0);
    book_.step(1.0, 0.5);
    book_.step(4.0, 3.5);
    ASSERT_TRUE(book_.is_quiet());
    EXPECT_EQ(book_.impact_speed(), 4.0);
    EXPECT_FALSE(book_.apparent());
}

TEST_F(Rebound, DoesNotWaitForWhatRestsAllTheTime)
{
    book_.contact_begins(1, 0.0, 0.0);
    book_.step(0.0, 0.0);
    book_.impact(impact_at(0.5, -4.0), 1.0);
    book_.step(0.5, 0.0);
    EXPECT_EQ(book_.window_end(), 2.5);
    book_.step(2.5, 1.0);
    book_.sustained({.start = 0.0, .end = 3.0, .contact = 1}, 0.0);
    EXPECT_EQ(book_.apparent(), 0.125);
}

TEST_F(Rebound, OfSeveralAtOnceTheFastestCounts)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, 0.0, 1), 0.0);
    book_.impact(impact_at(0.5, -4.0, 0), 0.0);
    book_.impact(impact_at(0.5, -3.0, 1), 0.0);
    book_.impact(impact_at(0.75, -5.0, 1), 0.0);
    EXPECT_EQ(book_.impact_speed(), 4.0);
}

}  // namespace
}  // namespace rebond
