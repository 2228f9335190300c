// Work that takes its time.
#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <sys/stat.h>

namespace rebond {
namespace {

using namespace std::chrono_literals;

TEST(StillWorking, a_slow_check_says_so_to_who_watches_and_to_nobody_else)
{
    if (!has_terminals()) GTEST_SKIP() << "no pseudo-terminals here";
    const ScratchDirectory folder;
    for (const char* name : {"watched", "unwatched"}) ASSERT_EQ(::mkfifo((folder / name).c_str(), 0600), 0);
    Program watched({"check", folder / "watched"}, {.is_on_terminal = true});
    Program unwatched({"check", folder / "unwatched"});
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));  // both wait for their scene
    for (const char* name : {"watched", "unwatched"}) write_text(folder / name, short_drop);

    const Ended seen = watched.wait();
    EXPECT_EQ(seen.code, 0);
    EXPECT_EQ(seen.err, "still working: a large model takes a while\r\n");
    EXPECT_TRUE(holds(seen.out, "a valid scene"));
    const Ended unseen = unwatched.wait();
    EXPECT_EQ(unseen.code, 0);
    EXPECT_EQ(unseen.err, "");
}

TEST(StillWorking, so_does_a_run_before_it_has_progress_to_show)
{
    if (!has_terminals()) GTEST_SKIP() << "no pseudo-terminals here";
    const ScratchDirectory folder;
    ASSERT_EQ(::mkfifo((folder / "scene").c_str(), 0600), 0);
    Program program({"run", folder / "scene"}, {.is_on_terminal = true});
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    write_text(folder / "scene", short_drop);
    const Ended ended = program.wait();
    EXPECT_EQ(ended.code, 0);
    EXPECT_TRUE(ended.err.starts_with("still working: a large model takes a while\r\n")) << ended.err;
}

TEST(StillWorking, a_quick_check_says_nothing)
{
    if (!has_terminals()) GTEST_SKIP() << "no pseudo-terminals here";
    const ScratchDirectory folder;
    write_text(folder / "scene.toml", short_drop);
    EXPECT_EQ(run_rebond({"check", folder / "scene.toml"}, {.is_on_terminal = true}).err, "");
}

// Finite elements by the scheme whose steps follow their fastest mode.
TEST(StillWorking, a_run_of_hours_names_the_faster_scheme)
{
    const std::string scene = std::string(REBOND_SOURCE_DIR) + "/examples/08_cantilever_on_stop/scene.toml";
    const Ended ended = run_rebond({"run", scene, "--set", "scheme={type=\"event_accurate\"}", "--set",
                                    "run.duration=3600", "--set", "run.sample_every=1"},
                                   {.interrupts = {10s}});
    EXPECT_EQ(ended.code, 130);
    EXPECT_TRUE(holds(ended.err, "at this rate the run takes ")) << ended.err;
    EXPECT_TRUE(holds(ended.err, "; event_modal takes about ")) << ended.err;
    EXPECT_TRUE(holds(ended.err, "--set 'scheme={type=\"event_modal\"}'")) << ended.err;
}

}  // namespace
}  // namespace rebond
