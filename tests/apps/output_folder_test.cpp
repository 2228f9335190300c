// Files of the user, and of other processes, in the folder that a command writes into.
#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using std::chrono::milliseconds;

const std::string examples_folder = std::string(REBOND_SOURCE_DIR) + "/examples/";

constexpr const char* small_study = R"(base = "scene.toml"
[vary]
"impact.restitution" = [0.0, 0.5]
[plot]
x = "impact.restitution"
y = "energy.final"
)";

class OutFolder : public testing::Test {
protected:
    OutFolder()
    {
        write_text(scene_, short_drop);
        write_text(study_, small_study);
    }

    // Every file below the folder with its bytes.
    std::map<std::string, std::string> everything() const
    {
        std::map<std::string, std::string> found;
        if (!fs::exists(out_)) return found;
        for (const auto& entry : fs::recursive_directory_iterator(out_))
            if (entry.is_regular_file()) found[entry.path().string()] = text_of(entry.path().string());
        return found;
    }

    void put_mine(const std::string& name)
    {
        fs::create_directories((fs::path(out_) / name).parent_path());
        write_text(out_ + "/" + name, "mine");
    }

    // The command is refused because of the file `name`, which is the user's, and nothing is touched; with
    // --force it is done.
    void expect_refused(Arguments command, const std::string& name)
    {
        SCOPED_TRACE(command.front() + ", " + name);
        const auto before = everything();
        const Ended refused = run_rebond(command);
        EXPECT_EQ(refused.code, 4) << refused.err;
        EXPECT_EQ(refused.out, "");
        EXPECT_TRUE(refused.err.starts_with(out_ + "/" + name + ": error: rebond did not write this file"))
            << refused.err;
        EXPECT_TRUE(holds(refused.err, "--force")) << refused.err;
        EXPECT_EQ(everything(), before);
        command.emplace_back("--force");
        const Ended forced = run_rebond(command);
        EXPECT_EQ(forced.code, 0) << forced.err;
        EXPECT_NE(text_of(out_ + "/" + name), "mine");
    }

    ScratchDirectory folder_;
    std::string scene_ = folder_ / "scene.toml";
    std::string study_ = folder_ / "study.toml";
    std::string out_ = folder_ / "out";
};

TEST_F(OutFolder, no_command_replaces_a_file_that_it_did_not_write)
{
    for (const char* name : {"result.h5", "summary.json", "report.html", "shape.svg"}) {
        put_mine(name);
        expect_refused({"run", scene_, "--out", out_}, name);
    }
    for (const char* name : {"study.csv", "study.svg", "study.html"}) {
        put_mine(name);
        expect_refused({"sweep", study_, "--out", out_, "--quiet"}, name);
    }
    put_mine("compare.svg");
    expect_refused(
        {"compare", scene_, "--schemes", "moreau_jean", "--steps", "1e-5", "--out", out_, "--quiet"},
        "compare.svg");
    put_mine("report.html");
    expect_refused({"report", out_ + "/result.h5"}, "report.html");
    put_mine("page.html");
    expect_refused({"report", out_ + "/result.h5", "--out", out_ + "/page.html"}, "page.html");
}

TEST_F(OutFolder, results_of_an_earlier_run_are_replaced_and_the_users_files_stay)
{
    put_mine("displacement.svg");  // which a bar does not have
    put_mine("notes.txt");
    ASSERT_EQ(run_rebond({"run", scene_, "--out", out_}).code, 0);
    EXPECT_TRUE(fs::exists(out_ + "/shape.svg"));
    const std::string first = text_of(out_ + "/summary.json");
    ASSERT_EQ(run_rebond({"run", scene_, "--set", "impact.restitution=0.4", "--out", out_}).code, 0);
    EXPECT_NE(text_of(out_ + "/summary.json"), first);

    // A linear system has no shape: that of the bar goes.
    write_text(out_ + "/displacement.svg", "mine");
    fs::remove(out_ + "/displacement.svg");
    ASSERT_EQ(run_rebond({"run", examples_folder + "04_two_masses/scene.toml", "--out", out_}).code, 0);
    EXPECT_FALSE(fs::exists(out_ + "/shape.svg"));
    EXPECT_TRUE(fs::exists(out_ + "/displacement.svg"));
    EXPECT_EQ(text_of(out_ + "/notes.txt"), "mine");
}

TEST_F(OutFolder, a_shape_of_the_users_own_outlives_a_run_that_draws_none)
{
    put_mine("shape.svg");
    ASSERT_EQ(run_rebond({"run", examples_folder + "04_two_masses/scene.toml", "--out", out_}).code, 0);
    EXPECT_EQ(text_of(out_ + "/shape.svg"), "mine");
}

TEST_F(OutFolder, a_plot_that_was_edited_is_the_users)
{
    ASSERT_EQ(run_rebond({"run", scene_, "--out", out_}).code, 0);
    write_text(out_ + "/energy.svg", text_of(out_ + "/energy.svg") + "<!-- better colours -->");
    const auto before = everything();
    const Ended refused = run_rebond({"run", scene_, "--out", out_});
    EXPECT_EQ(refused.code, 4);
    EXPECT_TRUE(
        holds(refused.err, "energy.svg: error: rebond did not write this file, or it was changed since"))
        << refused.err;
    EXPECT_EQ(everything(), before);
}

TEST_F(OutFolder, a_study_is_continued_or_replaced_only_if_that_is_asked_for)
{
    ASSERT_EQ(run_rebond({"sweep", study_, "--out", out_, "--quiet"}).code, 0);
    EXPECT_EQ(run_rebond({"sweep", study_, "--out", out_, "--quiet"}).code, 2);
    EXPECT_EQ(run_rebond({"sweep", study_, "--out", out_, "--quiet", "--resume"}).code, 0);
    const Ended forced = run_rebond({"sweep", study_, "--out", out_, "--json", "--force"});
    EXPECT_EQ(forced.code, 0) << forced.err;
    EXPECT_EQ(Json::parse(forced.out, nullptr, false)["ran"], 2);
}

TEST_F(OutFolder, a_second_writer_is_told_at_once_and_touches_nothing)
{
    const std::string endless = folder_ / "endless.toml";
    write_text(endless, with(short_drop, "duration = 0.001", "duration = 1e3"));
    Program first({"run", endless, "--out", out_, "--quiet"}, {.interrupts = {milliseconds(4000)}});
    while (!fs::exists(out_ + "/.rebond.lock")) std::this_thread::sleep_for(milliseconds(5));

    const std::vector<Arguments> others{{"run", scene_, "--out", out_},
                                        {"sweep", study_, "--out", out_},
                                        {"compare", scene_, "--schemes", "moreau_jean", "--out", out_}};
    for (const Arguments& command : others) {
        const Ended second = run_rebond(command);
        EXPECT_EQ(second.code, 4);
        EXPECT_LT(second.seconds, 1.0);
        EXPECT_TRUE(second.err.starts_with(out_ + ": error: another rebond is writing into this folder"))
            << second.err;
        for (const auto& [name, bytes] : everything())
            EXPECT_TRUE(holds(name, "result.h5.part") || name.ends_with(".rebond.lock")) << name;
    }
    EXPECT_EQ(first.wait().code, 130);
    EXPECT_EQ(Json::parse(text_of(out_ + "/summary.json"), nullptr, false)["status"], "interrupted");
}

TEST_F(OutFolder, runs_at_the_same_time_never_mix_their_files)
{
    for (int trial = 0; trial < 5; ++trial) {
        Program first({"run", scene_, "--set", "impact.restitution=0.4", "--out", out_, "--quiet"});
        Program second({"run", scene_, "--set", "impact.restitution=0.6", "--out", out_, "--quiet"});
        const Ended a = first.wait(), b = second.wait();
        EXPECT_TRUE(a.code == 0 || b.code == 0) << a.err << b.err;
        const Ended info = run_rebond({"info", out_, "--json"});
        EXPECT_EQ(info.out, text_of(out_ + "/summary.json"));
    }
}

TEST_F(OutFolder, a_killed_run_leaves_a_folder_for_the_next_one)
{
    const std::string endless = folder_ / "endless.toml";
    write_text(endless, with(short_drop, "duration = 0.001", "duration = 1e3"));
    ASSERT_EQ(run_rebond({"run", scene_, "--out", out_}).code, 0);
    const Ended killed = run_rebond({"run", endless, "--out", out_}, {.before = [] { ::alarm(1); }});
    ASSERT_EQ(killed.signal, SIGALRM);
    const Ended next = run_rebond({"run", scene_, "--out", out_});
    EXPECT_EQ(next.code, 0) << next.err;
    for (const std::string& name : folder_.names("out")) EXPECT_FALSE(holds(name, ".part-")) << name;
}

TEST_F(OutFolder, what_is_refused_leaves_no_folder)
{
    EXPECT_EQ(run_rebond({"run", scene_, "--set", "model.segments=0", "--out", out_}).code, 2);
    EXPECT_EQ(run_rebond({"sweep", scene_, "--out", out_}).code, 2);
    EXPECT_FALSE(fs::exists(out_));
}

}  // namespace
}  // namespace rebond
