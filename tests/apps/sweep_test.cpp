// rebond sweep as a user sees it.
#include "apps/program.hpp"
#include "io/studies/study_texts.hpp"
#include "rebond/io/studies/study_database.hpp"

#include <nlohmann/json.hpp>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;
using std::chrono::milliseconds;

const std::string nine_bounces = R"([vary]
"impact.restitution" = { from = 0.1, to = 0.9, step = 0.1 }
)";
const std::string two_of_three_fail = "[vary]\n\"impact.restitution\" = [2, 0.5, -1]\n";

// Cases of seconds each, the ball bouncing about forever.
const std::string slow_study = R"([vary]
"impact.restitution" = [1.0]
"run.duration" = { from = 1e5, to = 1e7, count = 100 }
)";

Names sorted(Names names)
{
    std::sort(names.begin(), names.end());
    return names;
}

class Sweep : public testing::Test {
protected:
    Ended sweep(const Arguments& more = {}, const Surroundings& surroundings = {}) const
    {
        Arguments arguments{"sweep", folder_.path()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_rebond(arguments, surroundings);
    }

    StudyFolder folder_{nine_bounces};
    std::string out_ = folder_ / "out";
};

TEST_F(Sweep, leaves_a_database_and_a_table)
{
    const Ended ended = sweep({"--out", out_});
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.err, "");
    EXPECT_TRUE(holds(ended.out, "impact.restitution: 9 values from 0.1 to 0.9")) << ended.out;
    EXPECT_TRUE(holds(ended.out, "9 of 9"));
    EXPECT_EQ(sorted(folder_.names("out")), (Names{".rebond", "study.csv", "study.db", "study.html"}));
    const StudyDatabase database(out_ + "/study.db", StudyDatabase::Purpose::read);
    EXPECT_EQ(database.row_count(), 9u);
    EXPECT_TRUE(database.record().is_finished);
    EXPECT_EQ(database.record().study, text_of(folder_.path()));
    EXPECT_EQ(database.record().base, ball_scene);
    const std::string table = text_of(out_ + "/study.csv");
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 10);
    EXPECT_TRUE(holds(table, "\n2,0.3,ok,,linear,event_modal,")) << table;
}

TEST_F(Sweep, without_a_folder_nothing_is_written_and_json_has_the_rows)
{
    const Ended ended = sweep({"--json", "-j", "1"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(sorted(folder_.names()), (Names{"ball.toml", "study.toml"}));
    const Json json = Json::parse(ended.out);
    EXPECT_EQ(json["cases"], 9);
    EXPECT_EQ(json["done"], 9);
    EXPECT_EQ(json["failed"], 0);
    EXPECT_EQ(json["threads"], 1);
    EXPECT_GT(json["serial_seconds"], 0.0);
    EXPECT_GT(json["wall_seconds"], 0.0);
    ASSERT_EQ(json["rows"].size(), 9u);
    EXPECT_EQ(json["rows"][2]["impact.restitution"], 0.3);
    EXPECT_EQ(json["rows"][2]["status"], "ok");
}

TEST_F(Sweep, a_case_has_the_numbers_of_the_run_with_its_values)
{
    const Json swept = Json::parse(sweep({"--json"}).out)["rows"][6];
    const Json run = Json::parse(
        run_rebond({"run", folder_ / "ball.toml", "--set", "impact.restitution=0.7", "--json"}).out);
    EXPECT_EQ(swept["impact.restitution"], 0.7);
    EXPECT_EQ(swept["steps"], run["steps"]);
    EXPECT_EQ(swept["impacts.count"], run["impacts"]["count"]);
    EXPECT_EQ(swept["episodes.count"], run["episodes"].size());
    EXPECT_EQ(swept["episodes.0.start"], run["episodes"][0]["start"]);
    EXPECT_EQ(swept["episodes.0.impulse.0"], run["episodes"][0]["impulse"][0]);
    EXPECT_EQ(swept["restitution.apparent"], run["restitution"]["apparent"]);
    for (const auto& [name, value] : run["energy"].items()) EXPECT_EQ(swept["energy." + name], value) << name;
}

TEST_F(Sweep, a_case_that_fails_is_a_row_and_the_rest_go_on)
{
    folder_.write(two_of_three_fail);
    const Ended ended = sweep({"--out", out_, "--json"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Json json = Json::parse(ended.out);
    EXPECT_EQ(json["done"], 3);
    EXPECT_EQ(json["failed"], 2);
    EXPECT_EQ(json["statuses"][0]["status"], "invalid");
    EXPECT_EQ(json["statuses"][0]["first_case"], 0);
    EXPECT_EQ(json["statuses"][0]["first_reason"],
              "impact.restitution = 2: expected a finite number in [0, 1]");
    EXPECT_TRUE(
        holds(text_of(out_ + "/study.csv"), "2,-1,invalid,\"impact.restitution = -1: expected a finite"));
    EXPECT_TRUE(holds(sweep().out, "invalid       2, the first is case 0: impact.restitution = 2"));
}

TEST_F(Sweep, numbers_that_refuse_in_every_case_are_code_3)
{
    // Energy from the scheme alone: a step far too long for the stiffness of the springs.
    write_text(folder_ / "ball.toml",
               with(with(ball_scene, "event_modal\"", "moreau_jean\"\nstep = 0.1\ntheta = 0.0"),
                    "stiffness = [[0.0]]", "stiffness = [[1e4]]"));
    const Ended ended = sweep({"--json"});
    EXPECT_EQ(ended.code, 3) << ended.out << ended.err;
    const Json json = Json::parse(ended.out);
    EXPECT_EQ(json["failed"], json["done"]);
    EXPECT_TRUE(json["rows"][0]["reason"].is_string());
}

TEST_F(Sweep, an_existing_study_is_gone_on_with_only_if_asked)
{
    ASSERT_EQ(sweep({"--out", out_}).code, 0);
    const std::string table = text_of(out_ + "/study.csv");
    const Ended refused = sweep({"--out", out_});
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(
        holds(refused.err, out_ + "/study.db: error: there is a study already; continue it with --resume"));
    const Ended resumed = sweep({"--out", out_, "--resume", "--json"});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_EQ(Json::parse(resumed.out)["ran"], 0);
    EXPECT_EQ(Json::parse(resumed.out)["performed"], 0);
    EXPECT_EQ(text_of(out_ + "/study.csv"), table);
    EXPECT_EQ(sweep({"--out", folder_ / "fresh", "--resume"}).code, 0);
    EXPECT_EQ(text_of(folder_ / "fresh/study.csv"), table);
}

TEST_F(Sweep, a_title_and_a_plot_given_later_are_in_the_database)
{
    ASSERT_EQ(sweep({"--out", out_}).code, 0);
    folder_.write("title = \"Later\"\n" + nine_bounces +
                  "[plot]\nx = \"impact.restitution\"\ny = \"energy.final\"\n");
    ASSERT_EQ(sweep({"--out", out_, "--resume"}).code, 0);
    EXPECT_EQ(StudyDatabase(out_ + "/study.db", StudyDatabase::Purpose::read).record().study,
              text_of(folder_.path()));
    ASSERT_EQ(run_rebond({"report", out_}).code, 0);
    EXPECT_TRUE(holds(text_of(out_ + "/study.html"), "<title>Later"));
}

TEST_F(Sweep, the_database_of_another_study_is_refused_and_left_alone)
{
    ASSERT_EQ(sweep({"--out", out_}).code, 0);
    const std::string before = text_of(out_ + "/study.db");
    folder_.write(two_of_three_fail);
    const Ended axes = sweep({"--out", out_, "--resume"});
    EXPECT_EQ(axes.code, 2);
    EXPECT_TRUE(holds(axes.err, "is that of another study or base scene than " + folder_.path())) << axes.err;
    folder_.write(nine_bounces);
    write_text(folder_ / "ball.toml", with(ball_scene, "duration = 1.0", "duration = 1.1"));
    EXPECT_EQ(sweep({"--out", out_, "--resume"}).code, 2);
    write_text(folder_ / "ball.toml", ball_scene);
    EXPECT_EQ(sweep({"--out", out_, "--resume"}).code, 0);
    write_text(out_ + "/study.db", "no database, but somebody's letter");
    EXPECT_EQ(sweep({"--out", out_, "--resume"}).code, 2);
    EXPECT_EQ(text_of(out_ + "/study.db"), "no database, but somebody's letter");
    write_text(out_ + "/study.db", before);
    EXPECT_EQ(sorted(folder_.names("out")), (Names{".rebond", "study.csv", "study.db", "study.html"}));
}

TEST_F(Sweep, a_key_that_only_some_schemes_know_makes_another_study)
{
    const std::string base =
        with(ball_scene, "type = \"event_modal\"", "type = \"moreau_jean\"\nstep = 1e-3\ntheta = 0.5");
    write_text(folder_ / "ball.toml", base);
    folder_.write("[vary]\n\"scheme.type\" = [\"event_accurate\", \"moreau_jean\"]\n");
    ASSERT_EQ(sweep({"--out", out_}).code, 0);
    write_text(folder_ / "ball.toml", with(base, "theta = 0.5", "theta = 1.0"));
    const Ended other = sweep({"--out", out_, "--resume"});
    EXPECT_EQ(other.code, 2) << other.out;
    EXPECT_TRUE(holds(other.err, "another study or base scene")) << other.err;
}

TEST_F(Sweep, bad_studies_are_code_2_and_leave_nothing)
{
    const auto expect_refused = [&](const std::string& study, const std::string& part) {
        folder_.write(study);
        const Ended ended = sweep({"--out", out_});
        EXPECT_EQ(ended.code, 2) << study;
        EXPECT_TRUE(ended.err.starts_with(folder_.path() + ":")) << ended.err;
        EXPECT_TRUE(holds(ended.err, part)) << ended.err;
        EXPECT_EQ(ended.out, "");
        EXPECT_EQ(sorted(folder_.names()), (Names{"ball.toml", "study.toml"}));
    };
    expect_refused("[vary]\n\"impact.restitutoin\" = [1]\n", "did you mean 'restitution'?");
    expect_refused("[vary]\n\"impact.restitution\" = []\n", "expected at least one value");
    expect_refused("[vary]\n\"impact.restitution\" = { from = 0, to = 1, step = 0 }\n", "not 0");
    expect_refused("[vary]\n\"impact.restitution\" = { from = 0, to = 1, step = -0.1 }\n", "positive step");
    expect_refused("[vary]\n\"impact.restitution\" = [nan]\n", "expected finite numbers");
    expect_refused(
        "[vary]\nimpact.restitution = { from = 0, to = 1, count = 1000000 }\nrun.duration = { from = 1, to = "
        "2, "
        "count = 1000000 }\n",
        "1000000000000 cases");
    expect_refused(nine_bounces + "[plot]\nx = \"impact.restitution\"\ny = \"restitution\"\n",
                   "no such column");
    folder_.write_as_is(
        std::string("\x7f"
                    "ELF\0\1\2\xff",
                    8));
    EXPECT_EQ(sweep({"--out", out_}).code, 2);
    EXPECT_EQ(run_rebond({"sweep", folder_ / "", "--out", out_}).code, 2);
    EXPECT_EQ(run_rebond({"sweep", folder_ / "nowhere.toml", "--out", out_}).code, 4);
    EXPECT_EQ(run_rebond({"sweep", folder_.path(), "-j", "0"}).code, 2);
    EXPECT_EQ(run_rebond({"sweep", folder_.path(), "--resume"}).code, 2);
    EXPECT_EQ(sorted(folder_.names()), (Names{"ball.toml", "study.toml"}));
}

TEST_F(Sweep, a_folder_that_cannot_be_written_is_code_4)
{
    std::filesystem::create_directory(out_);
    ::chmod((folder_ / "").c_str(), 0755);
    ::chmod(out_.c_str(), 0555);
    const Ended ended = sweep({"--out", out_}, {.before = become_nobody});
    if (ended.code == 127) GTEST_SKIP() << "nobody else may run the program here";
    EXPECT_EQ(ended.code, 4) << ended.err;
    EXPECT_TRUE(holds(ended.err, "Permission denied")) << ended.err;
    EXPECT_EQ(folder_.names("out"), Names{});
    EXPECT_EQ(sweep({"--out", "/proc/nowhere"}).code, 4);
}

TEST_F(Sweep, a_disk_that_fills_up_is_code_4_and_keeps_the_rows)
{
    folder_.write("[vary]\n\"impact.restitution\" = { from = 0, to = 1, count = 2000 }\n");
    const auto no_large_files = [] {
        const rlimit limit{250'000, 250'000};  // more than one batch of rows, less than all
        setrlimit(RLIMIT_FSIZE, &limit);
    };
    const Ended ended = sweep({"--out", out_}, {.before = no_large_files});
    EXPECT_EQ(ended.code, 4) << ended.err;
    EXPECT_TRUE(holds(ended.err, out_ + "/study.db: error: ")) << ended.err;
    EXPECT_EQ(ended.out, "");
    const auto rows = StudyDatabase(out_ + "/study.db", StudyDatabase::Purpose::read).row_count();
    EXPECT_GT(rows, 0u);
    EXPECT_LT(rows, 2000u);
    EXPECT_EQ(sweep({"--out", out_, "--resume"}).code, 0);
    EXPECT_EQ(StudyDatabase(out_ + "/study.db", StudyDatabase::Purpose::read).row_count(), 2000u);
}

TEST_F(Sweep, an_interrupt_is_code_130_and_keeps_what_is_finished)
{
    folder_.write(
        "[vary]\n\"run.duration\" = { from = 1, to = 1e7, count = 1000 }\n\"impact.restitution\" = [1.0]\n");
    const Ended ended = sweep({"--out", out_, "--json"}, {.interrupts = {milliseconds(300)}});
    EXPECT_EQ(ended.code, 130) << ended.err;
    EXPECT_TRUE(holds(ended.err, "--resume continues it")) << ended.err;
    const Json json = Json::parse(ended.out);
    EXPECT_EQ(json["status"], "interrupted");
    EXPECT_GE(json["done"], 1);
    EXPECT_LT(json["done"], 1000);
    EXPECT_EQ(StudyDatabase(out_ + "/study.db", StudyDatabase::Purpose::read).row_count(),
              json["done"].get<std::uint64_t>());
    EXPECT_FALSE(std::filesystem::exists(out_ + "/study.csv"));
}

TEST_F(Sweep, says_that_nothing_is_kept_without_a_folder)
{
    const std::string said = folder_.path() + ": without --out the rows are not kept\n";
    EXPECT_EQ(sweep().err, said);
    EXPECT_EQ(sweep({"--json"}).err, said);
    EXPECT_EQ(sweep({"--quiet"}).err, "");
    EXPECT_EQ(sweep({"--out", out_}).err, "");
}

TEST_F(Sweep, overrides_the_base_at_keys_it_does_not_vary)
{
    const Json json = Json::parse(sweep({"--json", "--set", "run.duration=0.123"}).out);
    EXPECT_EQ(json["rows"][0]["final.time"], 0.123);
    const Ended varied = sweep({"--set", "impact.restitution=0.3"});
    EXPECT_EQ(varied.code, 2);
    EXPECT_EQ(varied.err,
              "--set impact.restitution=0.3: error: the study varies impact.restitution; expected another "
              "key\n");
    const Ended wrong = sweep({"--set", "run.duratio=1"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(holds(wrong.err, "--set run.duratio=1: error:")) << wrong.err;

    // It is another study then.
    ASSERT_EQ(sweep({"--out", out_, "--set", "run.duration=0.123"}).code, 0);
    EXPECT_TRUE(holds(text_of(out_ + "/study.html"), "\"overrides\":[\"run.duration=0.123\"]"));
    EXPECT_EQ(sweep({"--out", out_, "--resume"}).code, 2);
    EXPECT_EQ(sweep({"--out", out_, "--resume", "--set", "run.duration=0.123"}).code, 0);
}

TEST_F(Sweep, two_sweeps_do_not_share_a_folder)
{
    folder_.write(slow_study);
    Program first({"sweep", folder_.path(), "--out", out_}, {.interrupts = {milliseconds(1500)}});
    for (int i = 0; i < 500 && !std::filesystem::exists(out_ + "/study.db"); ++i)
        std::this_thread::sleep_for(milliseconds(10));
    const Ended second = sweep({"--out", out_, "--resume"});
    EXPECT_EQ(second.code, 4) << second.out;
    EXPECT_TRUE(holds(second.err, "another rebond is writing into this folder")) << second.err;
    EXPECT_EQ(first.wait().code, 130);
}

TEST_F(Sweep, info_shows_what_a_study_contains)
{
    folder_.write(two_of_three_fail);
    ASSERT_EQ(sweep({"--out", out_}).code, 0);
    const Ended folder = run_rebond({"info", out_});
    EXPECT_EQ(folder.code, 0) << folder.err;
    EXPECT_TRUE(holds(folder.out, "impact.restitution: 3 values, 2, 0.5, -1")) << folder.out;
    EXPECT_TRUE(holds(folder.out, "3 of 3 of the grid\n"));
    EXPECT_TRUE(holds(folder.out, "invalid       2, the first is case 0: impact.restitution = 2"));
    const Json json = Json::parse(run_rebond({"info", out_ + "/study.db", "--json"}).out);
    EXPECT_EQ(json["done"], 3);
    EXPECT_EQ(json["finished"], true);
    EXPECT_EQ(json["statuses"]["ok"], 1);
}

TEST_F(Sweep, a_plot_is_drawn_once_finished)
{
    folder_.write(nine_bounces +
                  "\"initial.position\" = [[1.0], [2.0]]\n[plot]\nx = \"impact.restitution\"\ny = "
                  "\"energy.final\"\nby = \"initial.position\"\n");
    ASSERT_EQ(sweep({"--out", out_}).code, 0);
    const std::string svg = text_of(out_ + "/study.svg");
    EXPECT_TRUE(svg.starts_with("<svg"));
    EXPECT_TRUE(holds(svg, "initial.position = "));
}

// A ball that bounces for 1 s hits the plane twice within it from some restitution on.
TEST_F(Sweep, bisection_finds_where_a_number_crosses_a_level)
{
    folder_.write(R"([vary]
"impact.restitution" = { from = 0.5, to = 0.9, step = 0.2 }
"initial.position" = [[0.5], [1.0]]
[bisect]
along = "impact.restitution"
of = "impacts.count"
level = 1.5
tolerance = 1e-6
)");
    write_text(folder_ / "ball.toml", with(ball_scene, "duration = 1.0", "duration = 1.1"));
    const Ended ended = sweep({"--out", out_, "--json"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Json json = Json::parse(ended.out);
    ASSERT_EQ(json["crossings"].size(), 1u);
    const Json& crossing = json["crossings"][0];
    EXPECT_EQ(crossing["initial.position"], "[1.0]");
    // The fall takes T = √(2h/g) and the bounce 2eT: T (1 + 2e) = 1.1 s.
    const double T = std::sqrt(2.0 / 9.81);
    const double exact = 0.5 * (1.1 / T - 1.0);
    EXPECT_LE(crossing["low"].get<double>(), exact);
    EXPECT_GE(crossing["high"].get<double>(), exact);
    EXPECT_LE(crossing["high"].get<double>() - crossing["low"].get<double>(), 1e-6);
    EXPECT_EQ(crossing["resolved"], true);
    EXPECT_EQ(json["done"], 6 + 18);  // 0.2/2¹⁸ < 1e-6
    EXPECT_EQ(json["cases"], json["done"]);
    EXPECT_TRUE(
        holds(sweep({"--out", out_, "--resume"}).out, "impacts.count crosses 1.5 along impact.restitution"));
    EXPECT_TRUE(holds(run_rebond({"info", out_}).out, "impacts.count crosses 1.5 along impact.restitution"));
    EXPECT_EQ(Json::parse(run_rebond({"info", out_, "--json"}).out)["crossings"], json["crossings"]);

    // Other bisections of the same grid go elsewhere.
    folder_.write(with(text_of(folder_.path()).substr(19), "1e-6", "1e-7"));
    EXPECT_EQ(sweep({"--out", out_, "--resume"}).code, 2);
}

// The ball falls from 1 m for √(2/9.81) = 0.4515 s, and so long it must run to hit the plane at all.
TEST_F(Sweep, bisection_ends_with_the_doubles)
{
    folder_.write(R"([vary]
"run.duration" = [0.2, 1.0]
[bisect]
along = "run.duration"
of = "impacts.count"
level = 0.5
tolerance = 1e-17
)");
    const Ended ended = sweep({"--out", out_, "--json"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Json json = Json::parse(ended.out);
    ASSERT_EQ(json["crossings"].size(), 1u);
    const Json& crossing = json["crossings"][0];
    const double low = crossing["low"].get<double>(), high = crossing["high"].get<double>();
    EXPECT_EQ(std::nextafter(low, 1.0), high);
    EXPECT_NEAR(low, std::sqrt(2.0 / 9.81), 1e-12);
    EXPECT_EQ(crossing["resolved"], true);
    EXPECT_EQ(crossing["reason"], nullptr);
    EXPECT_EQ(json["cases"], json["done"]);
    EXPECT_EQ(sweep({"--out", out_, "--resume"}).code, 0);
}

// An oscillator between two stops reaches the lower one after asin 0.3 = 0.305 s, the upper one after
// asin 0.5 = 0.524 s, and neither of them if it is not moving.
TEST_F(Sweep, a_bracket_with_a_case_without_a_number_is_not_resolved)
{
    write_text(folder_ / "ball.toml", R"([model]
type = "linear"
mass = [[1.0]]
stiffness = [[1.0]]
[initial]
velocity = [1.0]
[[contact]]
normal = [-1.0]
offset = 0.5
[[contact]]
normal = [1.0]
offset = 0.3
[scheme]
type = "event_modal"
[run]
duration = 5.0
)");
    folder_.write(R"([vary]
"initial.velocity.0" = [-1.0, 1.0]
[bisect]
along = "initial.velocity.0"
of = "impacts.first_time"
level = 0.4
tolerance = 1e-3
)");
    const Json json = Json::parse(sweep({"--json"}).out);
    ASSERT_EQ(json["crossings"].size(), 1u);
    const Json& crossing = json["crossings"][0];
    EXPECT_EQ(crossing["resolved"], false);
    EXPECT_EQ(crossing["reason"], "case 2, at 0, has no impacts.first_time");
    EXPECT_EQ(crossing["initial.velocity.0"], nullptr);
    EXPECT_EQ(crossing["low"], -1.0);
    EXPECT_EQ(crossing["high"], 1.0);
    EXPECT_TRUE(
        holds(sweep().out, "    not resolved between -1 and 1: case 2, at 0, has no impacts.first_time\n"));
}

// Paoli and Schatzman's dip: 68.9° ± 0.2 without restitution, 68.5° ± 0.6 with any.
TEST(SweepExample, finds_the_angle_below_which_contact_is_interrupted)
{
    const Ended ended =
        run_rebond({"sweep", REBOND_SOURCE_DIR "/examples/10_restitution_and_angle/study.toml", "--json"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Json json = Json::parse(ended.out);
    EXPECT_EQ(json["failed"], 0);
    ASSERT_EQ(json["crossings"].size(), 2u);
    EXPECT_EQ(json["crossings"][0]["impact.restitution"], 0);
    EXPECT_NEAR(json["crossings"][0]["low"].get<double>(), 68.9, 0.2);
    EXPECT_NEAR(json["crossings"][1]["low"].get<double>(), 68.5, 0.6);
    for (const Json& crossing : json["crossings"])
        EXPECT_LE(crossing["high"].get<double>() - crossing["low"].get<double>(), 0.01);
}

TEST_F(Sweep, progress_shows_cases_pace_and_failures_on_a_terminal)
{
    if (!has_terminals()) GTEST_SKIP() << "no pseudo-terminals here";
    folder_.write(
        "[vary]\n\"impact.restitution\" = [2.0, 1.0]\n\"run.duration\" = { from = 1e3, to = 1e5, count = 200 "
        "}\n");
    const Ended ended = sweep({"-j", "1"}, {.is_on_terminal = true, .interrupts = {milliseconds(1500)}});
    EXPECT_TRUE(holds(ended.err, "/400 cases")) << ended.err;
    EXPECT_TRUE(holds(ended.err, "200 failed")) << ended.err;
    EXPECT_TRUE(holds(ended.err, " left")) << ended.err;
}

}  // namespace
}  // namespace rebond
