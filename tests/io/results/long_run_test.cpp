// A run of a million steps needs no more memory than one of a hundred thousand.
#include "allocation_count.hpp"
#include "integration/linear_body.hpp"
#include "rebond/analysis/findings.hpp"
#include "rebond/io/results/results_hdf5.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

struct HeapMeter final : Recorder {
    long steps = 0;
    std::size_t early = 0, late = 0;
    void step(const Instant& /*now*/) override
    {
        if (++steps == 100'000) early = live_heap_bytes();
        if (steps == 1'000'000) late = live_heap_bytes();
    }
};

TEST(LongRun, keeps_nothing_but_samples_on_disk)
{
    // An elastic ball: an impact every 2 s, a sample every 10 s, both to the disk as they come; one episode.
    const ScratchDirectory scratch;
    Problem problem = bouncing_ball(1.0, 10'000.0);
    problem.sample_every = 10.0;
    Analyst analyst(problem, {});
    OutputFolder folder(scratch.path());
    ResultWriter writer(folder, problem, {}, 1.0);
    HeapMeter meter;
    Recorders recorders{&analyst, &writer, &meter};
    const Outcome outcome = integrate(problem, PaoliSchatzman{.step = 0.01}, recorders);
    ASSERT_EQ(outcome.status, Status::ok) << outcome.reason;
    ASSERT_GE(meter.steps, 1'000'000);
    EXPECT_GT(analyst.findings().impacts, 4000);
    EXPECT_LT(meter.late, meter.early + 100'000);  // HDF5's own index of chunks
    writer.finish({.status = "ok"});
    EXPECT_EQ(read_result(scratch.path() + "/result.h5").impacts.size(),
              static_cast<std::size_t>(analyst.findings().impacts));
}

}  // namespace
}  // namespace rebond::test
