// Runs that go well: what is printed, what is written, and what is not.
#include "apps/program.hpp"
#include "rebond/io/results/hdf5.hpp"
#include "scratch_directory.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using NameSet = std::set<std::string>;

const NameSet result_files{".rebond",   "result.h5",      "summary.json", "report.html",
                           "shape.svg", "tip_height.svg", "energy.svg",   "tip_velocity.svg"};

class Run : public testing::Test {
protected:
    Run() { write_text(path_, short_drop); }

    Ended run(Arguments more = {}, const Surroundings& surroundings = {})
    {
        more.insert(more.begin(), {"run", path_});
        return run_rebond(more, surroundings);
    }

    Json summary(Arguments more = {})
    {
        more.emplace_back("--json");
        const Ended ended = run(more);
        EXPECT_EQ(ended.code, 0) << ended.err;
        EXPECT_EQ(ended.err, "");
        return Json::parse(ended.out, nullptr, false);
    }

    NameSet names(const std::string& below = "") const
    {
        const auto found = folder_.names(below);
        return {found.begin(), found.end()};
    }

    ScratchDirectory folder_;
    std::string path_ = folder_ / "scene.toml";
    std::string out_ = folder_ / "out";
};

// "number", "null", … of every key, in their order.
std::string shape_of(const Json& json)
{
    if (json.is_number_integer()) return "integer";
    if (json.is_array()) return json.empty() ? "[]" : "[" + shape_of(json.front()) + "]";
    if (!json.is_object()) return json.type_name();
    std::string text = "{";
    for (const auto& [key, value] : json.items())
        text += (text.size() > 1 ? " " : "") + key + ":" + shape_of(value);
    return text + "}";
}

TEST_F(Run, the_summary_has_every_key_with_its_type)
{
    const Json json = summary();
    const std::vector<std::pair<std::string, std::string>> expected{
        {"title", "string"},
        {"model", "string"},
        {"scheme", "string"},
        {"status", "string"},
        {"reason", "null"},
        {"dofs", "integer"},
        {"steps", "integer"},
        {"residual_evaluations", "integer"},
        {"duration", "number"},
        {"wall_seconds", "number"},
        {"final", "{time:number position:[number] velocity:[number]}"},
        {"energy",
         "{initial:number final:number max:number min:number mean:number relative_deviation:number "
         "relative_std:number lost_in_impacts:number lost_in_friction:number work_of_loads:number "
         "lost_in_damping:number "
         "balance_error:number}"},
        {"contacts",
         "{transitions:integer stick_time:number slip_time:number jams:integer indeterminate:integer "
         "reversals:integer}"},
        {"impacts", "{count:integer first_time:number last_time:number residual:number penetration:null}"},
        {"episodes",
         "[{start:number end:number duration:number impacts:integer impulse:[number] peak_force:number "
         "mass_centre_velocity_before:number mass_centre_velocity_after:number energy_loss:number}]"},
        {"restitution",
         "{apparent:null tangential:null mass_centre:number impact_speed:number effective:null "
         "conditioning:null}"},
        {"warnings", "[]"}};
    for (const auto& [key, shape] : expected)
        EXPECT_EQ(shape_of(json.value(key, Json("absent"))), shape) << key;
    EXPECT_EQ(json["title"], "A short drop");
    EXPECT_EQ(json["model"], "bar");
    EXPECT_EQ(json["scheme"], "event_accurate");
    EXPECT_EQ(json["status"], "ok");
    EXPECT_EQ(json["dofs"], 20);
    EXPECT_EQ(json["final"]["position"].size(), 20u);
    EXPECT_EQ(json["final"]["velocity"].size(), 20u);
    EXPECT_EQ(json["final"]["time"], 0.001);
    EXPECT_EQ(json["duration"], 0.001);
    EXPECT_EQ(json["episodes"][0]["impulse"].size(), 2u);
    EXPECT_GT(json["impacts"]["count"], 1);
}

TEST_F(Run, what_has_no_meaning_without_an_impact_is_null)
{
    const Json json = summary({"--set", "initial.velocity=[0.0, 1.0]"});
    EXPECT_EQ(shape_of(json["impacts"]),
              "{count:integer first_time:null last_time:null residual:null penetration:null}");
    EXPECT_EQ(json["impacts"]["count"], 0);
    EXPECT_EQ(shape_of(json["restitution"]),
              "{apparent:null tangential:null mass_centre:null impact_speed:null effective:null "
              "conditioning:null}");
    EXPECT_EQ(shape_of(json["energy"]),
              "{initial:number final:number max:null min:null mean:null relative_deviation:null "
              "relative_std:null lost_in_impacts:number lost_in_friction:number work_of_loads:number "
              "lost_in_damping:number "
              "balance_error:number}");
    EXPECT_EQ(json["energy"]["lost_in_impacts"], 0.0);
    EXPECT_EQ(json["episodes"], Json::array());
}

TEST_F(Run, a_number_without_a_value_has_its_reason_beside_it)
{
    const Ended short_run = run({"--out", out_});
    const std::string why = "no full window of 0.0025 s without contact followed an impact";
    EXPECT_TRUE(holds(short_run.out, "apparent restitution  none (" + why + ")\n")) << short_run.out;
    EXPECT_TRUE(holds(run_rebond({"info", out_}).out, "none (" + why + ")"));
    EXPECT_EQ(Json::parse(text_of(out_ + "/summary.json"))["absent"]["restitution.apparent"], why);
    const Json json = summary({"--set", "initial.velocity=[0.0, 1.0]"});
    for (const char* name : {"restitution.apparent", "restitution.mass_centre", "restitution.impact_speed",
                             "impacts.first_time", "energy.mean"})
        EXPECT_EQ(json["absent"][name], "no impact") << name;
}

TEST_F(Run, without_lasting_contact_there_is_no_peak_force)
{
    const Json json = summary({"--set", "impact.restitution=1"});
    EXPECT_EQ(shape_of(json["episodes"][0]["peak_force"]), "null");
    EXPECT_GT(json["episodes"][0]["impulse"][0], 0.0);
}

TEST_F(Run, every_scheme_runs_with_both_springs)
{
    for (const char* springs : {"spiral", "paired"}) {
        for (const char* scheme :
             {"event_accurate", "event_newmark", "paoli_schatzman", "paoli_schatzman_implicit"}) {
            SCOPED_TRACE(std::string(springs) + " " + scheme);
            const Json json = summary({"--set", std::string("model.springs=") + springs, "--set",
                                       std::string("scheme.type=") + scheme, "--set", "scheme.step=1e-7"});
            EXPECT_EQ(json["status"], "ok");
            EXPECT_EQ(json["scheme"], scheme);
            EXPECT_EQ(json["dofs"], 20);
            EXPECT_GT(json["impacts"]["count"], 1);
            // Free fall to the plane; a time step apart where impacts are not located.
            EXPECT_NEAR(json["impacts"]["first_time"].get<double>(), 3.99216e-4, 2e-7);
            EXPECT_NEAR(json["restitution"]["impact_speed"].get<double>(), 1.0 + 9.81 * 3.99216e-4, 3e-6);
        }
    }
}

TEST_F(Run, overrides_replace_what_the_scene_says_and_the_last_one_counts)
{
    const Json json =
        summary({"--set", "model.segments=3", "--set", "model.segments=5", "--set", "title=other"});
    EXPECT_EQ(json["dofs"], 12);
    EXPECT_EQ(json["title"], "other");
}

const std::string two_stops = R"([model]
type = "linear"
mass = [[1, 0], [0, 1]]
stiffness = [[2e4, -1e4], [-1e4, 1e4]]
[initial]
velocity = [1, 1]
[[contact]]
normal = [0, -1]
offset = 0.005
[[contact]]
normal = [1, 0]
offset = 0.005
[run]
duration = 0.05
)";

TEST_F(Run, plots_of_an_earlier_run_do_not_stay_as_if_they_were_of_this_one)
{
    ASSERT_EQ(run({"--quiet", "--out", out_}).code, 0);
    ASSERT_TRUE(names("out").contains("shape.svg"));
    write_text(out_ + "/mine.svg", "kept");
    write_text(path_, two_stops);
    ASSERT_EQ(run({"--quiet", "--out", out_}).code, 0);
    EXPECT_EQ(names("out"), (NameSet{".rebond", "result.h5", "summary.json", "report.html", "tip_height.svg",
                                     "tip_velocity.svg", "energy.svg", "displacement.svg", "mine.svg"}));
    // Without contacts there are no gaps to draw.
    write_text(path_, two_stops.substr(0, two_stops.find("[[contact]]")) + "[run]\nduration = 0.05\n");
    ASSERT_EQ(run({"--quiet", "--out", out_}).code, 0);
    EXPECT_EQ(names("out"), (NameSet{".rebond", "result.h5", "summary.json", "report.html", "energy.svg",
                                     "displacement.svg", "mine.svg"}));
}

TEST_F(Run, what_a_killed_run_has_left_goes_with_the_next)
{
    // A run that would take very long, killed as soon as its file is there.
    const Arguments endless{"run",   path_,
                            "--out", out_,
                            "--set", "scheme.type=paoli_schatzman",
                            "--set", "scheme.step=1e-10",
                            "--set", "run.duration=10"};
    const pid_t killed = ::fork();
    if (killed == 0) {
        std::vector<char*> argv{::strdup(REBOND_PROGRAM)};
        for (const std::string& argument : endless) argv.push_back(::strdup(argument.c_str()));
        argv.push_back(nullptr);
        ::execv(REBOND_PROGRAM, argv.data());
        ::_exit(127);
    }
    const auto is_begun = [&] { return fs::is_directory(out_) && names("out").size() > 1; };
    for (int k = 0; k < 5000 && !is_begun(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_TRUE(is_begun());
    const NameSet parts = names("out");
    EXPECT_EQ(run({"--quiet", "--out", out_}).code, 4);
    EXPECT_EQ(names("out"), parts) << "a living run keeps its files";
    ::kill(killed, SIGKILL);
    ::waitpid(killed, nullptr, 0);
    ASSERT_EQ(run({"--quiet", "--out", out_}).code, 0);
    EXPECT_EQ(names("out"), result_files);
}

TEST_F(Run, samples_that_do_not_fit_on_the_disk_are_refused_before_the_run)
{
    const Ended ended = run({"--out", out_, "--set", "run.duration=5e5", "--set", "run.sample_every=1e-3",
                             "--set", "model.segments=100000"});
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(holds(ended.err,
                      "run.sample_every = 0.001: expected a longer time between samples: 5e+08 "
                      "samples of 200002 coordinates take 1.6e+06 GB, and "))
        << ended.err;
    EXPECT_FALSE(fs::exists(out_));
}

TEST_F(Run, json_is_the_only_thing_on_standard_output)
{
    const Ended ended = run({"--json", "--out", out_, "--quiet"});
    EXPECT_EQ(ended.code, 0);
    EXPECT_TRUE(ended.out.starts_with("{"));
    EXPECT_TRUE(ended.out.ends_with("}\n"));
    EXPECT_TRUE(Json::accept(ended.out));
    EXPECT_EQ(ended.err, "");
}

TEST_F(Run, people_get_a_summary_in_words)
{
    const Ended ended = run();
    EXPECT_EQ(ended.code, 0);
    for (const char* part :
         {"A short drop", "bar, 20 coordinates", "event_accurate", "impact speed", "episode"})
        EXPECT_TRUE(holds(ended.out, part)) << part;
    EXPECT_EQ(ended.err, "");
}

TEST_F(Run, times_of_episodes_come_in_units_of_their_size)
{
    const Ended ended =
        run_rebond({"run", std::string(REBOND_SOURCE_DIR) + "/examples/06_bouncing_ball/scene.toml"});
    for (const char* part : {"linear, 1 coordinate\n", "451.5236 ms   >4.548476 s"})
        EXPECT_TRUE(holds(ended.out, part)) << ended.out;
}

TEST_F(Run, quiet_is_quiet)
{
    const Ended ended = run({"--quiet"});
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, "");
}

TEST_F(Run, without_out_no_files_are_written)
{
    // Nor in the folder it is run from.
    const Ended ended =
        run({}, {.before = [&] { [[maybe_unused]] const int code = ::chdir(folder_.path().c_str()); }});
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(names(), NameSet{"scene.toml"});
}

TEST_F(Run, out_contains_the_result_the_summary_the_plots_and_the_page)
{
    const Ended ended = run({"--out", folder_ / "deep/below/out"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(names("deep/below/out"), result_files);
    for (const std::string& name : result_files) EXPECT_EQ(holds(ended.out, name), name != ".rebond") << name;
}

TEST_F(Run, a_result_carries_its_scene_and_its_summary)
{
    const Ended ended = run({"--out", out_, "--json", "--set", "model.segments=5"});
    const H5File file = H5File::open(out_ + "/result.h5");
    EXPECT_EQ(file.read_text("summary"), text_of(out_ + "/summary.json"));
    EXPECT_EQ(file.read_text("summary"), ended.out);
    EXPECT_EQ(file.read_text("scene"), short_drop);
    EXPECT_TRUE(holds(file.read_text("effective_scene"), "segments = 5"));
    EXPECT_TRUE(holds(file.read_text("effective_scene"), "tip_inertia"));
    EXPECT_EQ(file.read_text("status"), "ok");
    EXPECT_TRUE(holds(run_rebond({"--version"}).out,
                      file.read_text("version") + " (" + file.read_text("revision") + ")"));
    for (const char* name : {"time", "energy/kinetic", "energy/elastic", "energy/gravity", "energy/total"})
        EXPECT_EQ(H5Source(file, name, H5RowType::real()).rows(), 101u) << name;
    for (const char* name : {"position", "velocity"})
        EXPECT_EQ(H5Source(file, name, H5RowType::real(), true).width(), 12u) << name;
    for (const char* name : {"contact/gap", "contact/impulse"})
        EXPECT_EQ(H5Source(file, name, H5RowType::real(), true).width(), 1u) << name;
}

TEST_F(Run, the_effective_scene_of_a_result_runs_again_to_the_same_numbers)
{
    const Json first = summary({"--out", out_, "--set", "model.segments=5"});
    write_text(path_, H5File::open(out_ + "/result.h5").read_text("effective_scene"));
    const Json again = summary();
    EXPECT_EQ(again["final"], first["final"]);
    EXPECT_EQ(again["energy"], first["energy"]);
}

TEST_F(Run, a_second_run_replaces_the_first_and_nothing_else)
{
    run({"--out", out_});
    write_text(out_ + "/notes.txt", "mine");
    const Ended ended = run({"--out", out_, "--set", "model.segments=4"});
    EXPECT_EQ(ended.code, 0);
    NameSet expected = result_files;
    expected.insert("notes.txt");
    EXPECT_EQ(names("out"), expected);
    EXPECT_EQ(text_of(out_ + "/notes.txt"), "mine");
    EXPECT_EQ(Json::parse(text_of(out_ + "/summary.json"))["dofs"], 10);
    EXPECT_EQ(H5File::open(out_ + "/result.h5").read_text("summary"), text_of(out_ + "/summary.json"));
}

TEST_F(Run, the_same_scene_gives_the_same_bits)
{
    Json first = summary();
    Json second = summary();
    first.erase("wall_seconds");
    second.erase("wall_seconds");
    EXPECT_EQ(first.dump(), second.dump());
}

TEST_F(Run, a_scene_may_come_from_standard_input)
{
    const Ended good = run_rebond({"run", "-", "--json"}, {.in = path_});
    EXPECT_EQ(good.code, 0) << good.err;
    EXPECT_EQ(Json::parse(good.out, nullptr, false)["title"], "A short drop");
    write_text(path_, with(short_drop, "0.2", "-0.2"));
    const Ended bad = run_rebond({"run", "-"}, {.in = path_});
    EXPECT_EQ(bad.code, 2);
    EXPECT_TRUE(bad.err.starts_with("<stdin>:7:10: error: model.length = -0.2")) << bad.err;
}

TEST_F(Run, progress_is_shown_on_a_terminal_and_wiped_away)
{
    if (!has_terminals()) GTEST_SKIP() << "no pseudo-terminals here";
    const Ended ended =
        run({"--set", "run.duration=1e3", "--json"},
            {.is_on_terminal = true, .environment = {"NO_COLOR=1"}, .interrupts = {std::chrono::seconds(1)}});
    EXPECT_EQ(ended.code, 130);
    EXPECT_TRUE(holds(ended.err, "steps/s"));
    EXPECT_TRUE(holds(ended.err, "%"));
    EXPECT_TRUE(ended.err.find("\r\033[K", ended.err.rfind("steps/s")) != std::string::npos);
    EXPECT_FALSE(holds(ended.out, "steps/s"));
    // No colours: no escape but the one that wipes a line.
    for (std::size_t at = ended.err.find('\033'); at != std::string::npos;
         at = ended.err.find('\033', at + 1))
        EXPECT_EQ(ended.err.substr(at, 3), "\033[K");
}

TEST_F(Run, progress_is_not_shown_where_nobody_watches_or_wants_it)
{
    if (!has_terminals()) GTEST_SKIP() << "no pseudo-terminals here";
    const Surroundings interrupted{.interrupts = {std::chrono::milliseconds(700)}};
    const Ended unwatched = run({"--set", "run.duration=1e3", "--json"}, interrupted);
    EXPECT_EQ(unwatched.code, 130);
    EXPECT_EQ(unwatched.err, "");
    Surroundings on_terminal = interrupted;
    on_terminal.is_on_terminal = true;
    const Ended quiet = run({"--set", "run.duration=1e3", "--quiet"}, on_terminal);
    EXPECT_EQ(quiet.code, 130);
    EXPECT_FALSE(holds(quiet.err, "steps/s"));
}

}  // namespace
}  // namespace rebond
