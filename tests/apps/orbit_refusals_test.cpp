// What `rebond orbit` refuses, and what it says then.
#include "apps/orbit_scenes.hpp"
#include "apps/program.hpp"
#include "scratch_directory.hpp"

namespace rebond {
namespace {

// Exit code 2 with a message that begins and goes on like that, and nothing printed.
void expect_refused(const std::string& scene, const Arguments& more, const std::string& begins,
                    const std::string& says)
{
    Arguments arguments{"orbit", scene};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ended ended = run_rebond(arguments);
    EXPECT_EQ(ended.code, 2) << ended.err;
    EXPECT_EQ(ended.out, "");
    EXPECT_TRUE(ended.err.starts_with(begins)) << ended.err;
    EXPECT_TRUE(holds(ended.err, says)) << ended.err;
}

TEST(OrbitRefusals, an_orbit_of_a_family_is_picked_by_a_period_or_an_energy)
{
    const std::string scene = orbit_scenes + "elastic_two_masses.toml";
    expect_refused(scene, {}, scene + ":1:1: error: orbit.period: ", "give --period T or --energy E");
    expect_refused(scene, {"--period", "6", "--periods", "2"}, "--periods 2: error: ", "there is no load");
    expect_refused(scene, {"--sequence", "1s", "--period", "6"}, "--period 6: error: ", "alone");
    expect_refused(scene, {"--period", "6", "--energy", "1"}, "error: ", "excludes");
    expect_refused(scene, {"--period", "6", "--set", "impact.restitution=0.5"}, scene,
                   "set its restitution to 1");
    expect_refused(scene, {"--period", "-6"}, "error: --period: ", "expected a period [s] > 0");
}

TEST(OrbitRefusals, a_load_fixes_period_and_energy)
{
    const std::string scene = orbit_scenes + "forced_stop.toml";
    expect_refused(scene, {"--energy", "1"}, "--energy 1: error: ", "the energy that the load gives it");
    expect_refused(scene, {"--period", "2"}, "--period 2: error: ", "whole periods of the load");
    expect_refused(scene, {"--continue", "period=1:2"},
                   "--continue period=1:2: error: ", "the load gives the period");
    expect_refused(
        scene, {"--set", "orbit.energy=1.0"},
        "--set orbit.energy=1.0: error: orbit.energy = 1.0: ", "the energy that the load gives it");
}

TEST(OrbitRefusals, a_sequence_names_contacts_that_are_there)
{
    const std::string scene = orbit_scenes + "forced_stop.toml";
    expect_refused(scene, {"--sequence", "1,2"}, "--sequence 1,2: error: ", "contacts from 1 to 1, got 2");
    expect_refused(scene, {"--sequence", "x"}, "--sequence x: error: ", "contacts from 1 in order of time");
    expect_refused(scene, {"--impacts", "0"}, "error: --impacts: ", "from 1 to 1000");
    expect_refused(orbit_scenes + "two_stops.toml", {"--impacts", "1"},
                   "--impacts 1: error: ", "--sequence 1,2");
    // In the scene the place is told.
    const ScratchDirectory folder;
    const std::string own = folder / "scene.toml";
    const std::string text = text_of(scene) + "\n[orbit]\nsequence = \"2\"\n";
    write_text(own, text);
    expect_refused(own, {}, own + ":" + place_of(text, "\"2\"") + ": error: orbit.sequence = \"2\": ",
                   "contacts from 1 to 1, got 2");
    const std::string wrong = text_of(scene) + "\n[orbit]\nsequence = \"1;2\"\nimpact = 2\n";
    write_text(own, wrong);
    expect_refused(own, {}, own + ":", "unknown key; did you mean 'impacts'?");
}

TEST(OrbitRefusals, what_is_followed_is_a_number_that_leaves_the_structure_as_it_is)
{
    const std::string scene = orbit_scenes + "forced_stop.toml";
    const auto refused = [&](const std::string& key, const std::string& says) {
        const std::string range = key + "=1:2";
        expect_refused(scene, {"--continue", range}, "--continue " + range + ": error: ", says);
    };
    refused("model.type", "the key of a number, not a string");
    refused("impact.law", "the key of a number, not that of a word");
    refused("model.stiffness", "named by its indices");
    refused("model.stifness.0.0", "did you mean 'model.stiffness'?");
    refused("model.harmonic.0.frequency", "did you mean 'model.harmonic.0.frequency_hz'?");
    refused("model.harmonic.3.frequency_hz", "there is no '3'");
    refused("run.duration", "not the orbits");
    refused("initial.position.0", "not the orbits");
    refused("impact.restitution", "expected a finite number in [0, 1]");
    expect_refused(example_scenes + "02_falling_chain/scene.toml", {"--continue", "model.springs=10:20"},
                   "--continue model.springs=10:20: error: ", "it changes the structure");
    for (const char* range : {"blub", "model.damping.0.0=1", "model.damping.0.0=1:x", "model.damping.0.0=1:1",
                              "model.damping.0.0=0:inf", "=1:2"})
        expect_refused(scene, {"--continue", range},
                       std::string("--continue ") + range + ": error: ", "KEY=FROM:TO");
    expect_refused(scene, {"--switch", "flip"}, "--switch flip: error: ", "without orbit.continue");
    expect_refused(scene, {"--switch", "flop"}, "--switch flop: error: ", "flip, graze or both");
}

TEST(OrbitRefusals, a_body_without_orbits_is_told_why)
{
    expect_refused(example_scenes + "01_dropped_bar/scene.toml", {}, example_scenes,
                   "nothing drives this body");
    expect_refused(example_scenes + "25_rubbing_oscillator/scene.toml", {}, example_scenes,
                   "contacts stay closed");
    expect_refused(example_scenes + "23_ball_on_a_shaking_table/scene.toml",
                   {"--continue", "impact.restitution=0.1:0.5"},
                   "--continue impact.restitution=0.1:0.5: error: ", "a study (rebond sweep)");
    const Ended missing = run_rebond({"orbit", "no_such_scene.toml"});
    EXPECT_EQ(missing.code, 4);
}

// What is shot has the same contract.
TEST(OrbitRefusals, a_ball_on_a_shaking_table_has_an_orbit_though_it_is_not_linear)
{
    const Ended ended = run_rebond({"orbit", example_scenes + "23_ball_on_a_shaking_table/scene.toml"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(holds(ended.out, "in 1 period of the load")) << ended.out;
    EXPECT_TRUE(holds(ended.out, "certificate   holds")) << ended.out;
}

TEST(OrbitRefusals, an_interrupt_leaves_what_was_found)
{
    const ScratchDirectory folder;
    const std::string out = folder / "out";
    Arguments arguments{"orbit",      orbit_scenes + "forced_pair.toml",
                        "--impacts",  "1",
                        "--continue", "model.harmonic.0.frequency_hz=0.095:0.207",
                        "--switch",   "flip,graze",
                        "--out",      out};
    const Ended ended = run_rebond(arguments, {.interrupts = {std::chrono::milliseconds(600)}});
    EXPECT_EQ(ended.code, 130) << ended.err;
    EXPECT_LT(ended.seconds, 3.0);
    const std::string json = text_of(out + "/orbit.json");
    EXPECT_TRUE(holds(json, "\"status\": \"interrupted\"")) << json.substr(0, 300);
    EXPECT_TRUE(holds(json, "\"points\": [\n"));
    EXPECT_TRUE(text_of(out + "/orbits.db").starts_with("SQLite format 3"));
}

TEST(OrbitRefusals, exponents_are_those_of_the_motion_alone)
{
    const std::string scene = example_scenes + "29_stop_under_a_swept_frequency/scene.toml";
    const Ended both = run_rebond({"orbit", scene, "--lyapunov", "--periods", "2"});
    EXPECT_EQ(both.code, 2);
    EXPECT_TRUE(holds(both.err, "--periods 2: error: expected none with --lyapunov")) << both.err;
    EXPECT_EQ(run_rebond({"orbit", scene, "--lyapunov=3"}).code, 2);

    const Ended found = run_rebond({"orbit", "--lyapunov=500", scene, "--json"});
    EXPECT_EQ(found.code, 0) << found.err;
    EXPECT_TRUE(holds(found.out, "\"periods\": 500")) << found.out;

    const Ended plastic = run_rebond({"orbit", scene, "--lyapunov", "--set", "impact.restitution=0"});
    EXPECT_EQ(plastic.code, 3);
    EXPECT_TRUE(holds(plastic.err, "no Lyapunov exponents")) << plastic.err;
}

}  // namespace
}  // namespace rebond
