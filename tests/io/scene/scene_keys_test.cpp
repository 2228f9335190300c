#include "io/scene/scene_texts.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(SceneKeys, misspelt_key_names_the_nearest_one)
{
    EXPECT_EQ(diagnostic(bar_with("segmens = 9")),
              "s.toml:3:1: error: model.segmens = 9: unknown key; did you mean 'segments'?");
    EXPECT_EQ(diagnostic(scene_with("[initial.excitation]\nphase = 9")),
              "s.toml:6:1: error: initial.excitation.phase = 9: unknown key; "
              "expected one of mode, energy_fraction, phase_deg");
}

TEST(SceneKeys, misspelt_table_names_the_nearest_one)
{
    EXPECT_EQ(diagnostic(scene_with("  [intial]\nangle_deg = 30\n")),
              "s.toml:5:4: error: [intial]: unknown key; did you mean 'initial'?");
}

TEST(SceneKeys, key_in_the_wrong_table_is_sent_to_the_right_one)
{
    EXPECT_EQ(diagnostic(bar_with("gravity = 1")),
              "s.toml:3:1: error: model.gravity = 1: unknown key; it belongs in [run]");
    EXPECT_EQ(diagnostic(scene_with("[excitation]\n")),
              "s.toml:5:2: error: [excitation]: unknown key; it belongs in [initial]");
}

TEST(SceneKeys, only_tables_that_the_model_has_are_named)
{
    const std::string balls =
        "[model]\ntype = \"balls\"\n[[model.ball]]\nmass = 1\nradius = 1\nposition = [0, 1]\n"
        "restitution = 0.5\n[run]\nduration = 1\n";
    const std::string text = diagnostic(balls);
    EXPECT_NE(text.find("restitution = 0.5 in ball 1: unknown key; it belongs in ["), std::string::npos)
        << text;
    EXPECT_NE(text.find("[impact]"), std::string::npos) << text;
    EXPECT_EQ(text.find("[contact]"), std::string::npos) << text;
}

TEST(SceneKeys, key_of_another_scheme_says_whose)
{
    EXPECT_EQ(
        diagnostic(scene_with("[scheme]\ntype = \"paoli_schatzman\"\nstep = 1e-7\nsubstep = \"printed\"\n")),
        "s.toml:8:1: error: scheme.substep = \"printed\": it belongs to type event_newmark, this one is "
        "paoli_schatzman");
}

TEST(SceneKeys, odd_keys_are_shown_on_one_line)
{
    EXPECT_EQ(
        diagnostic(bar_with("\"a\\nb\" = [1, [2], {x = 3}]")),
        "s.toml:3:1: error: model.\"a\\u000Ab\" = [1, […], {…}]: unknown key; expected one of type, springs, "
        "segments, length, radius, density, young, tip_inertia");
}

TEST(SceneKeys, duplicate_keys_and_tables_are_errors)
{
    EXPECT_TRUE(diagnostic(bar_with("segments = 3\nsegments = 4")).starts_with("s.toml:4:")) << "key";
    EXPECT_TRUE(diagnostic(scene_with("[run]\n")).starts_with("s.toml:5:1: error: ")) << "table";
}

TEST(SceneKeys, missing_key_says_what_it_is)
{
    EXPECT_EQ(
        diagnostic("[model]\ntype = \"bar\"\n\n  [run]\n"),
        "s.toml:4:3: error: run.duration is missing: simulated time, a number in (0, 1000000000000] [s]");
    EXPECT_EQ(diagnostic("[run]\nduration = 1\n"),
              "s.toml:1:1: error: model.type is missing: expected " + quoted_types<Subject>());
    EXPECT_EQ(diagnostic("[run]\nduration = 1\n[model]\n"),
              "s.toml:3:1: error: model.type is missing: expected " + quoted_types<Subject>());
    EXPECT_EQ(diagnostic(scene_with("[scheme]\ntype = \"event_newmark\"\n")),
              "s.toml:5:1: error: scheme.step is missing: time step Δt, a number > 0 [s]");
}

}  // namespace
}  // namespace rebond::test
