// `rebond orbit` as a user sees it: the numbers of known systems through the command and its JSON.
#include "apps/orbit_scenes.hpp"
#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;

const std::string load = "model.harmonic.0.frequency_hz";

// ω [rad/s] as a scene has it.
double hertz(double omega)
{
    return omega / (2.0 * std::numbers::pi);
}

std::string at_frequency(double omega)
{
    return fmt::format("{}={}", load, hertz(omega));
}

std::string over_frequency(double from, double to)
{
    return fmt::format("{}={}:{}", load, hertz(from), hertz(to));
}

Json orbit_of(const std::string& scene, Arguments more, int code = 0)
{
    Arguments arguments{"orbit", orbit_scenes + scene, "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ended ended = run_rebond(arguments);
    EXPECT_EQ(ended.code, code) << ended.err << ended.out.substr(0, 2000);
    const Json json = Json::parse(ended.out, nullptr, false);
    EXPECT_TRUE(json.is_object()) << ended.err;
    return json.is_object() ? json : Json::object();
}

void expect_certified(const Json& json)
{
    EXPECT_EQ(json["status"], "ok") << json["reason"];
    EXPECT_EQ(json["certificate"]["holds"], true) << json["certificate"];
    EXPECT_LE(json["certificate"]["residual"].get<double>(), 1e-11);
    EXPECT_LE(json["certificate"]["replay_error"].get<double>(), 1e-9);
}

double number(const Json& value)
{
    return value.is_number() ? value.get<double>() : std::nan("");
}

double approach(const Json& json, std::size_t event)
{
    return -number(json["events"][event]["velocity_before"]);
}

// Parameters of the special points of a kind along a branch.
std::vector<double> special(const Json& branch, const std::string& type)
{
    std::vector<double> parameters;
    for (const Json& point : branch["special"])
        if (point["type"] == type) parameters.push_back(number(point["parameter"]));
    return parameters;
}

void expect_near_one_of(const std::vector<double>& values, double expected, double tolerance)
{
    double best = std::numeric_limits<double>::infinity();
    for (const double value : values)
        if (std::abs(value - expected) < std::abs(best - expected)) best = value;
    EXPECT_NEAR(best, expected, tolerance);
}

TEST(Orbit, a_forced_oscillator_has_the_orbit_of_its_formula)
{
    const Json json = orbit_of("forced_stop.toml", {"--impacts", "1"});
    expect_certified(json);
    EXPECT_EQ(json["task"], "orbit");
    EXPECT_EQ(json["sequence"], Json({"1"}));
    EXPECT_NEAR(number(json["period"]), 2.0 * std::numbers::pi / 2.6, 1e-12);
    ASSERT_EQ(json["events"].size(), 1u);
    EXPECT_NEAR(approach(json, 0), 0.505439970894, 1e-10);
    EXPECT_EQ(json["events"][0]["contact"], 1);
    EXPECT_EQ(json["events"][0]["kind"], "impact");
    EXPECT_NEAR(number(json["trace"]), -1.149079309592, 1e-10);
    EXPECT_EQ(json["stable"], true);
    EXPECT_EQ(json["unstable"], 0);
    ASSERT_EQ(json["multipliers"].size(), 2u);
    const auto mu = json["multipliers"].get<std::vector<std::array<double, 2>>>();
    EXPECT_NEAR(mu[0][0] * mu[1][0] - mu[0][1] * mu[1][1], 0.64, 1e-10);  // determinant r²
    ASSERT_EQ(json["state"]["position"].size(), 1u);
    EXPECT_NEAR(number(json["state"]["position"][0]), 0.0, 1e-12);
    EXPECT_NEAR(number(json["state"]["velocity"][0]), -0.8 * 0.505439970894, 1e-10);
    EXPECT_EQ(json["branches"], Json::array());
    EXPECT_TRUE(json["lyapunov"].is_null());
    EXPECT_TRUE(json["basins"].is_null());
    EXPECT_EQ(json["warnings"], Json::array());
}

TEST(Orbit, its_flip_is_where_the_formula_says_and_the_doubled_orbit_leaves_there)
{
    const Json json = orbit_of(
        "forced_stop.toml", {"--impacts", "1", "--continue", over_frequency(2.6, 2.67), "--switch", "flip"});
    expect_certified(json);
    ASSERT_GE(json["branches"].size(), 2u);
    const std::vector<double> flips = special(json["branches"][0], "flip");
    ASSERT_EQ(flips.size(), 1u);
    EXPECT_NEAR(2.0 * std::numbers::pi * flips[0], 2.6533477278553, 1e-9);
    const Json& doubled = json["branches"][1];
    EXPECT_EQ(doubled["parent"], 0);
    EXPECT_EQ(doubled["sequence"], Json({"1", "1"}));
    const Json& last = doubled["points"].back();
    EXPECT_NEAR(number(last["parameter"]), hertz(2.67), 1e-12);
    ASSERT_EQ(last["impulses"].size(), 2u);
    const double first = number(last["impulses"][0]) / 1.8, second = number(last["impulses"][1]) / 1.8;
    EXPECT_NEAR(std::max(first, second), 0.454269892035, 1e-9);
    EXPECT_NEAR(std::min(first, second), 0.449518232358, 1e-9);
    EXPECT_EQ(last["stable"], true);
    EXPECT_EQ(last["admissible"], true);
}

TEST(Orbit, a_damped_oscillator_grazes_where_its_free_motion_just_touches)
{
    const Json json =
        orbit_of("forced_stop.toml",
                 {"--impacts", "1", "--set", "model.damping=[[0.1]]", "--set", "contact.0.offset=1.0",
                  "--set", at_frequency(1.0), "--continue", "model.harmonic.0.amplitude.0=0.01:1.0"});
    expect_certified(json);
    EXPECT_NEAR(number(json["events"][0]["velocity_after"]), 1.356586350076, 1e-10);
    const std::vector<double> grazings = special(json["branches"][0], "grazing");
    ASSERT_EQ(grazings.size(), 1u);
    EXPECT_NEAR(grazings[0], 0.1, 1e-10);
    // From the first end of the range to the other.
    const Json& points = json["branches"][0]["points"];
    EXPECT_LT(number(points.front()["parameter"]), number(points.back()["parameter"]));
    EXPECT_NEAR(number(points.back()["parameter"]), 1.0, 1e-12);
}

TEST(Orbit, a_mass_between_two_stops_hits_both_alike_until_it_grazes)
{
    const Json settled = orbit_of("two_stops.toml", {});
    EXPECT_EQ(settled["sequence"].size(), 2u);
    const Json json =
        orbit_of("two_stops.toml", {"--sequence", "1,2", "--continue", over_frequency(1.4, 10.0)});
    expect_certified(json);
    EXPECT_NEAR(approach(json, 0), 0.866870144355, 1e-9);
    EXPECT_NEAR(approach(json, 1), 0.866870144355, 1e-9);
    std::vector<double> omegas;
    for (const double frequency : special(json["branches"][0], "grazing"))
        omegas.push_back(2.0 * std::numbers::pi * frequency);
    expect_near_one_of(omegas, 1.7298857457535, 1e-9);
    // Below 1.47 rad/s one side is hit harder than the other.
    ASSERT_EQ(json["warnings"].size(), 1u) << json["warnings"];
    EXPECT_TRUE(holds(json["warnings"][0].get<std::string>(), "loses a symmetry")) << json["warnings"];
}

TEST(Orbit, two_elastic_masses_have_the_member_of_their_family_that_a_period_or_an_energy_picks)
{
    for (const auto& [period, energy, trace] :
         {std::tuple{6.0, 3.999097652758, 0.158293709479}, {9.0, 0.345797613305, 0.067764386153}}) {
        const Json json = orbit_of("elastic_two_masses.toml", {"--period", fmt::format("{}", period)});
        expect_certified(json);
        EXPECT_NEAR(number(json["energy"]), energy, 1e-9);
        EXPECT_NEAR(number(json["trace"]), trace + 0.0, 1e-9);
        EXPECT_EQ(number(json["events"][0]["time"]), 0.0);
        const Json again =
            orbit_of("elastic_two_masses.toml", {"--energy", fmt::format("{}", number(json["energy"]))});
        std::vector<double> periods{number(again["period"])};
        for (const Json& other : again["others"]) periods.push_back(number(other["period"]));
        expect_near_one_of(periods, period, 1e-8);
    }
}

TEST(Orbit, two_elastic_masses_flip_at_their_known_periods_and_their_energy_turns)
{
    const Json json = orbit_of("elastic_two_masses.toml", {"--period", "8.2", "--continue", "period=8:10.1"});
    const std::vector<double> flips = special(json["branches"][0], "flip");
    for (const double period : {8.4297776772489, 9.1742553160028, 3.0 * std::numbers::pi})
        expect_near_one_of(flips, period, 1e-9);
    const Json energy =
        orbit_of("elastic_two_masses.toml", {"--period", "9", "--continue", "energy=0.4:0.1"});
    const Json& branch = energy["branches"][0];
    ASSERT_EQ(special(branch, "fold").size(), 1u);
    for (const Json& point : branch["special"])
        if (point["type"] == "fold") {
            EXPECT_NEAR(number(point["period"]), 10.085214648869, 1e-9);
            EXPECT_NEAR(number(point["energy"]), 0.263559805450, 1e-9);
        }
}

TEST(Orbit, rows_of_elastic_masses_have_their_known_orbits)
{
    const Json three = orbit_of("elastic_row_3.toml", {"--period", "12"});
    expect_certified(three);
    EXPECT_NEAR(number(three["energy"]), 0.304337711752, 1e-9);
    EXPECT_EQ(three["stable"], true);
    for (const Json& mu : three["multipliers"])
        EXPECT_NEAR(std::hypot(number(mu[0]), number(mu[1])), 1.0, 1e-9);
    const Json five = orbit_of("elastic_row_5.toml", {"--period", "20"});
    expect_certified(five);
    EXPECT_NEAR(number(five["energy"]), 0.185389301439, 1e-9);
    EXPECT_EQ(five["stable"], false);
    EXPECT_NEAR(std::hypot(number(five["multipliers"][0][0]), number(five["multipliers"][0][1])), 1.442061661,
                1e-8);
}

TEST(Orbit, a_forced_pair_has_its_known_special_points)
{
    const Json json =
        orbit_of("forced_pair.toml", {"--impacts", "1", "--continue", over_frequency(1.3, 0.6)});
    expect_certified(json);
    EXPECT_NEAR(number(json["events"][0]["impulse"]), 1.782926744929, 1e-8);
    const Json& branch = json["branches"][0];
    for (const auto& [type, omega] : {std::pair{"neimark_sacker", 0.946083715816},
                                      {"flip", 0.687916009420},
                                      {"new_contact", 0.642883832507}})
        expect_near_one_of(special(branch, type), hertz(omega), 1e-8 / (2.0 * std::numbers::pi));
    EXPECT_EQ(branch["special"].back()["type"], "end");
    EXPECT_NEAR(number(branch["points"].front()["parameter"]), hertz(1.3), 1e-12);
    // Where it passes its stop it is shown as what it is.
    bool has_shown = false;
    for (const Json& point : branch["points"]) has_shown = has_shown || point["admissible"] == false;
    EXPECT_TRUE(has_shown);
}

TEST(Orbit, a_new_contact_starts_a_branch_with_an_impact_more)
{
    const Json json =
        orbit_of("forced_pair.toml", {"--impacts", "1", "--set", at_frequency(0.7), "--continue",
                                      over_frequency(0.6, 0.72), "--switch", "graze"});
    ASSERT_GE(json["branches"].size(), 2u);
    EXPECT_EQ(json["branches"][1]["sequence"], Json({"1", "1"}));
    EXPECT_EQ(json["branches"][1]["parent"], 0);
    EXPECT_GT(number(json["branches"][1]["points"][3]["impulses"][0]), 0.0);
}

TEST(Orbit, a_contact_that_lasts_is_read_off_the_settled_motion)
{
    const Json json = orbit_of("plastic_pair.toml", {});
    expect_certified(json);
    EXPECT_EQ(json["sequence"], Json({"1s"}));
    ASSERT_EQ(json["events"].size(), 2u);
    EXPECT_EQ(json["events"][0]["kind"], "release");
    EXPECT_EQ(json["events"][1]["kind"], "closing");
    EXPECT_NEAR(number(json["events"][0]["time"]), 1.963718699714, 1e-9);
    EXPECT_NEAR(number(json["events"][1]["time"]), 8.958607845059, 1e-9);
    EXPECT_NEAR(approach(json, 1), 1.894160955665, 1e-9);
    EXPECT_NEAR(number(json["multipliers"][0][0]), 0.187154, 1e-6);
    EXPECT_NEAR(std::abs(number(json["multipliers"][0][1])), 0.657511, 1e-6);
    EXPECT_GT(number(json["certificate"]["minimum_reaction"]), 0.0);
    const Json asked =
        orbit_of("plastic_pair.toml", {"--sequence", "1s", "--continue", over_frequency(0.7, 0.75)});
    EXPECT_NEAR(number(asked["events"][0]["time"]), 1.963718699714, 1e-9);
    EXPECT_GT(asked["branches"][0]["points"].size(), 5u);
}

TEST(Orbit, without_loss_an_orbit_with_a_lasting_contact_has_no_multipliers)
{
    const Json json = orbit_of("elastic_two_masses.toml", {"--sequence", "1s"});
    expect_certified(json);
    EXPECT_NEAR(number(json["period"]), 8.006347212375, 1e-9);
    EXPECT_NEAR(number(json["energy"]), 17.684097694934, 1e-9);
    EXPECT_TRUE(json["multipliers"].is_null());
    EXPECT_TRUE(json["stable"].is_null());
}

// The restitution of 1 is the end of what it may be.
TEST(Orbit, any_number_of_the_scene_may_be_followed_to_the_end_of_its_range)
{
    const Json restitution =
        orbit_of("forced_pair.toml", {"--impacts", "1", "--continue", "impact.restitution=0.6:1.0"});
    EXPECT_EQ(restitution["status"], "ok");
    EXPECT_NEAR(number(restitution["branches"][0]["points"].back()["parameter"]), 1.0, 1e-12);
    // An entry of a matrix changes with its mirror image.
    const Json entry =
        orbit_of("forced_pair.toml", {"--impacts", "1", "--continue", "model.stiffness.0.1=-1.0:-0.8"});
    EXPECT_EQ(entry["status"], "ok");
    const Json there = orbit_of("forced_pair.toml",
                                {"--impacts", "1", "--set", "model.stiffness=[[2.0, -0.8], [-0.8, 1.0]]"});
    EXPECT_NEAR(number(entry["branches"][0]["points"].back()["impulses"][0]),
                number(there["events"][0]["impulse"]), 1e-9);
}

TEST(Orbit, a_family_that_ends_at_a_pole_is_kept_up_to_there_and_told)
{
    const Ended ended = run_rebond(
        {"orbit", orbit_scenes + "elastic_two_masses.toml", "--period", "9", "--continue", "period=8.5:14"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(holds(ended.out, "warning: branch 0 ends at period = 10.16")) << ended.out;
    EXPECT_TRUE(holds(ended.out, "a pole: impulses grow without bound there")) << ended.out;
    const Json json = orbit_of("elastic_two_masses.toml", {"--period", "9", "--continue", "period=8.5:14"});
    const Json& branch = json["branches"][0];
    EXPECT_GT(number(branch["points"].back()["parameter"]), 10.1);
    EXPECT_EQ(branch["special"].back()["type"], "end");
    EXPECT_EQ(json["warnings"].size(), 1u);
    // At the pole itself there is nothing.
    const double slow = std::sqrt((3.0 - std::sqrt(5.0)) / 2.0);
    const Json at = orbit_of("elastic_two_masses.toml",
                             {"--period", fmt::format("{}", 2.0 * std::numbers::pi / slow)}, 3);
    EXPECT_EQ(at["status"], "not_found");
    EXPECT_TRUE(holds(at["reason"].get<std::string>(), "period is that of a mode")) << at["reason"];
}

TEST(Orbit, one_that_was_not_found_or_does_not_hold_is_told_with_its_reason)
{
    const Json json = orbit_of("forced_pair.toml", {"--impacts", "1", "--set", at_frequency(0.8)}, 3);
    EXPECT_EQ(json["status"], "not_certified");
    EXPECT_EQ(json["certificate"]["holds"], false);
    EXPECT_EQ(json["reason"], json["certificate"]["refusal"]);
    const Ended ended = run_rebond({"orbit", orbit_scenes + "forced_pair.toml", "--periods", "3"});
    EXPECT_EQ(ended.code, 3);
    EXPECT_TRUE(holds(ended.err, "forced_pair.toml: not_found: the motion settles to an orbit of 1 period"))
        << ended.err;
}

TEST(Orbit, its_files_hold_the_branch_and_a_scene_that_runs_the_orbit)
{
    const ScratchDirectory folder;
    const std::string out = folder / "out";
    for (const auto& [scene, more] :
         {std::pair<std::string, Arguments>{"forced_stop.toml", {"--impacts", "1"}},
          {"two_stops.toml", {"--sequence", "1,2"}},
          {"plastic_pair.toml", {"--continue", over_frequency(0.7, 0.72)}},
          {"elastic_row_3.toml", {"--period", "12"}}}) {
        Arguments arguments{"orbit", orbit_scenes + scene, "--out", out, "--quiet"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Ended ended = run_rebond(arguments);
        ASSERT_EQ(ended.code, 0) << ended.err;
        EXPECT_EQ(ended.out, "");
        const Json json = Json::parse(text_of(out + "/orbit.json"), nullptr, false);
        ASSERT_TRUE(json.is_object());
        for (const char* file :
             {"orbits.db", "start.toml", "orbit_phase.svg", "orbit_time.svg", "multipliers.svg"})
            EXPECT_GT(text_of(out + "/" + file).size(), 400u) << file;
        EXPECT_EQ(std::filesystem::exists(out + "/branch.svg"), !json["branches"].empty());
        EXPECT_TRUE(text_of(out + "/orbits.db").starts_with("SQLite format 3"));
        // One period of it is back where it started.
        const Ended run = run_rebond({"run", out + "/start.toml", "--json"});
        ASSERT_EQ(run.code, 0) << run.err;
        const Json ran = Json::parse(run.out);
        EXPECT_EQ(ran["scheme"], "event_modal");
        EXPECT_NEAR(number(ran["duration"]), number(json["period"]), 1e-10);
        for (const char* what : {"position", "velocity"})
            for (std::size_t i = 0; i < json["state"][what].size(); ++i)
                EXPECT_NEAR(number(ran["final"][what][i]), number(json["state"][what][i]), 1e-9)
                    << scene << what;
    }
}

TEST(Orbit, a_file_that_rebond_did_not_write_is_not_replaced)
{
    const ScratchDirectory folder;
    write_text(folder / "orbit.json", "mine");
    const Ended ended =
        run_rebond({"orbit", orbit_scenes + "forced_stop.toml", "--impacts", "1", "--out", folder.path()});
    EXPECT_EQ(ended.code, 4);
    EXPECT_EQ(text_of(folder / "orbit.json"), "mine");
    EXPECT_FALSE(std::filesystem::exists(folder / "orbits.db"));
}

TEST(Orbit, the_scene_may_say_all_that_the_options_say)
{
    const ScratchDirectory folder;
    const std::string scene = folder / "scene.toml";
    write_text(scene, text_of(orbit_scenes + "forced_stop.toml") +
                          "\n[orbit]\nsequence = \"1\"\nperiods = 1\ncontinue = \"" +
                          over_frequency(2.6, 2.7) + "\"\nswitch = \"flip\"\n");
    const Ended ended = run_rebond({"orbit", scene, "--json"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    const Json json = Json::parse(ended.out, nullptr, false);
    EXPECT_NEAR(approach(json, 0), 0.505439970894, 1e-10);
    EXPECT_GE(json["branches"].size(), 2u);
    // An option counts more.
    const Json other =
        Json::parse(run_rebond({"orbit", scene, "--impacts", "2", "--periods", "2", "--set",
                                at_frequency(2.67), "--continue", over_frequency(2.67, 2.671), "--json"})
                        .out,
                    nullptr, false);
    EXPECT_EQ(other["sequence"], Json({"1", "1"}));
    EXPECT_EQ(run_rebond({"check", scene}).code, 0);
}

}  // namespace
}  // namespace rebond
