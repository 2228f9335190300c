#include "io/scene/scene_texts.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(SceneToml, what_is_left_out_has_the_default_of_the_structs)
{
    const Scene scene = parse_scene(least_scene, "s.toml");
    EXPECT_EQ(scene.title, "");
    EXPECT_EQ(bar_of(scene).model.segments, BarSpec{}.segments);
    EXPECT_EQ(bar_of(scene).model.springs, Springs::paired);
    EXPECT_EQ(bar_of(scene).initial.velocity, BarInitial{}.velocity);
    EXPECT_FALSE(bar_of(scene).initial.excitation);
    EXPECT_EQ(scene.impact.restitution, 1.0);
    EXPECT_EQ(std::get<EventAccurate>(scene.scheme).step, 0.0);
    EXPECT_EQ(scene.run.duration, 0.02);
    EXPECT_EQ(scene.run.gravity, 9.81);
    EXPECT_FALSE(scene.run.sample_every);
    EXPECT_EQ(scene.analysis.restitution_window, 0.0025);
    EXPECT_FALSE(scene.analysis.episode_gap);
}

TEST(SceneToml, every_key_reaches_its_field)
{
    const Scene scene = parse_scene(R"(
title = "Bar on end"
[model]
type = "bar"
springs = "spiral"
segments = 20
length = 0.3
radius = 0.005
density = 7800
young = 2e11
tip_inertia = "consistent"
[initial]
angle_deg = 60
tip_height = 0.02
velocity = [0.5, -2]
[initial.excitation]
mode = 2
energy_fraction = 0.1
phase_deg = -45.0
[impact]
law = "newton"
restitution = 0.5
friction = 0
[scheme]
type = "event_newmark"
step = 1e-6
substep = "resolved"
[run]
duration = 1
gravity = 0
sample_every = 1e-5
stop_when_quiet = true
[analysis]
restitution_window = 1e-3
episode_gap = 1e-4
)",
                                    "s.toml");
    const auto& [model, initial] = bar_of(scene);
    EXPECT_EQ(scene.title, "Bar on end");
    EXPECT_EQ(model.springs, Springs::spiral);
    EXPECT_EQ(model.segments, 20);
    EXPECT_EQ(model.length, 0.3);
    EXPECT_EQ(model.radius, 0.005);
    EXPECT_EQ(model.density, 7800.0);
    EXPECT_EQ(model.young, 2e11);
    EXPECT_EQ(model.tip_inertia, TipInertia::consistent);
    EXPECT_EQ(initial.angle_deg, 60.0);
    EXPECT_EQ(initial.tip_height, 0.02);
    EXPECT_EQ(initial.velocity, (std::array{0.5, -2.0}));
    ASSERT_TRUE(initial.excitation);
    EXPECT_EQ(initial.excitation->mode, 2);
    EXPECT_EQ(initial.excitation->energy_fraction, 0.1);
    EXPECT_EQ(initial.excitation->phase_deg, -45.0);
    EXPECT_EQ(scene.impact.law, Law::newton);
    EXPECT_EQ(scene.impact.restitution, 0.5);
    EXPECT_EQ(std::get<EventNewmark>(scene.scheme).step, 1e-6);
    EXPECT_EQ(std::get<EventNewmark>(scene.scheme).substep, EventNewmark::Substep::resolved);
    EXPECT_EQ(scene.run.duration, 1.0);
    EXPECT_EQ(scene.run.gravity, 0.0);
    EXPECT_EQ(scene.run.sample_every, 1e-5);
    EXPECT_TRUE(scene.run.stop_when_quiet);
    EXPECT_EQ(scene.analysis.restitution_window, 1e-3);
    EXPECT_EQ(scene.analysis.episode_gap, 1e-4);
}

TEST(SceneToml, dotted_keys_and_inline_tables_are_tables)
{
    const Scene scene = parse_scene(
        "model.type = \"bar\"\nrun = { duration = 1 }\ninitial.excitation = { mode = 3 }\n", "s.toml");
    EXPECT_EQ(bar_of(scene).initial.excitation->mode, 3);
}

TEST(SceneToml, scheme_without_type_is_the_accurate_one)
{
    const Scene scene = parse_scene(scene_with("[scheme]\nstep = 1e-5\n"), "s.toml");
    EXPECT_EQ(std::get<EventAccurate>(scene.scheme).step, 1e-5);
}

TEST(SceneToml, empty_text_misses_its_keys)
{
    EXPECT_EQ(diagnostic(""), "s.toml:1:1: error: model.type is missing: expected " +
                                  quoted_types<Subject>() +
                                  "\ns.toml:1:1: error: run.duration is missing: simulated time, a number in "
                                  "(0, 1000000000000] [s]");
}

TEST(SceneToml, broken_toml_says_where)
{
    EXPECT_TRUE(diagnostic("[model]\ntype = \n").starts_with("s.toml:2:8: error: "));
    EXPECT_TRUE(diagnostic("[#").starts_with("s.toml:1:2: error: "));
    EXPECT_TRUE(diagnostic("\xff\xfe").starts_with("s.toml:1:1: error: "));
    EXPECT_TRUE(diagnostic(std::string_view("a = \0", 5)).starts_with("s.toml:1:5: error: "));
}

TEST(SceneToml, deep_nesting_is_an_error_and_no_crash)
{
    const auto repeated = [](std::string_view part, int count) {
        std::string text;
        for (int i = 0; i < count; ++i) text += part;
        return text;
    };
    for (const std::string_view part : {"[", "{a=", "[{a=", "a.", "[\n{a.b.c.d="}) {
        EXPECT_TRUE(diagnostic("x = " + repeated(part, 100'000)).starts_with("s.toml:")) << part;
        EXPECT_TRUE(diagnostic(repeated(part, 100'000)).starts_with("s.toml:")) << part;
    }
    EXPECT_EQ(diagnostic(repeated("a.", 100'000) + "a = 1"),
              "s.toml:1:1: error: a key of more than 16 parts");
    EXPECT_EQ(diagnostic("\n[" + repeated("'='.", 100'000) + "a]"),
              "s.toml:2:1: error: a key of more than 16 parts");
    EXPECT_EQ(diagnostic("x = ['''\"''', {" + repeated("a.", 100'000) + "a = 1}]"),
              "s.toml:1:1: error: a key of more than 16 parts");
}

TEST(SceneToml, dots_in_strings_and_comments_are_no_keys)
{
    EXPECT_EQ(diagnostic("# a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t\n"
                         "title = \"\"\"\"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t\"\"\"\"\n" +
                         scene_with("")),
              "accepted");
}

}  // namespace
}  // namespace rebond::test
