#include "rebond/io/results/summary_json.hpp"

#include "point_mass.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> keys(const Json& object)
{
    std::vector<std::string> found;
    for (const auto& [key, value] : object.items()) found.push_back(key);
    return found;
}

using Keys = std::vector<std::string>;

TEST(SummaryJson, has_the_keys_of_the_manual_in_their_order)
{
    Findings findings;
    findings.episodes.resize(1);
    const Json json = summary_json(summarise(point_mass_problem(), findings, {}));
    EXPECT_EQ(keys(json),
              (Keys{"title", "model", "scheme", "status", "reason", "dofs", "steps", "residual_evaluations",
                    "duration", "wall_seconds", "final", "energy", "contacts", "impacts", "touched",
                    "episodes", "restitution", "absent", "warnings"}));
    EXPECT_EQ(keys(json["final"]), (Keys{"time", "position", "velocity"}));
    EXPECT_EQ(keys(json["energy"]), (Keys{"initial", "final", "max", "min", "mean", "relative_deviation",
                                          "relative_std", "lost_in_impacts", "lost_in_friction",
                                          "work_of_loads", "lost_in_damping", "balance_error"}));
    EXPECT_EQ(keys(json["contacts"]),
              (Keys{"transitions", "stick_time", "slip_time", "jams", "indeterminate", "reversals"}));
    EXPECT_EQ(keys(json["impacts"]), (Keys{"count", "first_time", "last_time", "residual", "penetration"}));
    EXPECT_EQ(keys(json["episodes"][0]),
              (Keys{"start", "end", "duration", "impacts", "impulse", "peak_force",
                    "mass_centre_velocity_before", "mass_centre_velocity_after", "energy_loss"}));
    EXPECT_EQ(keys(json["restitution"]),
              (Keys{"apparent", "tangential", "mass_centre", "impact_speed", "effective", "conditioning"}));
}

TEST(SummaryJson, says_null_of_what_has_no_meaning)
{
    const Json json = summary_json(summarise(point_mass_problem(), {}, {}));
    EXPECT_EQ(json["title"], "");
    EXPECT_EQ(json["status"], "ok");
    EXPECT_EQ(json["impacts"]["count"], 0);
    EXPECT_TRUE(json["episodes"].is_array());
    EXPECT_TRUE(json["episodes"].empty());
    EXPECT_TRUE(json["warnings"].is_array());
    EXPECT_TRUE(json["final"]["position"].is_array());
    for (const auto& value :
         {json["reason"], json["energy"]["max"], json["energy"]["min"], json["energy"]["mean"],
          json["energy"]["relative_deviation"], json["energy"]["relative_std"], json["impacts"]["first_time"],
          json["impacts"]["last_time"], json["restitution"]["apparent"], json["restitution"]["mass_centre"],
          json["restitution"]["impact_speed"]})
        EXPECT_TRUE(value.is_null());
}

TEST(SummaryJson, says_null_of_numbers_that_are_not_finite_and_why)
{
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Findings findings;
    findings.final = {.t = 0.5, .q = Vector{{1.0, nan, 3.0}}, .v = Vector{{-infinity, 2.0, nan}}};
    findings.energy.final = nan;
    findings.energy.max = infinity;
    findings.episodes.push_back({.impulse = {nan, 0.0},
                                 .peak_force = infinity,
                                 .mass_centre_velocity_before = nan,
                                 .mass_centre_velocity_after = 1.0});
    Outcome outcome;
    outcome.status = Status::diverged;
    outcome.reason = "energy beyond bounds at 0.5 s";
    const Json json = summary_json(summarise(point_mass_problem(), findings, outcome));
    EXPECT_EQ(json["status"], "diverged");
    EXPECT_EQ(json["reason"], "energy beyond bounds at 0.5 s");
    EXPECT_EQ(json["final"]["position"].dump(), "[1.0,null,3.0]");
    EXPECT_EQ(json["final"]["velocity"].dump(), "[null,2.0,null]");
    EXPECT_TRUE(json["energy"]["final"].is_null());
    EXPECT_TRUE(json["energy"]["max"].is_null());
    EXPECT_EQ(json["episodes"][0]["impulse"].dump(), "[null,0.0]");
    EXPECT_TRUE(json["episodes"][0]["duration"].is_null());
    EXPECT_TRUE(json["episodes"][0]["peak_force"].is_null());
    EXPECT_TRUE(json["episodes"][0]["mass_centre_velocity_before"].is_null());
}

TEST(SummaryJson, keeps_every_bit_through_text)
{
    Problem problem = point_mass_problem();
    problem.duration = 0.1;
    Findings findings;
    findings.final = {
        .t = 1.0 / 3.0, .q = Vector{{0.1 + 0.2, 5e-324, -0.0}}, .v = Vector{{1e308, 1.0 / 7.0, 0.0}}};
    findings.impacts = 123456789012;
    findings.first_impact = 1.1;
    findings.last_impact = 2.2;
    findings.restitution = {.apparent = 0.3,
                            .tangential = -0.25,
                            .mass_centre = 2.0 / 3.0,
                            .impact_speed = 4.4,
                            .effective = -0.1,
                            .conditioning = 22.0};
    Outcome outcome;
    outcome.steps = 100000000000;
    outcome.residual_evaluations = 7;
    outcome.warnings = {"coarse"};
    Summary told = summarise(problem, findings, outcome);
    told.wall_seconds = 0.031;
    const Json json = Json::parse(summary_text_json(told));
    EXPECT_EQ(json["final"]["time"].get<double>(), 1.0 / 3.0);
    for (Index i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        EXPECT_EQ(json["final"]["position"][k].get<double>(), findings.final.q(i));
        EXPECT_EQ(json["final"]["velocity"][k].get<double>(), findings.final.v(i));
    }
    EXPECT_EQ(json["duration"].get<double>(), 0.1);
    EXPECT_EQ(json["wall_seconds"].get<double>(), 0.031);
    EXPECT_EQ(json["dofs"], 1);
    EXPECT_EQ(json["steps"], 100000000000);
    EXPECT_EQ(json["residual_evaluations"], 7);
    EXPECT_EQ(json["impacts"]["count"], 123456789012);
    EXPECT_EQ(json["impacts"]["first_time"].get<double>(), 1.1);
    EXPECT_EQ(json["impacts"]["last_time"].get<double>(), 2.2);
    EXPECT_EQ(json["restitution"]["apparent"].get<double>(), 0.3);
    EXPECT_EQ(json["restitution"]["mass_centre"].get<double>(), 2.0 / 3.0);
    EXPECT_EQ(json["restitution"]["impact_speed"].get<double>(), 4.4);
    EXPECT_EQ(json["warnings"].dump(), "[\"coarse\"]");
}

// All that a summary can hold.
Summary full_summary()
{
    Summary summary{.title = "é", .model = "bar", .scheme = "moreau_jean", .status = "diverged"};
    summary.reason = "energy beyond bounds";
    summary.dofs = 3;
    summary.steps = 100000000000;
    summary.residual_evaluations = 7;
    summary.duration = 0.1;
    summary.wall_seconds = 0.031;
    summary.final = {.t = 1.0 / 3.0, .q = Vector{{0.1 + 0.2, 5e-324}}, .v = Vector{{1e308, 1.0 / 7.0}}};
    summary.energy.mean = 2.0 / 3.0;
    summary.energy.balance_error = 1e-17;
    summary.impacts = {.count = 2, .first_time = 0.05, .last_time = 0.07};
    summary.episodes = {{.start = 0.05, .end = 0.07, .impacts = 2, .impulse = {1.0 / 9.0, -0.5}}};
    summary.restitution.apparent = 0.3;
    summary.absent = {{"restitution.mass_centre", "no mass centre"}};
    summary.warnings = {"coarse", "very"};
    return summary;
}

TEST(SummaryJson, is_read_back_as_it_was)
{
    const std::string text = summary_text_json(full_summary());
    const std::optional<Summary> read = read_summary(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(summary_text_json(*read), text);
    EXPECT_EQ(read->final.q(1), 5e-324);
    EXPECT_EQ(read->episodes.at(0).impulse[0], 1.0 / 9.0);
    EXPECT_EQ(read->absent.at("restitution.mass_centre"), "no mass centre");
    EXPECT_FALSE(read->energy.max);
}

TEST(SummaryJson, of_another_version_is_read_as_far_as_it_goes)
{
    const auto read =
        read_summary(R"({"title":7,"steps":3,"energy":{"final":null,"new":1},"episodes":[{}]})");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->title, "");
    EXPECT_EQ(read->steps, 3);
    EXPECT_TRUE(std::isnan(read->energy.final));
    EXPECT_EQ(read->episodes.size(), 1u);
    for (const char* damaged : {"", "7", "[1]", "{\"title\": \"a", "not JSON"})
        EXPECT_FALSE(read_summary(damaged)) << damaged;
}

TEST(Status, has_a_word_for_each)
{
    EXPECT_EQ(name_of(Status::ok), "ok");
    EXPECT_EQ(name_of(Status::interrupted), "interrupted");
    EXPECT_EQ(name_of(Status::diverged), "diverged");
    EXPECT_EQ(name_of(Status::solve_failed), "solve_failed");
    EXPECT_EQ(name_of(Status::event_failed), "event_failed");
}

}  // namespace
}  // namespace rebond
