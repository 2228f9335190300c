#include "rebond/analysis/episodes.hpp"

#include "point_mass.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace rebond {
namespace {

// Impacts and phases no more than 0.5 s apart are one episode. The velocity of the centre of mass
// is that of the step.
class EpisodesOfAPointMass : public testing::Test {
protected:
    void step(double t, double velocity)
    {
        last_.t = t;
        last_.v(0) = velocity;
        book_.step(StateInstant(last_, *dynamics_));
    }
    void impact(double t, double end, Index contact = 0)
    {
        book_.impact({.time = t, .end = end, .contact = contact, .impulse = 2.0, .energy_loss = 0.25}, last_);
    }
    void impact(double t) { impact(t, t); }
    void begin(double t, Index contact = 0) { book_.contact_begins(contact, t, last_); }
    void stick(double start, double end, double force, Index contact = 0)
    {
        book_.sustained({.start = start, .end = end, .contact = contact, .impulse = 3.0, .peak_force = force},
                        last_);
    }
    const std::vector<Episode>& episodes() const { return book_.episodes(); }

    PointMass model_;
    std::unique_ptr<Dynamics> dynamics_ = model_.dynamics();
    State last_{.t = 0.0, .q = Vector::Zero(1), .v = Vector::Constant(1, -9.0)};
    EpisodeRecord book_{model_, 2, 0.5};
};

TEST_F(EpisodesOfAPointMass, are_none_without_contact_and_the_model_is_left_alone)
{
    for (int k = 0; k < 10; ++k) step(k, -1.0);
    EXPECT_TRUE(episodes().empty());
    EXPECT_EQ(model_.velocity_calls, 0);
}

TEST_F(EpisodesOfAPointMass, are_bursts_of_impacts)
{
    step(0.0, -3.0);
    step(1.0, -2.0);
    impact(1.2);
    impact(1.7);  // exactly the gap: the same episode
    step(1.75, 0.5);
    step(2.0, 1.0);
    impact(2.1);
    step(2.5, 1.5);
    step(3.0, -1.0);
    impact(3.25);
    step(3.5, 4.0);
    step(4.0, 5.0);

    ASSERT_EQ(episodes().size(), 2u);
    const Episode& first = episodes()[0];
    EXPECT_EQ(first.start, 1.2);
    EXPECT_EQ(first.end, 2.1);
    EXPECT_EQ(first.duration, 2.1 - 1.2);
    EXPECT_EQ(first.impacts, 3);
    EXPECT_EQ(first.impulse[0], 6.0);
    EXPECT_EQ(first.impulse[1], 0.0);
    EXPECT_EQ(first.energy_loss, 0.75);
    EXPECT_FALSE(first.peak_force);
    EXPECT_EQ(first.mass_centre_velocity_before, -2.0);
    EXPECT_EQ(first.mass_centre_velocity_after, 1.5);
    const Episode& second = episodes()[1];
    EXPECT_EQ(second.start, 3.25);
    EXPECT_EQ(second.end, 3.25);
    EXPECT_EQ(second.duration, 0.0);
    EXPECT_EQ(second.impacts, 1);
    EXPECT_EQ(second.mass_centre_velocity_before, -1.0);
    EXPECT_EQ(second.mass_centre_velocity_after, 4.0);
    EXPECT_EQ(model_.velocity_calls, 5);  // before each episode, after each burst
}

TEST_F(EpisodesOfAPointMass, last_as_long_as_a_sticking_phase)
{
    step(0.0, -3.0);
    impact(0.5);
    begin(0.5);
    for (const double t : {1.0, 2.0, 3.0}) step(t, 0.0);
    stick(0.5, 3.5, 40.0);
    impact(3.75);
    begin(3.75);
    stick(3.75, 3.9, 10.0);
    step(4.0, 2.0);

    ASSERT_EQ(episodes().size(), 1u);
    EXPECT_EQ(episodes()[0].start, 0.5);
    EXPECT_EQ(episodes()[0].end, 3.9);
    EXPECT_EQ(episodes()[0].duration, 3.9 - 0.5);
    EXPECT_EQ(episodes()[0].impacts, 2);
    EXPECT_EQ(episodes()[0].impulse[0], 10.0);
    EXPECT_EQ(episodes()[0].peak_force, 40.0);
    EXPECT_EQ(episodes()[0].mass_centre_velocity_after, 2.0);
}

TEST_F(EpisodesOfAPointMass, hold_what_happens_elsewhere_during_a_long_contact)
{
    step(0.0, -1.0);
    begin(0.25, 0);
    step(1.0, 0.0);
    step(2.0, 0.0);
    impact(2.5, 2.5, 1);
    step(3.0, 0.5);
    EXPECT_FALSE(episodes()[0].mass_centre_velocity_after);  // the first contact is still closed
    EXPECT_FALSE(episodes()[0].duration);
    stick(0.25, 3.25, 8.0, 0);
    step(4.0, 0.75);
    ASSERT_EQ(episodes().size(), 1u);
    EXPECT_EQ(episodes()[0].start, 0.25);
    EXPECT_EQ(episodes()[0].end, 3.25);
    EXPECT_EQ(episodes()[0].duration, 3.0);
    EXPECT_EQ(episodes()[0].mass_centre_velocity_before, -1.0);
    EXPECT_EQ(episodes()[0].mass_centre_velocity_after, 0.75);
}

// As time-stepping schemes tell it: the impulse spans the steps at 2 and 3 and is known to have
// ended when the step to 4 had none.
TEST_F(EpisodesOfAPointMass, know_spread_impacts_by_the_step_after_them)
{
    step(0.0, -2.0);
    step(1.0, -2.5);
    begin(2.0);
    step(2.0, -1.0);
    step(3.0, 1.0);
    impact(2.0, 3.0);
    step(4.0, 0.9);
    ASSERT_EQ(episodes().size(), 1u);
    EXPECT_EQ(episodes()[0].mass_centre_velocity_before, -2.5);
    EXPECT_EQ(episodes()[0].mass_centre_velocity_after, 0.9);
}

TEST_F(EpisodesOfAPointMass, end_with_a_run_that_ends_in_contact)
{
    step(0.0, -2.0);
    begin(0.5);
    step(1.0, 0.25);
    stick(0.5, 1.0, 1.0);  // told after the last step
    EXPECT_EQ(episodes()[0].mass_centre_velocity_after, 0.25);
}

// The run of the first contact ends before it does, that of the second with it.
TEST_F(EpisodesOfAPointMass, have_no_duration_if_a_contact_outlasts_the_run)
{
    begin(0.5, 0);
    begin(0.75, 1);
    step(1.0, 0.0);
    book_.impact({.time = 0.5, .end = 1.0, .contact = 0, .is_over = false}, last_);
    stick(0.75, 1.0, 1.0, 1);
    EXPECT_EQ(episodes()[0].end, 1.0);
    EXPECT_FALSE(episodes()[0].duration);
    EXPECT_FALSE(episodes()[0].mass_centre_velocity_after);
}

TEST_F(EpisodesOfAPointMass, have_no_velocity_after_without_a_step_after)
{
    step(0.0, -2.0);
    impact(0.5);
    EXPECT_EQ(episodes()[0].mass_centre_velocity_before, -2.0);
    EXPECT_FALSE(episodes()[0].mass_centre_velocity_after);
}

TEST_F(EpisodesOfAPointMass, do_not_take_the_approach_for_the_rebound_when_starting_in_contact)
{
    step(0.0, -2.0);
    impact(0.0);
    EXPECT_FALSE(episodes()[0].mass_centre_velocity_after);
    step(1.0, 2.0);
    EXPECT_EQ(episodes()[0].mass_centre_velocity_before, -2.0);
    EXPECT_EQ(episodes()[0].mass_centre_velocity_after, 2.0);
}

TEST(EpisodeRecord, makes_one_episode_of_a_run_without_bound)
{
    const PointMass model;
    EpisodeRecord record(model, 1, std::numeric_limits<double>::infinity());
    const State still{.t = 0.0, .q = Vector::Zero(1), .v = Vector::Zero(1)};
    for (const double t : {1.0, 100.0, 1e6}) record.impact({.time = t, .end = t}, still);
    ASSERT_EQ(record.episodes().size(), 1u);
    EXPECT_EQ(record.episodes()[0].impacts, 3);
}

}  // namespace
}  // namespace rebond
