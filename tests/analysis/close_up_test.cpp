#include "rebond/analysis/close_up.hpp"

#include "point_mass.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace rebond {
namespace {

// Steps of 1 s at height t and velocity −t; the episode ends after 10 s without contact.
class CloseUpOfAPointMass : public testing::Test {
protected:
    void steps(int first, int last, CloseUpRecord& record)
    {
        for (int t = first; t <= last; ++t) {
            state_.t = t;
            state_.q(0) = t;
            state_.v(0) = -t;
            record.step(StateInstant(state_, *dynamics_));
        }
    }
    void steps(int first, int last) { steps(first, last, book_); }

    Problem problem_ = point_mass_problem();
    std::unique_ptr<Dynamics> dynamics_ = problem_.model->dynamics();
    State state_ = problem_.initial;
    CloseUpRecord book_{problem_.contacts[0].gap, 10.0};
};

TEST_F(CloseUpOfAPointMass, runs_from_shortly_before_the_first_contact_to_the_end_of_the_episode)
{
    steps(0, 200);
    EXPECT_TRUE(book_.close_up().time.empty());
    book_.impact({.time = 200.5, .end = 200.5});
    steps(201, 208);
    book_.impact({.time = 208.5, .end = 208.5});
    steps(209, 300);
    book_.impact({.time = 300.5, .end = 300.5});
    steps(301, 302);
    const CloseUp seen = book_.close_up();
    ASSERT_EQ(seen.time.size(), 64u + 19u);
    EXPECT_EQ(seen.time.front(), 137.0);
    EXPECT_EQ(seen.time.back(), 219.0);  // the first step more than 10 s after 208.5 s
    for (std::size_t i = 0; i < seen.time.size(); ++i) {
        EXPECT_EQ(seen.time[i], 137.0 + static_cast<double>(i));
        EXPECT_EQ(seen.gap[i], seen.time[i]);
        EXPECT_EQ(seen.velocity[i], -seen.time[i]);
    }
}

TEST_F(CloseUpOfAPointMass, does_not_end_during_a_long_contact)
{
    steps(0, 3);
    book_.contact_begins(0, 3.5);
    steps(4, 50);
    book_.sustained({.start = 3.5, .end = 50.5});
    steps(51, 80);
    EXPECT_EQ(book_.close_up().time.front(), 0.0);
    EXPECT_EQ(book_.close_up().time.back(), 61.0);
}

TEST_F(CloseUpOfAPointMass, ends_before_an_impact_that_comes_too_late)
{
    steps(0, 3);
    book_.impact({.time = 3.5, .end = 3.5});
    steps(4, 13);
    book_.impact({.time = 13.75, .end = 13.75});
    steps(14, 20);
    EXPECT_EQ(book_.close_up().time.back(), 13.0);
}

TEST_F(CloseUpOfAPointMass, overlooks_other_contacts)
{
    steps(0, 3);
    book_.impact({.time = 3.5, .end = 3.5, .contact = 1});
    book_.contact_begins(1, 3.5);
    book_.sustained({.start = 3.5, .end = 3.75, .contact = 1});
    steps(4, 6);
    EXPECT_TRUE(book_.close_up().time.empty());
}

TEST_F(CloseUpOfAPointMass, thins_away_from_contacts_first)
{
    CloseUpRecord record(problem_.contacts[0].gap, std::numeric_limits<double>::infinity());
    steps(0, 1000, record);
    for (int t = 1001; t < 200000; ++t) {
        if (t % 2501 == 0) record.impact({.time = t - 0.5, .end = t - 0.5});
        steps(t, t, record);
    }
    const std::vector<double> time = record.close_up().time;
    EXPECT_LE(time.size(), CloseUpRecord::most_points);
    EXPECT_GT(time.size(), CloseUpRecord::most_points / 4);
    EXPECT_TRUE(std::is_sorted(time.begin(), time.end()));
    for (int t = 2501; t < 200000; t += 2501) {
        EXPECT_TRUE(std::binary_search(time.begin(), time.end(), t - 1.0)) << t;
        EXPECT_TRUE(std::binary_search(time.begin(), time.end(), t)) << t;
    }
}

}  // namespace
}  // namespace rebond
