#include "allocation_count.hpp"
#include "io/results/ten_steps.hpp"
#include "scratch_directory.hpp"
#include "small_disk.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

TEST(ResultWriter, allocates_nothing_between_flushes)
{
    const ScratchDirectory scratch;
    Problem problem = point_mass_problem();
    problem.sample_every = 1.0;
    OutputFolder folder(scratch.path());
    ResultWriter writer(folder, problem, provenance, 1.0);
    Story story(problem, writer);
    story.step(0.0, 1.0, 0.0);
    const long before = allocations();
    for (int k = 1; k < 1000; ++k) {
        if (k > 500) writer.impact({.time = k - 0.5, .end = k - 0.5});
        story.step(k, 1.0, 0.0);
    }
    EXPECT_EQ(allocations(), before);
}

// 80 MB of samples and impacts pass through a heap that does not grow by one.
TEST(ResultWriter, runs_in_constant_memory)
{
    const ScratchDirectory scratch;
    Problem problem = point_mass_problem();
    problem.sample_every = 1.0;
    OutputFolder folder(scratch.path());
    ResultWriter writer(folder, problem, provenance, 1.0);
    Story story(problem, writer);
    const auto run = [&](int first, int last) {
        for (int k = first; k < last; ++k) {
            if (k % 2 == 0) writer.impact({.time = k - 0.5, .end = k - 0.5});
            story.step(k, 1.0, 0.0);
        }
    };
    run(0, 100000);
    const std::size_t before = live_heap_bytes();
    run(100000, 1000000);
    const std::size_t after = live_heap_bytes();
    EXPECT_LT(after, before + 1000000);
    writer.finish({.status = "ok"});
    EXPECT_GT(fs::file_size(scratch / "result.h5"), 80000000u);
}

TEST(ResultWriter, names_a_full_disk_and_cleans_up)
{
    const ScratchDirectory scratch;
    const Problem problem = ten_steps();
    {
        const SmallDisk disk(200000);
        const std::string said = diagnostic([&] {
            OutputFolder folder(scratch.path());
            ResultWriter writer(folder, problem, provenance, 1.0);
            Story story(problem, writer);
            for (int k = 0; k < 100000; ++k) story.step(k, 1.0, 0.0);
            writer.finish({.status = "ok"});
        });
        EXPECT_EQ(said, (scratch / "result.h5") + ": cannot write: File too large");
    }
    EXPECT_TRUE(scratch.names().empty());
}

}  // namespace
}  // namespace rebond
