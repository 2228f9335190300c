#include "rebond/integration/time_stepping/impact_runs.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

struct Told final : Recorder {
    std::vector<Impact> impacts;
    std::vector<std::pair<Index, double>> begins;
    void impact(const Impact& impact) override { impacts.push_back(impact); }
    void contact_begins(Index contact, double t) override { begins.emplace_back(contact, t); }
};

TEST(ImpactRuns, consecutive_pushes_are_one_impact_told_when_it_is_over)
{
    Told told;
    ImpactRuns runs(1, told);
    runs.push(
        1.0,
        {.contact = 0, .impulse = 2.0, .velocity_before = -3.0, .velocity_after = -1.0, .energy_loss = 0.5});
    runs.end_step();
    runs.push(
        2.0,
        {.contact = 0, .impulse = 1.0, .velocity_before = -1.0, .velocity_after = 4.0, .energy_loss = 0.25});
    runs.end_step();
    EXPECT_TRUE(told.impacts.empty());
    ASSERT_EQ(told.begins.size(), 1u);
    EXPECT_EQ(told.begins[0], (std::pair<Index, double>(0, 1.0)));
    runs.end_step();  // no push: open
    ASSERT_EQ(told.impacts.size(), 1u);
    const Impact& impact = told.impacts[0];
    EXPECT_EQ(impact.time, 1.0);
    EXPECT_EQ(impact.end, 2.0);
    EXPECT_EQ(impact.velocity_before, -3.0);
    EXPECT_EQ(impact.velocity_after, 4.0);
    EXPECT_EQ(impact.impulse, 3.0);
    EXPECT_EQ(impact.energy_loss, 0.75);
}

TEST(ImpactRuns, a_pause_of_one_step_makes_two_impacts)
{
    Told told;
    ImpactRuns runs(1, told);
    for (const double t : {1.0, 3.0}) {
        runs.push(t, {.contact = 0, .impulse = 1.0});
        runs.end_step();
        runs.end_step();
    }
    ASSERT_EQ(told.impacts.size(), 2u);
    EXPECT_EQ(told.impacts[0].end, 1.0);
    EXPECT_EQ(told.impacts[1].time, 3.0);
    EXPECT_EQ(told.begins.size(), 2u);
}

TEST(ImpactRuns, contacts_have_runs_of_their_own)
{
    Told told;
    ImpactRuns runs(3, told);
    runs.push(1.0, {.contact = 2, .impulse = 1.0, .energy_loss = 1.0});
    runs.push(1.0, {.contact = 0, .impulse = 5.0, .energy_loss = -0.5});
    runs.end_step();
    runs.push(2.0, {.contact = 2, .impulse = 1.0, .energy_loss = 2.0});
    runs.end_step();
    ASSERT_EQ(told.impacts.size(), 1u);
    EXPECT_EQ(told.impacts[0].contact, 0);
    EXPECT_EQ(told.impacts[0].impulse, 5.0);
    EXPECT_EQ(runs.energy_loss(), 2.5);
}

TEST(ImpactRuns, the_end_of_the_run_tells_what_is_under_way)
{
    Told told;
    {
        ImpactRuns runs(2, told);
        runs.push(1.0, {.contact = 0, .impulse = 1.0});
        runs.push(1.0, {.contact = 1, .impulse = 2.0});
        runs.end_step();
        runs.end();
        runs.end();  // once only
    }
    ASSERT_EQ(told.impacts.size(), 2u);
    EXPECT_EQ(told.impacts[0].end, 1.0);
}

}  // namespace
}  // namespace rebond::test
