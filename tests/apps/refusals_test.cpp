// What the program refuses, how it says so, and that it leaves no trace.
#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <fcntl.h>
#include <random>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// A scene in a folder of its own, run into `out` beside it.
class Refusals : public testing::Test {
protected:
    Ended run(const std::string& scene, Arguments more = {})
    {
        write_text(path_, scene);
        more.insert(more.begin(), {"run", path_, "--out", folder_ / "out"});
        return run_rebond(more);
    }

    // Refused with exit code 2, with one message at `piece` of the scene, holding all `parts`.
    void expect_refused(const std::string& scene, const std::string& piece, const Names& parts)
    {
        const Ended ended = run(scene);
        EXPECT_EQ(ended.code, 2);
        EXPECT_TRUE(ended.err.starts_with(path_ + ":" + place_of(scene, piece) + ": error: ")) << ended.err;
        expect_said(ended, parts);
        expect_no_trace(ended);
    }

    // Refused with exit code 2 as part of the command line, with the message opening in `start`.
    void expect_override_refused(const Arguments& overrides, const Names& parts)
    {
        Arguments more;
        for (const std::string& assignment : overrides) more.insert(more.end(), {"--set", assignment});
        const Ended ended = run(short_drop, more);
        EXPECT_EQ(ended.code, 2);
        EXPECT_TRUE(ended.err.starts_with("--set " + overrides.back() + ": error: ")) << ended.err;
        expect_said(ended, parts);
        expect_no_trace(ended);
    }

    static void expect_said(const Ended& ended, const Names& parts)
    {
        for (const std::string& part : parts)
            EXPECT_TRUE(holds(ended.err, part)) << "no " << part << " in " << ended.err;
        EXPECT_TRUE(ended.err.ends_with('\n'));
    }

    void expect_no_trace(const Ended& ended) const
    {
        EXPECT_EQ(ended.out, "");
        EXPECT_EQ(ended.signal, 0);
        for (const std::string& name : folder_.names()) EXPECT_EQ(name, "scene.toml");
    }

    ScratchDirectory folder_;
    std::string path_ = folder_ / "scene.toml";
};

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
                   {"run.duration = 0", "> 0 [s]"});
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

TEST_F(Refusals, a_file_too_large_to_be_a_scene_is_not_read)
{
    write_text(path_, "");
    fs::resize_file(path_, 100'000'000);
    const Ended ended = run_rebond({"run", path_, "--out", folder_ / "out"});
    EXPECT_EQ(ended.code, 2);
    expect_said(ended, {path_ + ":1:1: error: a scene of more than 16 MB"});
    expect_no_trace(ended);
}

TEST_F(Refusals, a_scene_that_cannot_be_read_is_a_file_error)
{
    const auto expect_file_error = [&](const std::string& scene, const std::string& part) {
        const Ended ended = run_rebond({"run", scene, "--out", folder_ / "out"});
        EXPECT_EQ(ended.code, 4) << scene;
        EXPECT_TRUE(ended.err.starts_with(scene + ": error: ")) << ended.err;
        expect_said(ended, {part});
        expect_no_trace(ended);
    };
    expect_file_error(folder_ / "nowhere.toml", "no such file");
    expect_file_error(folder_.path(), "is a directory");
    write_text(path_, short_drop);
    expect_file_error(path_ + "/scene.toml", "");
}

TEST_F(Refusals, permissions_that_are_missing_are_a_file_error)
{
    write_text(path_, short_drop);
    ::chmod(folder_.path().c_str(), 0555);
    const Ended unwritable = run_rebond({"run", path_, "--out", folder_ / "out"}, {.before = become_nobody});
    ::chmod(path_.c_str(), 0);
    const Ended unreadable = run_rebond({"run", path_}, {.before = become_nobody});
    ::chmod(folder_.path().c_str(), 0755);
    if (unwritable.code == 127) GTEST_SKIP() << "nobody else may run the program here";
    EXPECT_EQ(unwritable.code, 4);
    expect_said(unwritable, {folder_ / "out", "Permission denied"});
    expect_no_trace(unwritable);
    EXPECT_EQ(unreadable.code, 4);
    expect_said(unreadable, {path_ + ": error: cannot be read"});
    expect_no_trace(unreadable);
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

TEST_F(Refusals, a_refused_run_leaves_an_earlier_result_alone)
{
    fs::create_directory(folder_ / "out");
    write_text(folder_ / "out/result.h5", "precious");
    EXPECT_EQ(run(with(short_drop, "0.2", "-0.2")).code, 2);
    EXPECT_EQ(run(short_drop, {"--set", "nonsense"}).code, 2);
    EXPECT_EQ(folder_.names("out"), Names{"result.h5"});
    EXPECT_EQ(text_of(folder_ / "out/result.h5"), "precious");
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

TEST_F(Refusals, a_place_where_nothing_can_be_written_is_a_file_error)
{
    write_text(path_, short_drop);
    write_text(folder_ / "file", "mine");
    for (const std::string& out : {folder_ / "file", folder_ / "file/below", std::string("/proc/nowhere"),
                                   std::string("/dev/null/out"), folder_ / std::string(300, 'x')}) {
        const Ended ended = run_rebond({"run", path_, "--out", out});
        EXPECT_EQ(ended.code, 4) << out;
        expect_said(ended, {out, "cannot create the directory"});
        EXPECT_EQ(ended.out, "");
    }
    EXPECT_EQ(text_of(folder_ / "file"), "mine");
    EXPECT_EQ(folder_.names().size(), 2u);
}

TEST_F(Refusals, a_disk_that_fills_up_is_a_file_error_and_leaves_nothing_half_written)
{
    write_text(path_, short_drop);
    const auto no_large_files = [] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{20'000, 20'000};
        setrlimit(RLIMIT_FSIZE, &limit);
    };
    const Ended ended = run_rebond({"run", path_, "--out", folder_ / "out"}, {.before = no_large_files});
    EXPECT_EQ(ended.code, 4);
    expect_said(ended, {folder_ / "out/result.h5"});
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(folder_.names(), Names{"scene.toml"});
}

TEST_F(Refusals, a_full_disk_is_named_as_the_reason)
{
    write_text(path_, short_drop);
    fs::create_directory(folder_ / "disk");
    const std::string disk = folder_ / "disk";
    // A file system of 64 kB that goes with the process, which alone sees it.
    const auto mount_small = [&disk] {
        const bool is_alone =
            ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
        if (!is_alone || ::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0) ::_exit(77);
    };
    // The same, and nothing more fits on it.
    const auto mount_full = [&disk, &mount_small] {
        mount_small();
        const int file = ::open((disk + "/all").c_str(), O_WRONLY | O_CREAT, 0600);
        const std::string page(4096, 'x');
        while (::write(file, page.data(), page.size()) > 0) {
        }
    };
    const Ended ended = run_rebond({"run", path_, "--out", disk + "/out"}, {.before = mount_small});
    if (ended.code == 77) GTEST_SKIP() << "no file system can be mounted here";
    EXPECT_EQ(ended.code, 4);
    expect_said(ended, {disk + "/out/result.h5", "the disk is full"});
    // Before it starts: a folder of its own takes no room there.
    const Ended full = run_rebond({"run", path_, "--out", disk + "/out"}, {.before = mount_full});
    EXPECT_EQ(full.code, 4);
    expect_said(full, {disk + "/out", "the disk is full", "make room"});
    EXPECT_EQ(full.out, "");

    const std::string study = folder_ / "study.toml";
    write_text(study,
               "base = \"scene.toml\"\n[vary]\n\"impact.restitution\" = { from = 0, to = 1, count = 200 }\n");
    const Ended swept = run_rebond({"sweep", study, "--out", disk + "/out"}, {.before = mount_small});
    EXPECT_EQ(swept.code, 4);
    expect_said(swept, {disk + "/out/study.db", "the disk is full"});
}

TEST_F(Refusals, output_that_cannot_be_written_is_a_file_error)
{
    write_text(path_, short_drop);
    for (const Arguments& arguments : std::vector<Arguments>{{"run", path_},
                                                             {"run", path_, "--json"},
                                                             {"check", path_},
                                                             {"new", "bar"},
                                                             {"schema"},
                                                             {"--help"},
                                                             {"--version"}}) {
        const Ended ended = run_rebond(arguments, {.out = "/dev/full"});
        EXPECT_EQ(ended.code, 4) << arguments.front();
        expect_said(ended, {"standard output", "No space left on device"});
    }
}

TEST_F(Refusals, a_result_that_is_none_is_a_file_error)
{
    write_text(path_, short_drop);
    for (const char* command : {"info", "report"}) {
        for (const std::string& result : {path_, folder_.path(), folder_ / "nowhere"}) {
            const Ended ended = run_rebond({command, result});
            EXPECT_EQ(ended.code, 4) << command << " " << result;
            expect_said(ended, {"error: ", result, "cannot read"});
            expect_no_trace(ended);
        }
    }
}

}  // namespace
}  // namespace rebond
