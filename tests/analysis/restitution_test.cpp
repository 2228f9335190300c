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
    RestitutionRecord book_{2, 2.0};
};

TEST_F(Rebound, is_the_mean_velocity_over_the_window_after_an_impact_between_steps)
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

TEST_F(Rebound, starts_from_the_gap_of_the_step_at_the_end_of_the_contact)
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

TEST_F(Rebound, starts_from_the_gap_of_the_step_at_the_end_of_the_contact_told_before_it)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(1.0, -1.0), 1.0);
    book_.step(1.0, -0.25);
    book_.step(3.0, 0.75);
    EXPECT_EQ(book_.apparent(), (0.75 + 0.25) / 2.0);
}

TEST_F(Rebound, waits_for_a_window_that_no_impact_interrupts)
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

TEST_F(Rebound, is_not_timed_during_a_slow_contact)
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

TEST_F(Rebound, is_not_timed_while_another_contact_lasts)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -4.0), 1.0);
    book_.contact_begins(1, 0.75, 1.0);
    book_.step(1.0, 0.5);
    book_.step(3.0, 1.5);
    EXPECT_FALSE(book_.is_quiet());
}

TEST_F(Rebound, counts_a_window_that_ends_just_before_the_next_impact_in_the_same_step)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -1.0), 1.0);
    book_.step(2.0, 0.5);
    book_.impact(impact_at(3.0, -1.0), 0.5);
    ASSERT_TRUE(book_.is_quiet());
    EXPECT_EQ(book_.apparent(), 0.25 / 2.0);  // half-way from 0.5 m at 2 s to 0 at 3 s
}

TEST_F(Rebound, is_averaged_to_the_last_step_when_another_contact_closes_after_the_window)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -1.0), 1.0);
    EXPECT_EQ(book_.watched(), 0);
    book_.step(2.0, 0.75);
    book_.impact(impact_at(3.0, -1.0, 1), 8.0);
    ASSERT_TRUE(book_.is_quiet());
    EXPECT_EQ(book_.apparent(), 0.75 / 1.5);
}

TEST_F(Rebound, follows_the_contact_that_touched_last)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -2.0, 0), 1.0);
    book_.impact(impact_at(0.75, -3.0, 1), 5.0);
    EXPECT_EQ(book_.watched(), 1);
    EXPECT_EQ(book_.impact_speed(), 2.0);
}

TEST_F(Rebound, fits_a_window_into_one_step)
{
    book_.step(0.0, 1.0);
    book_.impact(impact_at(0.5, -1.0), 1.0);
    book_.step(4.5, 2.0);
    EXPECT_EQ(book_.apparent(), 0.5);
}

TEST_F(Rebound, needs_an_impact)
{
    book_.step(0.0, 0.0);
    book_.contact_begins(0, 0.0, 0.0);
    book_.sustained({.start = 0.0, .end = 0.5}, 0.0);
    for (const double t : {1.0, 2.0, 3.0, 4.0}) book_.step(t, t);
    EXPECT_FALSE(book_.is_quiet());
    EXPECT_FALSE(book_.impact_speed());
    EXPECT_FALSE(book_.apparent());
}

TEST_F(Rebound, has_no_ratio_to_a_standstill)
{
    book_.step(0.0, 0.0);
    book_.impact(impact_at(0.0, 0.0), 0.0);
    book_.step(2.0, 1.0);
    EXPECT_TRUE(book_.is_quiet());
    EXPECT_FALSE(book_.apparent());
}

TEST_F(Rebound, follows_a_curved_gap_within_the_step_that_ends_the_window)
{
    // φ = t³ after an impact at 0: exactly 8 m at 2 s, inside the step from 1 s to 3 s.
    book_.step(0.0, 0.0, -1.0);
    book_.impact(impact_at(0.0, -1.0), 0.0);
    book_.step(1.0, 1.0, 3.0);
    book_.step(3.0, 27.0, 27.0);
    EXPECT_EQ(book_.apparent(), 4.0);
}

TEST_F(Rebound, has_no_speed_unless_the_first_impact_approached)
{
    for (const double velocity : {0.0, 1.0}) {
        RestitutionRecord record(2, 2.0);
        record.step(0.0, 1.0);
        record.impact(impact_at(0.5, velocity), 1.0);
        record.step(1.0, 0.25);
        record.impact(impact_at(1.5, -4.0), 1.0);
        record.step(2.0, 0.5);
        record.step(4.0, 2.5);
        EXPECT_TRUE(record.is_quiet());
        EXPECT_FALSE(record.impact_speed());
        EXPECT_FALSE(record.apparent());
    }
}

// The window of one contact has nothing to say of the speed of another.
TEST_F(Rebound, has_no_ratio_to_the_speed_of_another_contact)
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

TEST_F(Rebound, does_not_wait_for_what_rests_all_the_time)
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

TEST_F(Rebound, of_several_at_once_the_fastest_counts)
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
