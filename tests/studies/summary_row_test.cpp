#include "rebond/studies/summary_row.hpp"

#include "point_mass.hpp"
#include "rebond/core/error.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

using Row = SummaryRow;

Row row_of(const Findings& findings)
{
    return summary_row(summarise(point_mass_problem(), findings, {}));
}

// The part of a row whose names begin with `prefix`, without it.
Row part(const Row& row, const std::string& prefix)
{
    Row found;
    for (const auto& [name, value] : row)
        if (name.starts_with(prefix)) found.emplace_back(name.substr(prefix.size()), value);
    return found;
}

std::vector<std::string> names(const Row& row)
{
    std::vector<std::string> found;
    for (const auto& [name, value] : row) found.push_back(name);
    return found;
}

Findings two_episodes()
{
    Findings findings;
    findings.episodes = {{.start = 1.0,
                          .end = 1.5,
                          .duration = 0.5,
                          .impacts = 3,
                          .impulse = {2.0, -0.25},
                          .peak_force = std::nullopt,
                          .mass_centre_velocity_before = -4.0,
                          .mass_centre_velocity_after = 3.5,
                          .energy_loss = 0.125},
                         {.start = 9.0, .end = 9.5, .impacts = 7}};
    return findings;
}

TEST(SummaryRows, holds_the_numbers_of_the_first_episode)
{
    const Row row = row_of(two_episodes());
    EXPECT_EQ(part(row, "episodes."), (Row{{"count", std::int64_t{2}},
                                           {"0.start", 1.0},
                                           {"0.end", 1.5},
                                           {"0.duration", 0.5},
                                           {"0.impacts", std::int64_t{3}},
                                           {"0.impulse.0", 2.0},
                                           {"0.impulse.1", -0.25},
                                           {"0.peak_force", Value{}},
                                           {"0.mass_centre_velocity_before", -4.0},
                                           {"0.mass_centre_velocity_after", 3.5},
                                           {"0.energy_loss", 0.125}}));
}

TEST(SummaryRows, has_the_same_names_without_an_episode_and_no_numbers)
{
    const Row row = row_of({});
    EXPECT_EQ(names(row), names(row_of(two_episodes())));
    const Row first = part(row, "episodes.0.");
    ASSERT_EQ(first.size(), 10u);
    for (const auto& [name, value] : first) EXPECT_EQ(value, Value{}) << name;
}

TEST(SummaryRows, leaves_out_what_another_run_would_not_repeat)
{
    for (const std::string& name : names(row_of(two_episodes())))
        for (const char* absent : {"title", "wall_seconds", "status", "reason", "final.position"})
            EXPECT_NE(name, absent);
}

TEST(SummaryRows, of_large_bodies_have_no_coordinates)
{
    Findings findings;
    findings.final = {.t = 1.0, .q = Vector::Constant(16, 2.0), .v = Vector::Constant(16, 3.0)};
    EXPECT_EQ(part(row_of(findings), "final.position.").size(), 16u);
    EXPECT_EQ(part(row_of(findings), "final.velocity.").back(), (std::pair<std::string, Value>{"15", 3.0}));
    findings.final.q = findings.final.v = Vector::Zero(17);
    EXPECT_EQ(names(part(row_of(findings), "final.")), std::vector<std::string>{"time"});
}

TEST(SummaryRows, every_column_is_found_by_its_name_with_the_same_value)
{
    const Summary summary = summarise(point_mass_problem(), two_episodes(), {});
    for (const auto& [name, value] : summary_row(summary))
        EXPECT_EQ(summary_value(summary, name), value) << name;
}

TEST(SummaryRows, one_number_may_be_that_of_any_element)
{
    const Summary summary = summarise(point_mass_problem(), two_episodes(), {});
    EXPECT_EQ(summary_value(summary, "episodes.-1.impacts"), Value{std::int64_t{7}});
    EXPECT_EQ(summary_value(summary, "episodes.1.start"), Value{9.0});
    EXPECT_EQ(summary_value(summary, "episodes.count"), Value{std::int64_t{2}});
    EXPECT_EQ(summary_value(summary, "status"), Value{std::string("ok")});
    for (const char* nothing : {"episodes.2.start", "episodes.x.start", "episodes", "energy", "energy.max",
                                "energy.final.more", "episodes.0.impulse", "absent.x"})
        EXPECT_EQ(summary_value(summary, nothing), Value{}) << nothing;
}

TEST(SummaryRows, a_name_that_no_summary_has_is_refused_with_the_nearest)
{
    const Summary summary;
    try {
        (void)summary_value(summary, "energy.finale");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "energy.finale: error: the summary of a run has no such number; did you mean 'final'?");
    }
    EXPECT_THROW((void)summary_value(summary, "nothing"), InputError);
}

TEST(SummaryRows, numbers_know_their_units)
{
    EXPECT_EQ(unit_of_number("energy.final"), "J");
    EXPECT_EQ(unit_of_number("final.position.3"), "m or rad");
    EXPECT_EQ(unit_of_number("episodes.0.impulse.1"), "N s");
    EXPECT_EQ(unit_of_number("episodes.-1.start"), "s");
    EXPECT_EQ(unit_of_number("duration"), "s");
    for (const char* none :
         {"restitution.apparent", "episodes.count", "impacts.count", "model", "", "no.such"})
        EXPECT_EQ(unit_of_number(none), "") << none;
}

}  // namespace
}  // namespace rebond
