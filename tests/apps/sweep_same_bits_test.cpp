// The rows of a study are the same bits however it was run: threads, processes, order, sudden death.
#include "apps/mpi_job.hpp"
#include "apps/program.hpp"
#include "io/studies/study_texts.hpp"
#include "rebond/io/studies/study_database.hpp"

#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <random>

namespace rebond {
namespace {

// 600 cases of some milliseconds, random values and a failure among them, and a bisection would need a grid
// alone.
const std::string study = R"([vary]
"impact.restitution" = { from = 0.0, to = 1.05, step = 0.05 }
[sample]
"initial.position.0" = { uniform = [0.5, 2.0], count = 28, seed = 3 }
"run.duration" = { normal = [15.0, 1.0], seed = 4 }
)";

// Every value of every row, numbers by their bits.
std::string dump(const std::string& database)
{
    std::string text;
    const StudyDatabase store(database, StudyDatabase::Purpose::read);
    store.for_each_row({.columns = store.column_names()}, [&](const std::vector<Value>& row) {
        for (const Value& value : row) {
            if (const auto* number = std::get_if<double>(&value))
                text += std::to_string(std::bit_cast<std::uint64_t>(*number));
            else if (const auto* whole = std::get_if<std::int64_t>(&value))
                text += "i" + std::to_string(*whole);
            else if (const auto* word = std::get_if<std::string>(&value))
                text += "'" + *word + "'";
            text += ' ';
        }
        text += '\n';
    });
    return text;
}

class SameBits : public testing::Test {
protected:
    std::string out(const std::string& name) const { return folder_ / name; }
    std::string dump_of(const std::string& name) const { return dump(out(name) + "/study.db"); }

    int sweep(const std::string& name, Arguments more) const
    {
        Arguments arguments{"sweep", folder_.path(), "--out", out(name), "--quiet"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_rebond(arguments).code;
    }

    StudyFolder folder_{study};
};

TEST_F(SameBits, for_any_number_of_threads_and_any_order)
{
    ASSERT_EQ(sweep("one", {"-j", "1"}), 0);
    const std::string one = dump_of("one");
    EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 22 * 28);
    EXPECT_TRUE(holds(one, "'invalid'"));
    ASSERT_EQ(sweep("two", {"-j", "2"}), 0);
    EXPECT_EQ(dump_of("two"), one);
    ASSERT_EQ(sweep("scattered", {"-j", "3", "--scatter"}), 0);
    EXPECT_EQ(dump_of("scattered"), one);
    EXPECT_EQ(text_of(out("scattered") + "/study.csv"), text_of(out("one") + "/study.csv"));
}

TEST_F(SameBits, after_twenty_sudden_deaths)
{
    const auto start = std::chrono::steady_clock::now();
    ASSERT_EQ(sweep("whole", {"-j", "2"}), 0);
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
    std::mt19937 random(5);
    // Twenty together are half of what the study takes, and a little more for starting each time.
    std::uniform_real_distribution<double> seconds(0.01, 0.01 + whole.count() / 20.0);
    double more = 0.0;  // [s], where starting takes so long that nothing is done
    int deaths = 0;
    std::uint64_t rows = 0;
    while (deaths < 20) {
        if (deaths > 2 && rows == 0) more += 0.02;
        const std::string command = "timeout -s KILL " + std::to_string(more + seconds(random)) + " '" +
                                    std::string(REBOND_PROGRAM) + "' sweep '" + folder_.path() + "' --out '" +
                                    out("killed") + "' --quiet --resume -j 2 2>/dev/null";
        if (std::system(command.c_str()) == 0) break;
        ++deaths;
        if (!std::filesystem::exists(out("killed") + "/study.db")) continue;
        if (is_blank_database(out("killed") + "/study.db")) continue;
        const auto now = StudyDatabase(out("killed") + "/study.db", StudyDatabase::Purpose::read).row_count();
        EXPECT_GE(now, rows);
        rows = now;
    }
    EXPECT_EQ(deaths, 20) << "the study was over too soon";
    EXPECT_GT(rows, 0u) << "nothing was done before the deaths";
    ASSERT_EQ(sweep("killed", {"--resume"}), 0);
    EXPECT_EQ(dump_of("killed"), dump_of("whole"));
    EXPECT_EQ(text_of(out("killed") + "/study.csv"), text_of(out("whole") + "/study.csv"));
}

TEST_F(SameBits, on_several_processes)
{
    ASSERT_EQ(sweep("threads", {"-j", "2"}), 0);
    const auto job = run_job({{3, {"sweep", folder_.path(), "--out", out("processes"), "--json"}}});
    if (!job) GTEST_SKIP() << "there is no MPI here";
    ASSERT_EQ(job->code, 0) << job->text;
    EXPECT_TRUE(holds(job->text, "\"ranks\": 3")) << job->text;
    EXPECT_EQ(dump_of("processes"), dump_of("threads"));
}

// Values of 18 kB, more than MPI sends before somebody takes them.
TEST_F(SameBits, of_large_values_on_several_processes)
{
    std::string titles;
    for (const char letter : {'a', 'b', 'c', 'd', 'e', 'f'})
        titles += (titles.empty() ? "\"" : ", \"") + std::string(18'000, letter) + "\"";
    write_text(folder_ / "ball.toml", with(ball_scene, "duration = 1.0", "duration = 1.1"));
    folder_.write("[vary]\ntitle = [" + titles + R"(]
impact.restitution = { from = 0.05, to = 1.0, step = 0.05 }
[bisect]
along = "impact.restitution"
of = "impacts.count"
level = 1.5
tolerance = 1e-6
)");
    ASSERT_EQ(sweep("threads", {"-j", "2"}), 0);
    const auto job = run_job({{3, {"sweep", folder_.path(), "--out", out("processes"), "--quiet"}}});
    if (!job) GTEST_SKIP() << "there is no MPI here";
    ASSERT_EQ(job->code, 0) << job->text;
    const std::string rows = dump_of("processes");
    EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 6 * (20 + 16));  // 0.05/2¹⁶ < 1e-6
    EXPECT_EQ(rows, dump_of("threads"));
}

TEST_F(SameBits, of_a_bisection_that_was_cut_short)
{
    folder_.write(R"([vary]
"impact.restitution" = { from = 0.1, to = 0.9, step = 0.02 }
"run.duration" = { from = 50, to = 60, count = 4 }
[bisect]
along = "impact.restitution"
of = "impacts.count"
level = 20.5
tolerance = 1e-9
)");
    ASSERT_EQ(sweep("whole", {"-j", "1"}), 0);
    std::mt19937 random(6);
    std::uniform_real_distribution<double> seconds(0.02, 0.3);
    for (int death = 0; death < 20; ++death) {
        const std::string command = "timeout -s KILL " + std::to_string(seconds(random)) + " '" +
                                    std::string(REBOND_PROGRAM) + "' sweep '" + folder_.path() + "' --out '" +
                                    out("killed") + "' --quiet --resume -j 2 2>/dev/null";
        if (std::system(command.c_str()) == 0) break;
    }
    ASSERT_EQ(sweep("killed", {"--resume", "-j", "2"}), 0);
    const std::string whole = dump_of("whole");
    EXPECT_GT(std::count(whole.begin(), whole.end(), '\n'), 41 * 4);
    EXPECT_EQ(dump_of("killed"), whole);
}

}  // namespace
}  // namespace rebond
