// What becomes of a sweep on several processes that cannot go on.
#include "apps/mpi_job.hpp"
#include "io/studies/study_texts.hpp"

#include <csignal>
#include <future>

namespace rebond {
namespace {

using std::chrono::milliseconds;

// Cases of minutes each: nobody who is in one hears of anything else.
const std::string endless_study = R"([vary]
"impact.restitution" = [1.0]
"run.sample_every" = [1e3]
"run.duration" = [1e9, 2e9]
)";

class SweepProcesses : public testing::Test {
protected:
    JobPart part(int processes, const std::string& study) const
    {
        return {processes, {"sweep", study, "--out", folder_ / "out"}};
    }

    StudyFolder folder_{endless_study};
};

TEST_F(SweepProcesses, an_interrupt_of_the_first_is_code_130_with_large_values_on_their_way)
{
    const std::string title = "title = [\"" + std::string(18'000, 'x') + "\"]\n";
    folder_.write(with(endless_study, "[vary]\n", "[vary]\n" + title));
    JobPart first = part(1, folder_.path());
    first.pid_file = folder_ / "pid";
    auto job = std::async(std::launch::async, [&] { return run_job({first, part(1, folder_.path())}); });
    for (int i = 0; i < 1000 && !std::filesystem::exists(folder_ / "out/study.db-wal"); ++i)
        if (job.wait_for(milliseconds(10)) == std::future_status::ready) break;
    std::this_thread::sleep_for(milliseconds(500));
    if (const std::string pid = text_of(folder_ / "pid"); !pid.empty()) ::kill(std::stoi(pid), SIGINT);
    const auto ended = job.get();
    if (!ended) GTEST_SKIP() << "there is no MPI here";
    EXPECT_EQ(ended->code, 130) << ended->text;
    EXPECT_TRUE(holds(ended->text, "stopped with 0 of 2 cases done; --resume continues it")) << ended->text;
}

TEST_F(SweepProcesses, what_went_wrong_is_told_before_the_job_ends)
{
    const std::string other = folder_ / "other.toml";
    write_text(other, with(text_of(folder_.path()), "2e9", "3e9"));
    const auto ended = run_job({part(2, folder_.path()), part(1, other)});
    if (!ended) GTEST_SKIP() << "there is no MPI here";
    if (ended->code != JobEnded::killed) {
        EXPECT_EQ(ended->code, 4) << ended->text;
    }
    EXPECT_TRUE(
        holds(ended->text, "process 2: " + other + ": error: this study is not the one that the sweep"))
        << ended->text;
}

}  // namespace
}  // namespace rebond
