#include "rebond/io/scene_toml.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/toml_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

namespace rebond {
namespace {

constexpr std::string_view least_scene = R"(
[model]
type = "bar"
[run]
duration = 0.02
)";

const BarScene& bar_of(const Scene& scene)
{
    return std::get<BarScene>(scene.subject);
}

// The message of the InputError that `text` meets.
std::string complaint(std::string_view text, const std::vector<std::string>& overrides = {})
{
    try {
        parse_scene(text, "s.toml", overrides);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

// The least scene with `lines` in its [model], which begin on line 3.
std::string bar_with(std::string_view lines)
{
    return "[model]\ntype = \"bar\"\n" + std::string(lines) + "\n[run]\nduration = 0.02\n";
}

// The least scene followed by `lines`, which begin on line 5.
std::string scene_with(std::string_view lines)
{
    return "[model]\ntype = \"bar\"\n[run]\nduration = 0.02\n" + std::string(lines);
}

// A file of the test's own, removed with it.
class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view text)
        : path_(std::filesystem::temp_directory_path() /
                ("rebond_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
                 ".toml"))
    {
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

// ------------------------------------------------------------------------------- good scenes

TEST(SceneToml, WhatIsLeftOutHasTheDefaultOfTheStructs)
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

TEST(SceneToml, EveryKeyReachesItsField)
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

TEST(SceneToml, DottedKeysAndInlineTablesAreTables)
{
    const Scene scene = parse_scene(
        "model.type = \"bar\"\nrun = { duration = 1 }\ninitial.excitation = { mode = 3 }\n", "s.toml");
    EXPECT_EQ(bar_of(scene).initial.excitation->mode, 3);
}

TEST(SceneToml, SchemeWithoutTypeIsTheAccurateOne)
{
    const Scene scene = parse_scene(scene_with("[scheme]\nstep = 1e-5\n"), "s.toml");
    EXPECT_EQ(std::get<EventAccurate>(scene.scheme).step, 1e-5);
}

// ------------------------------------------------------------------------------- writing

TEST(SceneToml, NumbersAreWrittenShortAndReadBackToTheSameBits)
{
    EXPECT_EQ(toml_number(1e-6), "1e-6");
    EXPECT_EQ(toml_number(2.1e11), "2.1e11");
    EXPECT_EQ(toml_number(0.2), "0.2");
    EXPECT_EQ(toml_number(9.0), "9.0");
    EXPECT_EQ(toml_number(-0.0), "-0.0");

    std::mt19937_64 bits(1);
    for (int i = 0; i < 2000; ++i) {
        const double number = std::bit_cast<double>(bits());
        if (!(std::abs(number) <= std::numeric_limits<double>::max())) continue;
        Scene scene = parse_scene(least_scene, "s.toml");
        std::get<BarScene>(scene.subject).initial.velocity = {number, std::ldexp(number, -1000)};
        const Scene again = parse_scene(write_scene(scene), "written");
        for (std::size_t k = 0; k < 2; ++k)
            EXPECT_EQ(std::bit_cast<std::uint64_t>(bar_of(again).initial.velocity[k]),
                      std::bit_cast<std::uint64_t>(bar_of(scene).initial.velocity[k]));
    }
}

// Different scenes are written differently, so equal texts are equal scenes.
TEST(SceneToml, WrittenSceneReadsBackToTheSameScene)
{
    Scene scene = parse_scene(least_scene, "s.toml");
    auto& [model, initial] = std::get<BarScene>(scene.subject);
    scene.title = "quote \" backslash \\ newline \n tab \t bell \x07 delete \x7f and θ";
    model = {.springs = Springs::spiral, .segments = 10'000'000, .length = 1.0 / 3.0, .radius = 5e-324};
    model.tip_inertia = TipInertia::consistent;
    initial.velocity = {-0.0, 0.1 + 0.2};
    initial.excitation = Excitation{.mode = 9, .energy_fraction = 1e-300, .phase_deg = -1e300};
    scene.run.sample_every = 0.01;
    scene.run.stop_when_quiet = true;
    scene.analysis.episode_gap = 0.0;
    const std::vector<Scheme> schemes = {
        EventNewmark{.step = 0.1, .substep = EventNewmark::Substep::resolved},
        EventAccurate{.step = 1e-5, .tolerance = 1e-9}, PaoliSchatzman{.step = 0.3},
        PaoliSchatzmanImplicit{.step = 1e-7}};
    for (const Scheme& scheme : schemes) {
        scene.scheme = scheme;
        const std::string written = write_scene(scene);
        const Scene again = parse_scene(written, "written");
        EXPECT_EQ(again.title, scene.title);
        EXPECT_EQ(again.scheme.index(), scheme.index());
        EXPECT_EQ(write_scene(again), written);
    }
}

// ------------------------------------------------------------------------------- keys

TEST(SceneToml, MisspeltKeyNamesTheNearestOne)
{
    EXPECT_EQ(complaint(bar_with("segmens = 9")),
              "s.toml:3:1: error: model.segmens = 9: unknown key; did you mean 'segments'?");
    EXPECT_EQ(complaint(scene_with("[initial.excitation]\nphase = 9")),
              "s.toml:6:1: error: initial.excitation.phase = 9: unknown key; "
              "expected one of mode, energy_fraction, phase_deg");
}

TEST(SceneToml, MisspeltTableNamesTheNearestOne)
{
    EXPECT_EQ(complaint(scene_with("  [intial]\nangle_deg = 30\n")),
              "s.toml:5:4: error: [intial]: unknown key; did you mean 'initial'?");
}

TEST(SceneToml, KeyInTheWrongTableIsSentToTheRightOne)
{
    EXPECT_EQ(complaint(bar_with("gravity = 1")),
              "s.toml:3:1: error: model.gravity = 1: unknown key; it belongs in [run]");
    EXPECT_EQ(complaint(scene_with("[excitation]\n")),
              "s.toml:5:2: error: [excitation]: unknown key; it belongs in [initial]");
}

TEST(SceneToml, KeyOfAnotherSchemeSaysWhose)
{
    EXPECT_EQ(
        complaint(scene_with("[scheme]\ntype = \"paoli_schatzman\"\nstep = 1e-7\nsubstep = \"printed\"\n")),
        "s.toml:8:1: error: scheme.substep = \"printed\": it belongs to type event_newmark, this one is "
        "paoli_schatzman");
}

TEST(SceneToml, OddKeysAreShownOnOneLine)
{
    EXPECT_EQ(
        complaint(bar_with("\"a\\nb\" = [1, [2], {x = 3}]")),
        "s.toml:3:1: error: model.\"a\\u000Ab\" = [1, […], {…}]: unknown key; expected one of type, springs, "
        "segments, length, radius, density, young, tip_inertia");
}

TEST(SceneToml, DuplicateKeysAndTablesAreErrors)
{
    EXPECT_TRUE(complaint(bar_with("segments = 3\nsegments = 4")).starts_with("s.toml:4:")) << "key";
    EXPECT_TRUE(complaint(scene_with("[run]\n")).starts_with("s.toml:5:1: error: ")) << "table";
}

TEST(SceneToml, MissingKeySaysWhatItIs)
{
    EXPECT_EQ(complaint("[model]\ntype = \"bar\"\n\n  [run]\n"),
              "s.toml:4:3: error: run.duration is missing: simulated time, a number > 0 [s]");
    EXPECT_EQ(complaint("[run]\nduration = 1\n"),
              "s.toml:1:1: error: model.type is missing: expected \"bar\"");
    EXPECT_EQ(complaint("[run]\nduration = 1\n[model]\n"),
              "s.toml:3:1: error: model.type is missing: expected \"bar\"");
    EXPECT_EQ(complaint(scene_with("[scheme]\ntype = \"event_newmark\"\n")),
              "s.toml:5:1: error: scheme.step is missing: time step Δt, a number > 0 [s]");
}

// ------------------------------------------------------------------------------- values

TEST(SceneToml, MisspeltTypeNamesTheNearestOne)
{
    EXPECT_EQ(complaint("[model]\ntype = \"bra\"\n[run]\nduration = 1\n"),
              "s.toml:2:8: error: model.type = \"bra\": expected \"bar\"; did you mean \"bar\"?");
    EXPECT_EQ(
        complaint(scene_with("[scheme]\ntype = \"event_newmrk\"\n")),
        "s.toml:6:8: error: scheme.type = \"event_newmrk\": expected \"event_newmark\" or \"event_accurate\" "
        "or \"paoli_schatzman\" or \"paoli_schatzman_implicit\"; did you mean \"event_newmark\"?");
    EXPECT_EQ(complaint("[model]\ntype = 1\n[run]\nduration = 1\n"),
              "s.toml:2:8: error: model.type = 1: expected \"bar\"");
}

TEST(SceneToml, MisspeltWordNamesTheNearestOne)
{
    EXPECT_EQ(
        complaint(bar_with("springs = \"spirl\"")),
        "s.toml:3:11: error: model.springs = \"spirl\": expected \"spiral\" or \"paired\"; did you mean "
        "\"spiral\"?");
    EXPECT_EQ(complaint(scene_with("[impact]\nlaw = 2020-01-01\n")),
              "s.toml:6:7: error: impact.law = 2020-01-01: expected \"newton\"");
}

TEST(SceneToml, WrongKindIsNamed)
{
    EXPECT_EQ(complaint(bar_with("length = \"long\"")),
              "s.toml:3:10: error: model.length = \"long\": expected a number > 0 [m], not a string");
    EXPECT_EQ(complaint(bar_with("segments = 9.0")),
              "s.toml:3:12: error: model.segments = 9.0: expected an integer in [2, 10000000], not a "
              "floating-point number");
    EXPECT_EQ(
        complaint(bar_with("density = 1979-05-27T07:32:00Z")),
        "s.toml:3:11: error: model.density = 1979-05-27T07:32:00Z: expected a number > 0 [kg/m³], not a date "
        "and time");
    EXPECT_EQ(complaint(scene_with("stop_when_quiet = 1\n")),
              "s.toml:5:19: error: run.stop_when_quiet = 1: expected true or false, not an integer");
    EXPECT_EQ(complaint("title = true\n" + scene_with("")),
              "s.toml:1:9: error: title = true: expected a string, not a boolean");
    EXPECT_EQ(
        complaint(scene_with("[initial]\nvelocity = -1\n")),
        "s.toml:6:12: error: initial.velocity = -1: expected an array of 2 finite numbers [m/s], not an "
        "integer");
    EXPECT_EQ(complaint("model = 3\nrun = []\n"),
              "s.toml:1:9: error: model = 3: expected a table [model], not an integer\n"
              "s.toml:2:7: error: run = []: expected a table [run], not an array");
    EXPECT_EQ(complaint("[[model]]\ntype = \"bar\"\n[run]\nduration = 1\n"),
              "s.toml:1:1: error: model = [{…}]: expected a table [model], not an array of tables");
}

TEST(SceneToml, ArraysHaveTheirLengthAndFiniteNumbers)
{
    EXPECT_EQ(
        complaint(scene_with("[initial]\nvelocity = [1, 2, 3]\n")),
        "s.toml:6:12: error: initial.velocity = [1, 2, 3]: expected an array of 2 finite numbers [m/s]");
    EXPECT_EQ(complaint(scene_with("[initial]\nvelocity = [1, nan]\n")),
              "s.toml:6:12: error: initial.velocity = [1, nan]: expected an array of 2 finite numbers [m/s]");
    EXPECT_EQ(
        complaint(scene_with("[initial]\nvelocity = [1, \"2\"]\n")),
        "s.toml:6:12: error: initial.velocity = [1, \"2\"]: expected an array of 2 finite numbers [m/s]");
}

TEST(SceneToml, ValuesOutOfRangeAreErrors)
{
    EXPECT_EQ(complaint(bar_with("segments = 1")),
              "s.toml:3:12: error: model.segments = 1: expected an integer in [2, 10000000]");
    EXPECT_EQ(
        complaint(bar_with("segments = 9223372036854775807")),
        "s.toml:3:12: error: model.segments = 9223372036854775807: expected an integer in [2, 10000000]");
    EXPECT_EQ(complaint(bar_with("density = 0")),
              "s.toml:3:11: error: model.density = 0: expected a finite number > 0 [kg/m³]");
    EXPECT_EQ(complaint(scene_with("[impact]\nrestitution = 1.5\n")),
              "s.toml:6:15: error: impact.restitution = 1.5: expected a finite number in [0, 1]");
    EXPECT_EQ(complaint(scene_with("[initial]\nangle_deg = 180\n")),
              "s.toml:6:13: error: initial.angle_deg = 180: expected a finite number in (0, 180) [°]");
    EXPECT_EQ(complaint(scene_with("[scheme]\ntype = \"event_newmark\"\nstep = 0\n")),
              "s.toml:7:8: error: scheme.step = 0: expected a finite number > 0 [s]");
}

TEST(SceneToml, ValuesThatAreNotFiniteAreErrors)
{
    EXPECT_EQ(complaint(bar_with("young = nan")),
              "s.toml:3:9: error: model.young = nan: expected a finite number > 0 [Pa]");
    EXPECT_EQ(complaint(scene_with("[initial]\nexcitation.phase_deg = -inf\n")),
              "s.toml:6:24: error: initial.excitation.phase_deg = -inf: expected a finite number [°]");
}

TEST(SceneToml, NumbersNoTypeHoldsAreErrors)
{
    EXPECT_TRUE(complaint(bar_with("segments = 99999999999999999999")).starts_with("s.toml:3:")) << "integer";
    EXPECT_TRUE(complaint(bar_with("length = 1e999")).starts_with("s.toml:3:")) << "float";
}

TEST(SceneToml, ValuesThatContradictEachOtherAreErrors)
{
    EXPECT_EQ(
        complaint(bar_with("length = 0.005")),
        "s.toml:3:10: error: model.length = 0.005: expected more than model.radius = 0.00635 by default (the "
        "hemisphere is part of the bar)");
    EXPECT_EQ(
        complaint(scene_with("[initial]\ntip_height = 0.001\n")),
        "s.toml:6:14: error: initial.tip_height = 0.001: expected at least model.radius = 0.00635 by default "
        "(the bar starts above the plane)");
    EXPECT_EQ(complaint(bar_with("radius = 0.02")),
              "s.toml:3:10: error: initial.tip_height = 0.01 by default: expected at least model.radius = "
              "0.02 (the "
              "bar starts above the plane)");
    EXPECT_EQ(
        complaint(scene_with("[initial.excitation]\nmode = 9\n")),
        "s.toml:6:8: error: initial.excitation.mode = 9: expected less than model.segments = 9 by default (n "
        "segments have n − 1 bending modes)");
    EXPECT_EQ(complaint(scene_with("[impact]\nfriction = 0.1\n")),
              "s.toml:6:12: error: impact.friction = 0.1: expected 0 (the bar is frictionless)");
    EXPECT_EQ(complaint(scene_with("sample_every = 0.03\n")),
              "s.toml:5:16: error: run.sample_every = 0.03: expected at most run.duration = 0.02");
}

TEST(SceneToml, BarMayStartTouching)
{
    EXPECT_EQ(complaint(scene_with("[initial]\ntip_height = 0.00635\n")), "accepted");
}

TEST(SceneToml, AllErrorsAreReportedInTheOrderOfTheirLines)
{
    EXPECT_EQ(complaint("[run]\nduration = -1\n[model]\ntype = \"bar\"\nsegments = 0\nlenght = 1\n"),
              "s.toml:2:12: error: run.duration = -1: expected a finite number > 0 [s]\n"
              "s.toml:5:12: error: model.segments = 0: expected an integer in [2, 10000000]\n"
              "s.toml:6:1: error: model.lenght = 1: unknown key; did you mean 'length'?");
}

TEST(SceneToml, ManyErrorsAreCounted)
{
    std::string text = scene_with("");
    for (int i = 0; i < 100; ++i) text += "key" + std::to_string(i) + " = 1\n";
    EXPECT_TRUE(complaint(text).ends_with("\ns.toml: error: and 80 more"));
}

// ------------------------------------------------------------------------------- no scene at all

TEST(SceneToml, EmptyTextMissesItsKeys)
{
    EXPECT_EQ(complaint(""),
              "s.toml:1:1: error: model.type is missing: expected \"bar\"\n"
              "s.toml:1:1: error: run.duration is missing: simulated time, a number > 0 [s]");
}

TEST(SceneToml, BrokenTomlSaysWhere)
{
    EXPECT_TRUE(complaint("[model]\ntype = \n").starts_with("s.toml:2:8: error: "));
    EXPECT_TRUE(complaint("[#").starts_with("s.toml:1:2: error: "));
    EXPECT_TRUE(complaint("\xff\xfe").starts_with("s.toml:1:1: error: "));
    EXPECT_TRUE(complaint(std::string_view("a = \0", 5)).starts_with("s.toml:1:5: error: "));
}

TEST(SceneToml, DeepNestingIsAnErrorAndNoCrash)
{
    const auto repeated = [](std::string_view part, int count) {
        std::string text;
        for (int i = 0; i < count; ++i) text += part;
        return text;
    };
    for (const std::string_view part : {"[", "{a=", "[{a=", "a.", "[\n{a.b.c.d="}) {
        EXPECT_TRUE(complaint("x = " + repeated(part, 100'000)).starts_with("s.toml:")) << part;
        EXPECT_TRUE(complaint(repeated(part, 100'000)).starts_with("s.toml:")) << part;
    }
    EXPECT_EQ(complaint(repeated("a.", 100'000) + "a = 1"), "s.toml:1:1: error: a key of more than 16 parts");
    EXPECT_EQ(complaint("\n[" + repeated("'='.", 100'000) + "a]"),
              "s.toml:2:1: error: a key of more than 16 parts");
    EXPECT_EQ(complaint("x = ['''\"''', {" + repeated("a.", 100'000) + "a = 1}]"),
              "s.toml:1:1: error: a key of more than 16 parts");
}

TEST(SceneToml, DotsInStringsAndCommentsAreNoKeys)
{
    EXPECT_EQ(complaint("# a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t\n"
                        "title = \"\"\"\"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t\"\"\"\"\n" +
                        scene_with("")),
              "accepted");
}

// ------------------------------------------------------------------------------- overrides

TEST(SceneToml, OverridesReplaceAndAddValues)
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

TEST(SceneToml, BareWordInAnOverrideIsAString)
{
    const Scene scene = parse_scene(least_scene, "s.toml",
                                    {"model.springs=spiral", "scheme.type=paoli_schatzman", "scheme.step=1"});
    EXPECT_EQ(bar_of(scene).model.springs, Springs::spiral);
    EXPECT_EQ(std::get<PaoliSchatzman>(scene.scheme).step, 1.0);
}

TEST(SceneToml, OverrideMendsWhatTheFileHasWrong)
{
    EXPECT_EQ(complaint(bar_with("segments = 1"), {"model.segments=2"}), "accepted");
}

TEST(SceneToml, WrongOverridesAreNamed)
{
    EXPECT_EQ(complaint(least_scene, {"model.segmens=20"}),
              "--set model.segmens=20: error: model.segmens = 20: unknown key; did you mean 'segments'?");
    EXPECT_EQ(
        complaint(least_scene, {"model.springs=spirl"}),
        "--set model.springs=spirl: error: model.springs = \"spirl\": expected \"spiral\" or \"paired\"; did "
        "you mean \"spiral\"?");
    EXPECT_EQ(complaint(least_scene, {"modle.segments=20"}),
              "--set modle.segments=20: error: [modle]: unknown key; did you mean 'model'?");
    EXPECT_EQ(complaint(least_scene, {"run.duration=inf"}),
              "--set run.duration=inf: error: run.duration = inf: expected a finite number > 0 [s]");
    EXPECT_EQ(
        complaint(least_scene, {"initial.tip_height=0.001"}),
        "--set initial.tip_height=0.001: error: initial.tip_height = 0.001: expected at least model.radius = "
        "0.00635 by default (the bar starts above the plane)");
}

TEST(SceneToml, OverrideThatNeedsAnotherKeySaysWhich)
{
    EXPECT_EQ(
        complaint(least_scene, {"scheme.type=paoli_schatzman"}),
        "--set scheme.type=paoli_schatzman: error: scheme.step is missing: time step Δt, a number > 0 [s]");
}

TEST(SceneToml, OverridesThatAreNoneAreNamed)
{
    EXPECT_EQ(complaint(least_scene, {"model.segments"}),
              "--set model.segments: error: expected KEY=VALUE, for example model.segments=20");
    EXPECT_EQ(complaint(least_scene, {"model..segments=2"}),
              "--set model..segments=2: error: expected a dotted key, for example model.segments");
    EXPECT_EQ(complaint(least_scene, {"=2"}),
              "--set =2: error: expected a dotted key, for example model.segments");
    EXPECT_TRUE(complaint(least_scene, {"model.segments=2O"})
                    .starts_with("--set model.segments=2O: error: expected a TOML value: "));
    EXPECT_TRUE(complaint(least_scene, {"model.segments="})
                    .starts_with("--set model.segments=: error: expected a TOML value"));
    EXPECT_EQ(complaint(least_scene, {"run.gravity=1\n[model]"}),
              "--set run.gravity=1\n[model]: error: expected a TOML value on one line");
    EXPECT_EQ(
        complaint(least_scene, {"model.segments.x=2"}),
        "--set model.segments.x=2: error: model.segments = {…}: expected an integer in [2, 10000000], not a "
        "table");
    EXPECT_EQ(complaint(bar_with("segments = 9"), {"model.segments.x=2"}),
              "--set model.segments.x=2: error: segments is not a table");
}

// ------------------------------------------------------------------------------- files

TEST(SceneToml, FileIsReadWithItsText)
{
    const TemporaryFile file(least_scene);
    const SceneFile read = read_scene_file(file.path(), {"run.gravity=0"});
    EXPECT_EQ(read.text, least_scene);
    EXPECT_EQ(read.scene.run.gravity, 0.0);
    EXPECT_EQ(read_scene(file.path()).run.gravity, 9.81);
}

TEST(SceneToml, ErrorsInAFileBeginWithItsPath)
{
    const TemporaryFile file("[model]\n");
    try {
        read_scene(file.path());
        FAIL();
    } catch (const InputError& error) {
        EXPECT_TRUE(
            std::string(error.what()).starts_with(file.path() + ":1:1: error: model.type is missing"));
    }
}

TEST(SceneToml, WhatCannotBeReadIsAFileError)
{
    EXPECT_THROW(read_scene("/no/such/scene.toml"), FileError);
    EXPECT_THROW(read_scene(""), FileError);
    EXPECT_THROW(read_scene(std::filesystem::temp_directory_path().string()), FileError);
    EXPECT_THROW(read_scene("/dev/zero"), InputError);  // read like a pipe, and far too long
    EXPECT_THROW(read_scene(std::string(100'000, 'x')), FileError);
}

TEST(SceneToml, FileAboveSixteenMegabytesIsRefused)
{
    const TemporaryFile file("");
    std::filesystem::resize_file(file.path(), 20'000'000'000);  // sparse: it takes no room
    try {
        read_scene(file.path());
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.what(), file.path() + ":1:1: error: a scene of more than 16 MB");
    }
}

}  // namespace
}  // namespace rebond
