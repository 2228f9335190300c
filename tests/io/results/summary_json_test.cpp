#include "rebond/io/results/summary_json.hpp"

#include "point_mass.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace rebond {
namespace {

using Summary = nlohmann::ordered_json;

std::vector<std::string> keys(const Summary& object)
{
    std::vector<std::string> found;
    for (const auto& [key, value] : object.items()) found.push_back(key);
    return found;
}

using Keys = std::vector<std::string>;

TEST(Summary, HasTheKeysOfTheManualInTheirOrder)
{
    Findings findings;
    findings.episodes.resize(1);
    const Summary json = summary("a title", "bar", "event_newmark", point_mass_problem(), findings, {}, 0.5);
    EXPECT_EQ(keys(json), (Keys{"title", "model", "scheme", "status", "reason", "dofs", "steps", "sweeps",
                                "duration", "wall_seconds", "final", "energy", "impacts", "episodes",
                                "restitution", "absent", "warnings"}));
    EXPECT_EQ(keys(json["final"]), (Keys{"time", "position", "velocity"}));
    EXPECT_EQ(keys(json["energy"]),
              (Keys{"initial", "final", "max", "min", "mean", "relative_deviation", "relative_std",
                    "lost_in_impacts", "work_of_loads", "lost_in_damping", "balance_error"}));
    EXPECT_EQ(keys(json["impacts"]), (Keys{"count", "first_time", "last_time", "residual"}));
    EXPECT_EQ(keys(json["episodes"][0]),
              (Keys{"start", "end", "duration", "impacts", "impulse", "peak_force",
                    "mass_centre_velocity_before", "mass_centre_velocity_after", "energy_loss"}));
    EXPECT_EQ(keys(json["restitution"]),
              (Keys{"apparent", "mass_centre", "impact_speed", "effective", "conditioning"}));
}

TEST(Summary, SaysNullOfWhatHasNoMeaning)
{
    const Summary json = summary("", "bar", "event_newmark", point_mass_problem(), {}, {}, 0.0);
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

TEST(Summary, SaysNullOfNumbersThatAreNotFiniteAndWhy)
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
    const Summary json = summary("", "bar", "paoli_schatzman", point_mass_problem(), findings, outcome, 0.0);
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

TEST(Summary, KeepsEveryBitThroughText)
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
                            .mass_centre = 2.0 / 3.0,
                            .impact_speed = 4.4,
                            .effective = -0.1,
                            .conditioning = 22.0};
    Outcome outcome;
    outcome.steps = 100000000000;
    outcome.sweeps = 7;
    outcome.warnings = {"coarse"};
    const Summary json = Summary::parse(summary("t", "m", "s", problem, findings, outcome, 0.031).dump());
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
    EXPECT_EQ(json["sweeps"], 7);
    EXPECT_EQ(json["impacts"]["count"], 123456789012);
    EXPECT_EQ(json["impacts"]["first_time"].get<double>(), 1.1);
    EXPECT_EQ(json["impacts"]["last_time"].get<double>(), 2.2);
    EXPECT_EQ(json["restitution"]["apparent"].get<double>(), 0.3);
    EXPECT_EQ(json["restitution"]["mass_centre"].get<double>(), 2.0 / 3.0);
    EXPECT_EQ(json["restitution"]["impact_speed"].get<double>(), 4.4);
    EXPECT_EQ(json["warnings"].dump(), "[\"coarse\"]");
}

TEST(Status, HasAWordForEach)
{
    EXPECT_EQ(name_of(Status::ok), "ok");
    EXPECT_EQ(name_of(Status::interrupted), "interrupted");
    EXPECT_EQ(name_of(Status::diverged), "diverged");
    EXPECT_EQ(name_of(Status::solve_failed), "solve_failed");
    EXPECT_EQ(name_of(Status::event_failed), "event_failed");
}

}  // namespace
}  // namespace rebond
