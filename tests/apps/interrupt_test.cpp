// Ctrl-C: what is finished is kept.
#include "apps/program.hpp"
#include "rebond/io/results/hdf5.hpp"
#include "rebond/io/results/results_hdf5.hpp"
#include "rebond/io/results/summary_json.hpp"
#include "scratch_directory.hpp"

#include <nlohmann/json.hpp>

#include <sys/stat.h>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;
using std::chrono::milliseconds;
using Names = std::vector<std::string>;

class Interrupt : public testing::Test {
protected:
    Interrupt() { write_text(path_, with(short_drop, "duration = 0.001", "duration = 1e3")); }

    ScratchDirectory folder_;
    std::string path_ = folder_ / "scene.toml";
    std::string out_ = folder_ / "out";
};

TEST_F(Interrupt, what_a_run_has_reached_is_kept)
{
    for (const int signal : {SIGINT, SIGTERM}) {
        const Ended ended = run_rebond({"run", path_, "--out", out_, "--json"},
                                       {.interrupts = {milliseconds(200)}, .signal = signal});
        ASSERT_EQ(ended.code, 130) << ended.err;
        EXPECT_EQ(folder_.names("out").size(), 8u);
        const Json json = Json::parse(ended.out, nullptr, false);
        EXPECT_EQ(json["status"], "interrupted");
        EXPECT_TRUE(json["reason"].is_string());
        EXPECT_EQ(ended.out, text_of(out_ + "/summary.json"));

        const Result result = read_result(out_ + "/result.h5");
        EXPECT_EQ(result.status, "interrupted");
        EXPECT_EQ(summary_text_json(result.summary), ended.out);
        EXPECT_GT(result.time.size(), 10u);
        EXPECT_EQ(result.time.back(), json["final"]["time"].get<double>());
        const Ended info = run_rebond({"info", out_});
        EXPECT_EQ(info.code, 0);
        EXPECT_TRUE(holds(info.out, "interrupted"));
    }
}

TEST_F(Interrupt, a_run_without_files_ends_with_its_summary_and_says_so)
{
    const Ended ended = run_rebond({"run", path_}, {.interrupts = {milliseconds(50)}});
    EXPECT_EQ(ended.code, 130);
    EXPECT_TRUE(holds(ended.out, "status                interrupted\n")) << ended.out;
    EXPECT_TRUE(ended.err.starts_with(path_ + ": stopped at t = ")) << ended.err;
    EXPECT_EQ(folder_.names(), Names{"scene.toml"});
}

TEST_F(Interrupt, before_the_first_step_it_ends_the_program_at_once_and_leaves_nothing)
{
    // Such a bar takes seconds to build.
    const Ended ended = run_rebond({"run", path_, "--set", "model.segments=1000000", "--out", out_},
                                   {.interrupts = {milliseconds(100)}});
    EXPECT_EQ(ended.code, 130);
    EXPECT_LT(ended.seconds, 1.1);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, "stopped\n");
    EXPECT_EQ(folder_.names(), Names{"scene.toml"});
}

TEST_F(Interrupt, a_second_signal_ends_the_program_at_once_and_leaves_nothing)
{
    // A comparison keeps what it has, and here waits for its scene to be there a second time.
    const std::string pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    Program program({"compare", pipe, "--schemes", "event_accurate", "--out", out_},
                    {.interrupts = {milliseconds(800), milliseconds(600)}});
    write_text(pipe, text_of(path_));
    const Ended ended = program.wait();
    EXPECT_EQ(ended.signal, SIGINT);
    EXPECT_EQ(ended.out, "");
    EXPECT_FALSE(std::filesystem::exists(out_));
}

// As `timeout` sends them, to the program and to its group.
TEST_F(Interrupt, two_signals_at_once_are_one_request)
{
    const Ended ended =
        run_rebond({"run", path_}, {.interrupts = {milliseconds(50), milliseconds(0), milliseconds(1)}});
    EXPECT_EQ(ended.code, 130);
    EXPECT_TRUE(holds(ended.out, "status                interrupted\n")) << ended.out;
}

TEST_F(Interrupt, a_comparison_keeps_the_schemes_it_has_finished)
{
    const Ended ended = run_rebond(
        {"compare", std::string(REBOND_SOURCE_DIR) + "/examples/04_two_masses/scene.toml", "--schemes",
         "event_modal,moreau_jean,event_newmark", "--steps", "1e-12", "--out", out_, "--json"},
        {.interrupts = {milliseconds(400)}});
    ASSERT_EQ(ended.code, 130) << ended.err;
    const Json json = Json::parse(ended.out, nullptr, false);
    EXPECT_TRUE(json["reference"].is_null());
    ASSERT_EQ(json["rows"].size(), 3u);
    EXPECT_EQ(json["rows"][0]["status"], "ok");
    EXPECT_EQ(json["rows"][0]["error"]["position"], nullptr);
    EXPECT_EQ(json["rows"][1]["status"], "interrupted");
    EXPECT_EQ(json["rows"][2]["status"], "interrupted");
    EXPECT_EQ(json["rows"][2]["steps"], nullptr);
    EXPECT_EQ(ended.out, text_of(out_ + "/compare.json"));
}

}  // namespace
}  // namespace rebond
