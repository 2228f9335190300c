#include "io/results/ten_steps.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

using Times = std::vector<double>;

// Times sampled from steps at `steps` with the interval `every`.
Times sampled(const Times& steps, double every)
{
    const ScratchDirectory scratch;
    Problem problem = point_mass_problem();
    problem.sample_every = every;
    OutputFolder folder(scratch.path());
    ResultWriter writer(folder, problem, provenance, 1.0);
    Story story(problem, writer);
    for (const double t : steps) story.step(t, 1.0, 0.0);
    writer.finish({.status = "ok"});
    return read_result(scratch / "result.h5").time;
}

TEST(Samples, are_the_first_steps_from_each_multiple_on_and_the_last)
{
    EXPECT_EQ(sampled({0.0, 0.5, 1.25, 1.75, 2.0, 2.5}, 1.0), (Times{0.0, 1.25, 2.0, 2.5}));
    EXPECT_EQ(sampled({0.0, 3.5, 3.75, 4.0, 4.5}, 1.0), (Times{0.0, 3.5, 4.0, 4.5}));
    EXPECT_EQ(sampled({0.0, 1.0, 2.0}, 1.0), (Times{0.0, 1.0, 2.0}));
    EXPECT_EQ(sampled({0.0, 0.25}, 1.0), (Times{0.0, 0.25}));
    EXPECT_EQ(sampled({0.0}, 1.0), Times{0.0});
    EXPECT_EQ(sampled({}, 1.0), Times{});
}

TEST(Samples, are_all_steps_without_an_interval)
{
    EXPECT_EQ(sampled({0.0, 0.1, 0.2, 0.2, 0.3}, 0.0), (Times{0.0, 0.1, 0.2, 0.3}));
}

TEST(Samples, do_not_slip_by_rounding)
{
    Times steps{0.0};
    for (int k = 0; k < 100000; ++k) steps.push_back(steps.back() + 1e-6);
    const Times times = sampled(steps, 1e-5);
    ASSERT_EQ(times.size(), 10001u);
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(times[i], steps[10 * i]);
}

TEST(Samples, ask_for_the_energy_only_when_taken)
{
    const ScratchDirectory scratch;
    const auto model = std::make_shared<PointMass>();
    Problem problem = point_mass_problem(model);
    problem.sample_every = 100.0;
    OutputFolder folder(scratch.path());
    ResultWriter writer(folder, problem, provenance, 1.0);
    Story story(problem, writer);
    for (int k = 0; k < 1000; ++k) story.step(k, 1.0, 0.0);
    EXPECT_EQ(model->energy_calls, 10);
    writer.finish({.status = "ok"});
    EXPECT_EQ(model->energy_calls, 11);
}

}  // namespace
}  // namespace rebond
