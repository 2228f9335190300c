// What the program refuses, how it says so, and that it leaves no trace.
#include "apps/refusals.hpp"

#include <random>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

TEST_F(Refusals, a_key_nobody_knows_is_an_error)
{
    expect_refused(with(short_drop, "density =", "wetness ="), "wetness",
                   {"model.wetness = 7876.74", "unknown key"});
    expect_refused(short_drop + "[weather]\nwind = 1\n", "weather", {"weather", "unknown"});
}

const std::string two_balls = R"([model]
type = "balls"
[[model.ball]]
mass = 1.0
radius = 0.5
position = [0.0, 0.0]
[[model.ball]]
mass = 2.0
radius = 0.5
position = [1.5, 0.0]
[run]
duration = 1.0
)";

TEST_F(Refusals, balls_that_overlap_or_have_no_mass_are_errors)
{
    expect_refused(with(two_balls, "[1.5, 0.0]", "[0.7, 0.0]"), "[0.7, 0.0]",
                   {"model.ball.position = [0.7, 0.0] in ball 2", "balls 1 and 2 overlap by 0.3 m"});
    expect_refused(with(two_balls, "type = \"balls\"", "type = \"balls\"\nfloor = 0.0"), "[0.0, 0.0]",
                   {"model.ball.position = [0.0, 0.0] in ball 1", "ball 1 and the floor overlap by 0.5 m"});
    expect_refused(with(two_balls, "mass = 2.0", "mass = 0.0"), "0.0\nradius = 0.5\nposition = [1.5",
                   {"model.ball.mass = 0.0 in ball 2", "> 0 [kg]"});
    expect_refused(with(two_balls, "mass = 2.0\n", ""), "[[model.ball]]\nradius",
                   {"model.ball.mass is missing in ball 2"});
    expect_refused("[model]\ntype = \"balls\"\n[run]\nduration = 1.0\n", "[model]",
                   {"model.ball", "tables [[model.ball]]"});
    expect_refused(two_balls + "[scheme]\ntype = \"event_modal\"\n", "\"event_modal\"",
                   {"scheme.type", "gaps that bend", "event_accurate"});
    expect_refused(two_balls + "[impact]\nlaw = \"hertz\"\n", "\"hertz\"",
                   {"impact.law", "or a number impact.hertz_stiffness"});
    expect_refused(two_balls + "[impact]\nlaw = \"hertz\"\nhertz_stiffness = 1e9\nrestitution = 0.25\n",
                   "0.25\n", {"impact.restitution = 0.25", "a Hertz contact loses no energy"});
    const std::string hertz = "[impact]\nlaw = \"hertz\"\nhertz_stiffness = 1e9\n";
    const std::string plane = "[[model.plane]]\npoint = [0.0, -0.75]\nnormal = [0.0, 1.0]\n";
    expect_refused(two_balls + hertz + "friction = 0.25\n", "0.25\n",
                   {"impact.friction = 0.25: expected 0", "a Hertz contact has no friction"});
    expect_refused(
        two_balls + plane + "restitution = 0.25\n" + hertz, "0.25\n",
        {"model.plane.restitution = 0.25 in plane 1: expected 1", "a Hertz contact loses no energy"});
    expect_refused(two_balls + plane + "friction = 0.25\n" + hertz, "0.25\n",
                   {"model.plane.friction = 0.25 in plane 1: expected 0", "a Hertz contact has no friction"});
    expect_refused(with(two_balls, "mass = 2.0", "mass = 2.0\ninertia = -0.25"), "-0.25",
                   {"model.ball.inertia = -0.25 in ball 2", "> 0 [kg m²]"});
}

TEST_F(Refusals, walls_that_leave_balls_no_room_are_errors)
{
    const auto walled = [](const std::string& walls) { return with(two_balls, "[run]", walls + "[run]"); };
    expect_refused(walled("[[model.plane]]\npoint = [0.0, 0.0]\nnormal = [0.0, 0.0]\n"), "[0.0, 0.0]\n[run]",
                   {"model.plane.normal = [0.0, 0.0] in plane 1", "a normal that is not zero"});
    expect_refused(walled("[[model.plane]]\npoint = [-0.25, 0.0]\nnormal = [1.0, 0.0]\n"), "[0.0, 0.0]",
                   {"model.ball.position = [0.0, 0.0] in ball 1", "ball 1 and plane 1 overlap by 0.25 m"});
    expect_refused(
        walled("[[model.plane]]\npoint = [0.0, -0.5]\nnormal = [0.0, 1.0]\n"
               "[[model.plane]]\npoint = [0.0, 0.25]\nnormal = [0.0, -1.0]\n"),
        "[0.0, 0.25]",
        {"model.plane.point = [0.0, 0.25] in plane 2", "room between plane 1 and plane 2", "0.75 m"});
    // Far enough apart, but for a moment.
    expect_refused(walled("[[model.plane]]\npoint = [0.0, -0.75]\nnormal = [0.0, 1.0]\n"
                          "motion = { amplitude = 0.25, frequency_hz = 2.0 }\n"
                          "[[model.plane]]\npoint = [0.0, 0.625]\nnormal = [0.0, -1.0]\n"
                          "motion = { amplitude = 0.25, frequency_hz = 3.0 }\n"),
                   "[0.0, 0.625]",
                   {"model.plane.point = [0.0, 0.625] in plane 2", "0.875 m apart where they are closest"});
    // A box that moves as a whole keeps its width.
    EXPECT_EQ(run(walled("[[model.plane]]\npoint = [0.0, -0.75]\nnormal = [0.0, 1.0]\n"
                         "motion = { amplitude = 0.25, frequency_hz = 2.0, phase_deg = 90.0 }\n"
                         "[[model.plane]]\npoint = [0.0, 0.625]\nnormal = [0.0, -1.0]\n"
                         "motion = { amplitude = 0.25, frequency_hz = 2.0, phase_deg = 270.0 }\n"))
                  .code,
              0);
    fs::remove_all(folder_ / "out");
    expect_refused(walled("[[model.circle]]\ncentre = [0.0, 0.0]\nradius = 0.4\n"), "0.4",
                   {"model.circle.radius = 0.4 in circle 1", "more than the radius of ball 1", "0.5 m"});
    expect_refused(walled("[[model.circle]]\ncentre = [3.0, 0.0]\nradius = 1.5\nside = \"outside\"\n"),
                   "[1.5, 0.0]",
                   {"model.ball.position = [1.5, 0.0] in ball 2", "ball 2 and circle 1 overlap by 0.5 m"});
    expect_refused(walled("[[model.circle]]\ncentre = [3.0, 0.0]\nradius = 1.5\nside = \"below\"\n"),
                   "\"below\"", {"model.circle.side", "\"inside\" or \"outside\""});
}

const std::string rough_mass = R"([model]
type = "linear"
mass = [[1.0, 0.0], [0.0, 1.0]]
stiffness = [[100.0, 0.0], [0.0, 0.0]]
force = [0.0, -10.0]
[[contact]]
normal = [0.0, 1.0]
tangent = [1.0, 0.0]
[impact]
friction = 0.5
[run]
duration = 0.01
)";

TEST_F(Refusals, contacts_that_cannot_slide_or_move_are_errors)
{
    expect_refused(with(rough_mass, "tangent = [1.0, 0.0]", "tangent = [0.0, 2.0]"), "[0.0, 2.0]",
                   {"contact.tangent = [0.0, 2.0] in contact 1", "parallel to the normal"});
    expect_refused(with(rough_mass, "tangent = [1.0, 0.0]\n", ""), "[[contact]]",
                   {"contact.tangent", "in contact 1", "its friction is 0.5", "add tangent"});
    expect_refused(with(rough_mass, "tangent = [1.0, 0.0]", "tangent = { 2 = 1.0 }"), "1.0 }",
                   {"contact.tangent.2 = 1.0 in contact 1", "below 2"});
    expect_refused(with(rough_mass, "tangent = [1.0, 0.0]", "tangent = [1.0]"), "[1.0]\n",
                   {"contact.tangent = [1.0] in contact 1", "2 numbers"});
    expect_refused(with(rough_mass, "force = [0.0, -10.0]",
                        "force = [0.0, -10.0]\n[[model.node]]\nposition = [0.0, 0.0]\ndofs = [0, 5]"),
                   "5]", {"model.node.dofs = [0, 5] in node 1", "below 2", "−1 for none"});
    expect_refused(with(rough_mass, "[impact]", "[initial]\nposition = \"static\"\n[impact]"), "\"static\"",
                   {"initial.position = \"static\"", "model.stiffness is not positive definite"});
    const std::string shaken =
        with(rough_mass, "tangent = [1.0, 0.0]",
             "tangent = [1.0, 0.0]\nmotion = { amplitude = 1e-3, frequency_hz = 1e4, phase_deg = 180.0 }");
    expect_refused(shaken + "[scheme]\ntype = \"moreau_jean\"\nstep = 1e-4\n", "1e-4",
                   {"scheme.step = 1e-4", "half a period of the fastest moving stop"});
    const std::string hertz = "[[contact]]\nnormal = [0.0, 1.0]\nlaw = \"hertz\"\nhertz_stiffness = 1e6\n";
    expect_refused(with(rough_mass, "[impact]", hertz + "restitution = 0.25\nfriction = 0.0\n[impact]"),
                   "0.25",
                   {"contact.restitution = 0.25 in contact 2",
                    "expected 1: contact 2, a Hertz contact, loses no energy"});
    expect_refused(with(rough_mass, "[impact]", hertz + "tangent = [1.0, 0.0]\n[impact]"), "0.5",
                   {"impact.friction = 0.5: expected 0", "contact 2, a Hertz contact, has no friction"});
    expect_refused(
        with(rough_mass, "[impact]",
             hertz + "tangent = [1.0, 0.0]\nname = \"stop\"\nfriction = 0.25\n[impact]"),
        "0.25",
        {"contact.friction = 0.25 in contact 2: expected 0", "stop, a Hertz contact, has no friction"});
    // A tangent without friction is fine.
    EXPECT_EQ(run(with(rough_mass, "friction = 0.5", "friction = 0.0")).code, 0);
}

// A key that was left out shows what it has.
TEST_F(Refusals, a_default_that_does_not_serve_is_shown_by_its_value)
{
    std::string crowd = "[model]\ntype = \"balls\"\n";
    for (int i = 0; i < 130; ++i)
        crowd += "[[model.ball]]\nmass = 1.0\nradius = 0.4\nposition = [" + std::to_string(i) + ".0, 0.0]\n";
    const Ended ended = run(crowd + "[run]\nduration = 1.0\n");
    EXPECT_EQ(ended.code, 2);
    expect_said(ended, {"scheme.type = \"event_accurate\" by default", "expected moreau_jean"});
    // Walls of a crowd may not be too fast either.
    expect_refused(crowd +
                       "[[model.plane]]\npoint = [0.0, -1.0]\nnormal = [0.0, 1.0]\n"
                       "motion = { amplitude = 0.01, frequency_hz = 2000.0 }\n"
                       "[scheme]\ntype = \"moreau_jean\"\nstep = 1e-3\n[run]\nduration = 1.0\n",
                   "1e-3", {"scheme.step = 0.001", "half a period of the fastest moving stop"});
}

// No advice leads to a scheme that refuses the scene.
TEST_F(Refusals, advice_where_laws_do_not_cover_an_impact_names_what_runs)
{
    const std::string corner = R"([model]
type = "linear"
mass = [[2.0, 0.5], [0.5, 1.0]]
stiffness = [[0.0, 0.0], [0.0, 0.0]]
[[contact]]
normal = [0.0, 1.0]
tangent = [1.0, 0.0]
[[contact]]
normal = [1.0, 0.0]
tangent = [0.0, 1.0]
[initial]
position = [0.25, 0.25]
velocity = [-1.0, -1.0]
[impact]
law = "stronge"
restitution = 0.5
friction = 0.25
[run]
duration = 1.0
)";
    const Ended ended = run(corner);
    EXPECT_EQ(ended.code, 3);
    EXPECT_TRUE(holds(ended.err + ended.out, "\"poisson\"")) << ended.err << ended.out;
    // As it says.
    const Ended poisson = run(with(corner, "\"stronge\"", "\"poisson\""),
                              {"--force", "--set", "scheme.type=moreau_jean", "--set", "scheme.step=1e-4"});
    EXPECT_EQ(poisson.code, 0) << poisson.err;
}

const std::string ball_on_beam = R"([model]
type = "ball_on_beam"
location = 0.5
[model.ball]
mass = 0.1
[model.beam]
support = "clamped_free"
modes = 40
[run]
duration = 1.0
)";

TEST_F(Refusals, a_ball_beside_the_beam_and_more_modes_than_it_has_are_errors)
{
    expect_refused(with(ball_on_beam, "location = 0.5", "location = 1.25"), "1.25",
                   {"model.location = 1.25", "at most the length of the beam"});
    expect_refused(with(ball_on_beam, "location = 0.5", "location = 0.0"), "0.0",
                   {"model.location = 0.0", "not a support"});
    expect_refused(with(ball_on_beam, "modes = 40", "modes = 100000"), "100000",
                   {"model.beam.modes", "[1, 1000]"});
    expect_refused(with(ball_on_beam, "mass = 0.1", "mass = 0.0"), "0.0", {"model.ball.mass = 0.0", "> 0"});
    expect_refused(
        ball_on_beam + "[[model.beam.section]]\nheight = 1e-9\n[[model.beam.section]]\nheight = 1.0\n",
        "[model]", {"model = ", "expected sections whose modes can be resolved"});
    expect_refused(with(ball_on_beam, "duration = 1.0", "duration = 1.0\ngravity = 9.81"), "9.81",
                   {"run.gravity", "weight"});
    expect_refused(ball_on_beam + "[initial]\nvelocity = 2.5\n", "2.5", {"initial.velocity = 2.5", "< 0"});
}

TEST_F(Refusals, a_misspelt_key_is_corrected)
{
    expect_refused(with(short_drop, "segments", "segmets"), "segmets",
                   {"model.segmets = 9", "did you mean 'segments'?"});
    expect_refused(with(short_drop, "[impact]", "[imapct]"), "imapct", {"did you mean 'impact'?"});
}

TEST_F(Refusals, a_misspelt_word_is_corrected)
{
    expect_refused(with(short_drop, "\"paired\"", "\"piared\""), "\"piared\"",
                   {"model.springs", R"(expected "spiral" or "paired"; did you mean "paired"?)"});
    expect_refused(with(short_drop, "event_accurate", "event_acurate"), "\"event_acurate\"",
                   {"scheme.type", R"(did you mean "event_accurate"?)"});
    expect_refused(with(short_drop, "\"bar\"", "\"bat\""), "\"bat\"", {"model.type", R"("bar")"});
}

TEST_F(Refusals, a_value_of_the_wrong_kind_is_an_error)
{
    expect_refused(with(short_drop, "segments = 9", "segments = \"nine\""), "\"nine\"",
                   {"model.segments = \"nine\"", "expected an integer", "not a string"});
    expect_refused(with(short_drop, "segments = 9", "segments = 9.5"), "9.5",
                   {"model.segments = 9.5", "not a floating-point number"});
    expect_refused(with(short_drop, "[0.0, -1.0]", "-1.0"), "-1.0", {"initial.velocity", "an array of 2"});
    expect_refused(with(short_drop, "[0.0, -1.0]", "[0.0, -1.0, 0.0]"), "[0.0, -1.0, 0.0]",
                   {"initial.velocity", "an array of 2"});
}

TEST_F(Refusals, a_value_out_of_range_is_an_error)
{
    expect_refused(with(short_drop, "0.2", "-0.2"), "-0.2", {"model.length = -0.2", "> 0 [m]"});
    expect_refused(with(short_drop, "0.2", "nan"), "nan", {"model.length = nan", "finite"});
    expect_refused(with(short_drop, "2.1e11", "inf"), "inf", {"model.young = inf", "finite"});
    expect_refused(with(short_drop, "2.1e11", "-inf"), "-inf", {"model.young = -inf", "finite"});
    expect_refused(with(short_drop, "[0.0, -1.0]", "[0.0, nan]"), "[0.0, nan]",
                   {"initial.velocity", "finite"});
    for (const char* segments : {"0", "1", "-3", "1000000000"})
        expect_refused(with(short_drop, "segments = 9", std::string("segments = ") + segments),
                       std::string(segments) + "\nlength",
                       {std::string("model.segments = ") + segments, "[2, 10000000]"});
    expect_refused(with(short_drop, "duration = 0.001", "duration = 0"), "0\ngravity",
                   {"run.duration = 0", "in (0, 1000000000000] [s]"});
    expect_refused(with(short_drop, "restitution = 0.5", "restitution = 1.5"), "1.5",
                   {"impact.restitution = 1.5", "[0, 1]"});
    expect_refused(with(short_drop, "9.81", "-9.81"), "-9.81", {"run.gravity = -9.81"});
    const std::string shaken = with(rough_mass, "friction = 0.5",
                                    "friction = 0.5\n[[model.harmonic]]\namplitude = [1.0, 0.0]\n"
                                    "frequency_hz = 3.0\nphase_deg = 45.0");
    expect_refused(with(shaken, "3.0", "1e300"), "1e300",
                   {"model.harmonic.frequency_hz = 1e300 in harmonic 1", "in [0, 1000000000000] [Hz]"});
    expect_refused(with(shaken, "45.0", "1e300"), "1e300",
                   {"model.harmonic.phase_deg = 1e300 in harmonic 1", "[-360000, 360000] [°]"});
    const std::string moving =
        with(rough_mass, "tangent = [1.0, 0.0]",
             "tangent = [1.0, 0.0]\nmotion = { amplitude = 1e-3, frequency_hz = 3.0 }");
    expect_refused(with(moving, "3.0", "1e300"), "1e300",
                   {"contact.motion.frequency_hz = 1e300 in contact 1"});
    expect_refused(with(with(shaken, "3.0", "1e12"), "duration = 0.01", "duration = 20.0"), "20.0",
                   {"run.duration = 20.0: expected at most 1.25 s", "1e+12 Hz"});
}

TEST_F(Refusals, values_that_contradict_each_other_are_an_error)
{
    expect_refused(with(short_drop, "1e-5", "0.01"), "0.01\n",
                   {"run.sample_every = 0.01", "run.duration = 0.001"});
    expect_refused(with(short_drop, "friction = 0.0", "friction = -0.3"), "-0.3",
                   {"impact.friction = -0.3", "≥ 0"});
    expect_refused(with(short_drop, "0.00675", "0.006"), "0.006\n",
                   {"initial.tip_height = 0.006", "model.radius = 0.00635"});
    expect_refused(with(short_drop, "length = 0.2", "length = 0.005"), "0.005",
                   {"model.length = 0.005", "model.radius"});
}

TEST_F(Refusals, an_explicit_step_above_the_stability_limit_names_the_limit)
{
    const std::string explicit_scene =
        with(with(short_drop, "\"event_accurate\"", "\"paoli_schatzman\"\nstep = 1e-6"), "paired", "spiral");
    expect_refused(explicit_scene, "1e-6", {"scheme.step = 1e-6", "stability limit", "3.63324e-07 s"});
    expect_refused(with(explicit_scene, "1e-6", "3.6333e-7"), "3.6333e-7", {"stability limit"});
}

TEST_F(Refusals, a_start_inside_the_plane_is_an_error)
{
    const std::string touching = with(short_drop, "0.00675", "0.006351");
    expect_refused(touching + "[initial.excitation]\nenergy_fraction = 10.0\nphase_deg = 180\n", "0.006351",
                   {"initial.tip_height = 0.006351", "expected at least 0.0069", "excitation"});
}

TEST_F(Refusals, masses_that_vanish_or_overflow_are_an_error)
{
    for (const auto& [type, value] : std::vector<std::pair<std::string, std::string>>{
             {"chain", "length = 1e-300"}, {"chain", "area = 1e300"}, {"rod", "length = 1e300"}})
        expect_refused("[model]\ntype = \"" + type + "\"\n" + value + "\n[run]\nduration = 1.0\n", "[model]",
                       {"model", "masses, moments of inertia and stiffnesses"});
    expect_refused(with(two_balls, "radius = 0.5", "radius = 1e300"), "[model]", {"moments of inertia"});
    for (const char* density : {"1e-300", "5e-324", "1e300", "1.7e308"})
        expect_refused(with(short_drop, "7876.74", density), "[model]", {"masses", "positive, finite"});
    expect_refused(with(short_drop, "0.2", "1e300"), "[model]", {"masses"});
}

TEST_F(Refusals, every_error_of_a_scene_is_told_at_once)
{
    const Ended ended = run(with(with(short_drop, "0.2", "-0.2"), "restitution = 0.5", "restitution = 1.5"));
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 2);
    expect_said(ended, {"model.length", "impact.restitution"});
}

TEST_F(Refusals, a_scene_without_its_essentials_says_what_is_missing)
{
    const Ended empty = run("");
    EXPECT_EQ(empty.code, 2);
    expect_said(empty, {path_ + ":1:1: error: model.type is missing", "run.duration is missing"});
    expect_no_trace(empty);
    const Ended no_step = run(with(short_drop, "event_accurate", "event_newmark"));
    EXPECT_EQ(no_step.code, 2);
    expect_said(no_step, {"scheme.step is missing"});
    expect_no_trace(no_step);
}

TEST_F(Refusals, text_that_is_not_toml_is_an_error_with_its_place)
{
    const Ended open = run("[model\ntype = 1\n");
    EXPECT_EQ(open.code, 2);
    EXPECT_TRUE(open.err.starts_with(path_ + ":1:7: error: ")) << open.err;
    expect_no_trace(open);

    std::mt19937 random(1);
    for (int trial = 0; trial < 20; ++trial) {
        std::string bytes(5000, '\0');
        for (char& byte : bytes) byte = static_cast<char>(random());
        const Ended noise = run(bytes);
        EXPECT_EQ(noise.code, 2);
        EXPECT_TRUE(noise.err.starts_with(path_ + ":1:")) << noise.err;
        expect_no_trace(noise);
    }
}

TEST_F(Refusals, a_step_longer_than_the_run_is_refused)
{
    expect_override_refused(
        {"scheme.type=moreau_jean", "scheme.step=0.002"},
        {"scheme.step = 0.002: expected no more than run.duration = 0.001 s, better a small part of it"});
}

TEST_F(Refusals, a_tolerance_below_rounding_is_refused)
{
    expect_override_refused({"scheme.tolerance=1e-14"},
                            {"scheme.tolerance = 1e-14: expected a finite number in [1e-13, 1)"});
}

TEST_F(Refusals, bad_overrides_are_errors_of_the_command_line)
{
    expect_override_refused({"model.segments"}, {"expected KEY=VALUE"});
    expect_override_refused({"=3"}, {"expected a dotted key"});
    expect_override_refused({"model.segmets=20"},
                            {"model.segmets = 20: unknown key; did you mean 'segments'?"});
    expect_override_refused({"segments=20"}, {"segments = 20: unknown key"});
    expect_override_refused({"model.segments=many"}, {"model.segments", "expected an integer"});
    expect_override_refused({"model.segments=[1"}, {"expected a TOML value"});
    expect_override_refused({"model.segments="}, {"expected a TOML value"});
    expect_override_refused({"model.length=nan"}, {"model.length = nan"});
    expect_override_refused({"model.length.inner=1"}, {"length is not a table"});
    expect_override_refused({"scheme.type=paoli_schatzman", "scheme.step=1e-4"}, {"stability limit"});
}

TEST_F(Refusals, a_command_line_that_makes_no_sense_is_explained)
{
    write_text(path_, short_drop);
    const auto expect_explained = [&](const Arguments& arguments, const Names& parts) {
        const Ended ended = run_rebond(arguments);
        EXPECT_EQ(ended.code, 2);
        EXPECT_TRUE(ended.err.starts_with("error: ")) << ended.err;
        expect_said(ended, parts);
        expect_no_trace(ended);
    };
    expect_explained({}, {"rebond --help"});
    expect_explained({"rnu", path_}, {"no command 'rnu'", "did you mean 'run'?"});
    expect_explained({"chekc"}, {"did you mean 'check'?"});
    expect_explained({"quartz"}, {"no command 'quartz'", "rebond --help"});
    expect_explained({path_}, {"did you mean 'rebond run " + path_ + "'?"});
    expect_explained({"run"}, {"SCENE", "rebond run --help"});
    expect_explained({"info"}, {"RESULT"});
    expect_explained({"run", path_, path_}, {path_});
    expect_explained({"run", path_, "--ou", folder_ / "out"}, {"--ou", "did you mean '--out'?"});
    expect_explained({"run", path_, "--jsno"}, {"--jsno", "did you mean '--json'?"});
    expect_explained({"run", path_, "--out"}, {"--out"});
    expect_explained({"run", path_, "--out", ""}, {"--out"});
    expect_explained({"run", path_, "--set"}, {"--set"});
    expect_explained({"run", path_, "-o", folder_ / "out"}, {"no option '-o'"});
    expect_explained({"--nonsense"}, {"no option '--nonsense'"});
    expect_explained({"-v"}, {"no option '-v'"});
    expect_explained({"new", "bat"}, {"no model 'bat'", "did you mean 'bar'?"});
}

}  // namespace
}  // namespace rebond
