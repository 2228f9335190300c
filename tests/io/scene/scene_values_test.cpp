#include "io/scene/scene_texts.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(SceneValues, misspelt_type_names_the_nearest_one)
{
    EXPECT_EQ(diagnostic("[model]\ntype = \"bra\"\n[run]\nduration = 1\n"),
              "s.toml:2:8: error: model.type = \"bra\": expected " + quoted_types<Subject>() +
                  "; did you mean \"bar\"?");
    EXPECT_EQ(diagnostic(scene_with("[scheme]\ntype = \"event_newmrk\"\n")),
              "s.toml:6:8: error: scheme.type = \"event_newmrk\": expected " + quoted_types<Scheme>() +
                  "; did you mean \"event_newmark\"?");
    EXPECT_EQ(diagnostic("[model]\ntype = 1\n[run]\nduration = 1\n"),
              "s.toml:2:8: error: model.type = 1: expected " + quoted_types<Subject>());
}

TEST(SceneValues, misspelt_word_names_the_nearest_one)
{
    EXPECT_EQ(
        diagnostic(bar_with("springs = \"spirl\"")),
        "s.toml:3:11: error: model.springs = \"spirl\": expected \"spiral\" or \"paired\"; did you mean "
        "\"spiral\"?");
    EXPECT_EQ(
        diagnostic(scene_with("[impact]\nlaw = 2020-01-01\n")),
        "s.toml:6:7: error: impact.law = 2020-01-01: expected \"newton\" or \"poisson\" or \"stronge\" or "
        "\"outward\" or \"hertz\"");
}

TEST(SceneValues, wrong_kind_is_named)
{
    EXPECT_EQ(diagnostic(bar_with("length = \"long\"")),
              "s.toml:3:10: error: model.length = \"long\": expected a number > 0 [m], not a string");
    EXPECT_EQ(diagnostic(bar_with("segments = 9.0")),
              "s.toml:3:12: error: model.segments = 9.0: expected an integer in [2, 10000000], not a "
              "floating-point number");
    EXPECT_EQ(
        diagnostic(bar_with("density = 1979-05-27T07:32:00Z")),
        "s.toml:3:11: error: model.density = 1979-05-27T07:32:00Z: expected a number > 0 [kg/m³], not a date "
        "and time");
    EXPECT_EQ(diagnostic(scene_with("stop_when_quiet = 1\n")),
              "s.toml:5:19: error: run.stop_when_quiet = 1: expected true or false, not an integer");
    EXPECT_EQ(diagnostic("title = true\n" + scene_with("")),
              "s.toml:1:9: error: title = true: expected a string, not a boolean");
    EXPECT_EQ(
        diagnostic(scene_with("[initial]\nvelocity = -1\n")),
        "s.toml:6:12: error: initial.velocity = -1: expected an array of 2 finite numbers [m/s], not an "
        "integer");
    EXPECT_EQ(diagnostic("model = 3\nrun = []\n"),
              "s.toml:1:9: error: model = 3: expected a table [model], not an integer\n"
              "s.toml:2:7: error: run = []: expected a table [run], not an array");
    EXPECT_EQ(diagnostic("[[model]]\ntype = \"bar\"\n[run]\nduration = 1\n"),
              "s.toml:1:1: error: model = [{…}]: expected a table [model], not an array of tables");
}

TEST(SceneValues, arrays_have_their_length_and_finite_numbers)
{
    EXPECT_EQ(
        diagnostic(scene_with("[initial]\nvelocity = [1, 2, 3]\n")),
        "s.toml:6:12: error: initial.velocity = [1, 2, 3]: expected an array of 2 finite numbers [m/s]");
    EXPECT_EQ(diagnostic(scene_with("[initial]\nvelocity = [1, nan]\n")),
              "s.toml:6:12: error: initial.velocity = [1, nan]: expected an array of 2 finite numbers [m/s]");
    EXPECT_EQ(
        diagnostic(scene_with("[initial]\nvelocity = [1, \"2\"]\n")),
        "s.toml:6:12: error: initial.velocity = [1, \"2\"]: expected an array of 2 finite numbers [m/s]");
}

TEST(SceneValues, values_out_of_range_are_errors)
{
    EXPECT_EQ(diagnostic(bar_with("segments = 1")),
              "s.toml:3:12: error: model.segments = 1: expected an integer in [2, 10000000]");
    EXPECT_EQ(
        diagnostic(bar_with("segments = 9223372036854775807")),
        "s.toml:3:12: error: model.segments = 9223372036854775807: expected an integer in [2, 10000000]");
    EXPECT_EQ(diagnostic(bar_with("density = 0")),
              "s.toml:3:11: error: model.density = 0: expected a finite number > 0 [kg/m³]");
    EXPECT_EQ(diagnostic(scene_with("[impact]\nrestitution = 1.5\n")),
              "s.toml:6:15: error: impact.restitution = 1.5: expected a finite number in [0, 1]");
    EXPECT_EQ(diagnostic(scene_with("[initial]\nangle_deg = 180\n")),
              "s.toml:6:13: error: initial.angle_deg = 180: expected a finite number in (0, 180) [°]");
    EXPECT_EQ(diagnostic(scene_with("[scheme]\ntype = \"event_newmark\"\nstep = 0\n")),
              "s.toml:7:8: error: scheme.step = 0: expected a finite number > 0 [s]");
}

TEST(SceneValues, values_that_are_not_finite_are_errors)
{
    EXPECT_EQ(diagnostic(bar_with("young = nan")),
              "s.toml:3:9: error: model.young = nan: expected a finite number > 0 [Pa]");
    EXPECT_EQ(diagnostic(scene_with("[initial]\nexcitation.phase_deg = -inf\n")),
              "s.toml:6:24: error: initial.excitation.phase_deg = -inf: expected a finite number in "
              "[-360000, 360000] [°]");
}

TEST(SceneValues, numbers_no_type_holds_are_errors)
{
    EXPECT_TRUE(diagnostic(bar_with("segments = 99999999999999999999")).starts_with("s.toml:3:"))
        << "integer";
    EXPECT_TRUE(diagnostic(bar_with("length = 1e999")).starts_with("s.toml:3:")) << "float";
}

TEST(SceneValues, values_that_contradict_each_other_are_errors)
{
    EXPECT_EQ(
        diagnostic(bar_with("length = 0.005")),
        "s.toml:3:10: error: model.length = 0.005: expected more than model.radius = 0.00635 by default (the "
        "hemisphere is part of the bar)");
    EXPECT_EQ(
        diagnostic(scene_with("[initial]\ntip_height = 0.001\n")),
        "s.toml:6:14: error: initial.tip_height = 0.001: expected at least model.radius = 0.00635 by default "
        "(the bar starts above the plane)");
    EXPECT_EQ(diagnostic(bar_with("radius = 0.02")),
              "s.toml:3:10: error: initial.tip_height = 0.01 by default: expected at least model.radius = "
              "0.02 (the "
              "bar starts above the plane)");
    EXPECT_EQ(
        diagnostic(scene_with("[initial.excitation]\nmode = 9\n")),
        "s.toml:6:8: error: initial.excitation.mode = 9: expected less than model.segments = 9 by default (n "
        "segments have n − 1 bending modes)");
    EXPECT_EQ(
        diagnostic("[model]\ntype = \"chain\"\n[run]\nduration = 0.02\n[impact]\nfriction = 0.1\n"),
        "s.toml:6:12: error: impact.friction = 0.1: expected 0 (the chain moves along the normal alone: "
        "nothing slides)");
    EXPECT_EQ(diagnostic(scene_with("sample_every = 0.03\n")),
              "s.toml:5:16: error: run.sample_every = 0.03: expected at most run.duration = 0.02");
}

TEST(SceneValues, bar_may_start_touching)
{
    EXPECT_EQ(diagnostic(scene_with("[initial]\ntip_height = 0.00635\n")), "accepted");
}

TEST(SceneValues, all_errors_are_reported_in_the_order_of_their_lines)
{
    EXPECT_EQ(diagnostic("[run]\nduration = -1\n[model]\ntype = \"bar\"\nsegments = 0\nlenght = 1\n"),
              "s.toml:2:12: error: run.duration = -1: expected a finite number in (0, 1000000000000] [s]\n"
              "s.toml:5:12: error: model.segments = 0: expected an integer in [2, 10000000]\n"
              "s.toml:6:1: error: model.lenght = 1: unknown key; did you mean 'length'?");
}

TEST(SceneValues, many_errors_are_counted)
{
    std::string text = scene_with("");
    for (int i = 0; i < 100; ++i) text += "key" + std::to_string(i) + " = 1\n";
    EXPECT_TRUE(diagnostic(text).ends_with("\ns.toml: error: and 80 more"));
}

}  // namespace
}  // namespace rebond::test
