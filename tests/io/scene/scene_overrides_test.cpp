#include "io/scene/scene_texts.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(SceneOverrides, overrides_replace_and_add_values)
{
    const Scene scene =
        parse_scene(bar_with("segments = 9"), "s.toml",
                    {"model.segments=20", "impact.restitution = 0.5", "model.springs=\"spiral\"",
                     "initial.velocity=[0, -2]", "initial.excitation={mode=2}",
                     "initial.excitation.phase_deg=90", "model.segments=21"});
    EXPECT_EQ(bar_of(scene).model.segments, 21);
    EXPECT_EQ(scene.impact.restitution, 0.5);
    EXPECT_EQ(bar_of(scene).model.springs, Springs::spiral);
    EXPECT_EQ(bar_of(scene).initial.velocity[1], -2.0);
    EXPECT_EQ(bar_of(scene).initial.excitation->mode, 2);
    EXPECT_EQ(bar_of(scene).initial.excitation->phase_deg, 90.0);
}

TEST(SceneOverrides, bare_word_in_an_override_is_a_string)
{
    const Scene scene = parse_scene(least_scene, "s.toml",
                                    {"model.springs=spiral", "scheme.type=paoli_schatzman", "scheme.step=1"});
    EXPECT_EQ(bar_of(scene).model.springs, Springs::spiral);
    EXPECT_EQ(std::get<PaoliSchatzman>(scene.scheme).step, 1.0);
}

TEST(SceneOverrides, plain_text_in_an_override_is_a_string)
{
    for (const char* title : {"my run", "K.mtx", "./a-b/K_2.mtx", "../K.mtx", "/data/K.mtx"})
        EXPECT_EQ(parse_scene(least_scene, "s.toml", {std::string("title=") + title}).title, title);
    const std::string text = diagnostic(least_scene, {"title=3 balls"});
    EXPECT_TRUE(text.ends_with("if a string is meant, in TOML's quotes inside the shell's: '\"3 balls\"'"))
        << text;
    EXPECT_EQ(diagnostic(least_scene, {"model.segments=K.mtx"}),
              "--set model.segments=K.mtx: error: model.segments = \"K.mtx\": expected an integer in [2, "
              "10000000], "
              "not a string");
    EXPECT_TRUE(diagnostic(least_scene, {"scheme.type=moreu"}).ends_with("did you mean \"moreau_jean\"?"));
    for (const char* other : {"a=1", "a # b", "a, b", "a\"b", "\xff", "a\xff b"})
        EXPECT_NE(diagnostic(least_scene, {std::string("title=") + other}).find("expected a TOML value"),
                  std::string::npos)
            << other;
}

TEST(SceneOverrides, override_mends_what_the_file_has_wrong)
{
    EXPECT_EQ(diagnostic(bar_with("segments = 1"), {"model.segments=2"}), "accepted");
}

TEST(SceneOverrides, wrong_overrides_are_named)
{
    EXPECT_EQ(diagnostic(least_scene, {"model.segmens=20"}),
              "--set model.segmens=20: error: model.segmens = 20: unknown key; did you mean 'segments'?");
    EXPECT_EQ(
        diagnostic(least_scene, {"model.springs=spirl"}),
        "--set model.springs=spirl: error: model.springs = \"spirl\": expected \"spiral\" or \"paired\"; did "
        "you mean \"spiral\"?");
    EXPECT_EQ(diagnostic(least_scene, {"modle.segments=20"}),
              "--set modle.segments=20: error: [modle]: unknown key; did you mean 'model'?");
    EXPECT_EQ(diagnostic(least_scene, {"run.duration=inf"}),
              "--set run.duration=inf: error: run.duration = inf: expected a finite number in (0, "
              "1000000000000] [s]");
    EXPECT_EQ(diagnostic(least_scene, {"run.duration=1e300"}),
              "--set run.duration=1e300: error: run.duration = 1e300: expected a finite number in (0, "
              "1000000000000] [s]");
    EXPECT_EQ(
        diagnostic(least_scene, {"initial.tip_height=0.001"}),
        "--set initial.tip_height=0.001: error: initial.tip_height = 0.001: expected at least model.radius = "
        "0.00635 by default (the bar starts above the plane)");
}

TEST(SceneOverrides, override_that_needs_another_key_says_which)
{
    EXPECT_EQ(
        diagnostic(least_scene, {"scheme.type=paoli_schatzman"}),
        "--set scheme.type=paoli_schatzman: error: scheme.step is missing: time step Δt, a number > 0 [s]");
}

TEST(SceneOverrides, overrides_that_are_none_are_named)
{
    EXPECT_EQ(diagnostic(least_scene, {"model.segments"}),
              "--set model.segments: error: expected KEY=VALUE, for example model.segments=20");
    EXPECT_EQ(diagnostic(least_scene, {"model..segments=2"}),
              "--set model..segments=2: error: expected a dotted key, for example model.segments");
    EXPECT_EQ(diagnostic(least_scene, {"=2"}),
              "--set =2: error: expected a dotted key, for example model.segments");
    EXPECT_TRUE(diagnostic(least_scene, {"model.segments=2O"})
                    .starts_with("--set model.segments=2O: error: expected a TOML value: "));
    EXPECT_TRUE(diagnostic(least_scene, {"model.segments="})
                    .starts_with("--set model.segments=: error: expected a TOML value"));
    EXPECT_EQ(diagnostic(least_scene, {"run.gravity=1\n[model]"}),
              "--set run.gravity=1\n[model]: error: expected a TOML value on one line");
    EXPECT_EQ(
        diagnostic(least_scene, {"model.segments.x=2"}),
        "--set model.segments.x=2: error: model.segments = {…}: expected an integer in [2, 10000000], not a "
        "table");
    EXPECT_EQ(diagnostic(bar_with("segments = 9"), {"model.segments.x=2"}),
              "--set model.segments.x=2: error: model.segments is not a table");
}

TEST(SceneOverrides, another_scheme_lets_go_of_the_keys_of_the_one_in_the_file)
{
    const std::string accurate =
        scene_with("[scheme]\ntype = \"event_accurate\"\nstep = 0\ntolerance = 1e-7\n");
    const Scene scene = parse_scene(accurate, "s.toml", {"scheme.type=\"moreau_jean\"", "scheme.step=1e-7"});
    EXPECT_EQ(std::get<MoreauJean>(scene.scheme).step, 1e-7);
    // A step of 0 is none.
    EXPECT_EQ(diagnostic(accurate, {"scheme.type=moreau_jean"}),
              "s.toml:5:1: error: scheme.step is missing: time step h, a number > 0 [s]");
    // The same scheme again keeps them.
    EXPECT_EQ(std::get<EventAccurate>(parse_scene(accurate, "s.toml", {"scheme.type=event_accurate"}).scheme)
                  .tolerance,
              1e-7);
    // What is wrong on the command line or in the file alone stays wrong.
    EXPECT_EQ(
        diagnostic(accurate, {"scheme.type=moreau_jean", "scheme.step=1e-7", "scheme.tolerance=1e-6"}),
        "--set scheme.tolerance=1e-6: error: scheme.tolerance = 1e-6: it belongs to type event_accurate, "
        "this one is moreau_jean");
    EXPECT_NE(diagnostic(scene_with("[scheme]\ntype = \"moreau_jean\"\nstep = 1e-7\ntolerance = 1e-7\n")),
              "accepted");
    EXPECT_NE(diagnostic(scene_with("[scheme]\ntolerances = 1e-7\n"),
                         {"scheme.type=moreau_jean", "scheme.step=1e-7"}),
              "accepted");
}

}  // namespace
}  // namespace rebond::test
