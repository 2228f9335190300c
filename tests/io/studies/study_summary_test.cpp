#include "rebond/io/studies/study_summary.hpp"

#include "point_mass.hpp"
#include "rebond/io/results/summary_json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rebond {
namespace {

using Row = std::vector<std::pair<std::string, Value>>;

Row row_of(const Findings& findings)
{
    return summary_row(summary("a title", "bar", "event_newmark", point_mass_problem(), findings, {}, 0.5));
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

TEST(StudySummary, holds_the_numbers_of_the_first_episode)
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

TEST(StudySummary, has_the_same_names_without_an_episode_and_no_numbers)
{
    const Row row = row_of({});
    EXPECT_EQ(names(row), names(row_of(two_episodes())));
    const Row first = part(row, "episodes.0.");
    ASSERT_EQ(first.size(), 10u);
    for (const auto& [name, value] : first) EXPECT_EQ(value, Value{}) << name;
}

TEST(StudySummary, leaves_out_what_another_run_would_not_repeat)
{
    for (const std::string& name : names(row_of(two_episodes())))
        for (const char* absent : {"title", "wall_seconds", "status", "reason", "final.position"})
            EXPECT_NE(name, absent);
}

}  // namespace
}  // namespace rebond
