#include "io/results/ten_steps.hpp"
#include "rebond/io/results/hdf5.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;
using Times = std::vector<double>;

bool is_same_bits(const double a, const double b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

TEST(ResultFile, gives_back_what_was_written_to_the_bit)
{
    const ScratchDirectory scratch;
    Problem problem = ten_steps();
    problem.contacts[1].name = "mass –\nstop";
    write_ten_steps(scratch / "new/out", problem);
    EXPECT_EQ(scratch.names("new/out").size(), 2u);  // with the list .rebond

    const Result result = read_result(scratch / "new/out/result.h5");
    EXPECT_EQ(result.scene, provenance.scene);
    EXPECT_EQ(result.effective_scene, "effective");
    EXPECT_EQ(result.version, "1.2.3");
    EXPECT_EQ(result.revision, "abc");
    EXPECT_EQ(summary_text_json(result.summary), summary_text_json(told_summary));
    EXPECT_EQ(result.status, "ok");
    EXPECT_EQ(result.contact_names, (Names{"contact 1", "mass – stop"}));

    const std::vector<int> sampled = {0, 2, 4, 6, 8, 9};
    const std::size_t samples = sampled.size();
    ASSERT_EQ(result.time.size(), samples);
    ASSERT_EQ(result.position.cols(), 6);
    ASSERT_EQ(result.position.rows(), 1);
    ASSERT_EQ(result.velocity.cols(), 6);
    ASSERT_EQ(result.energy.size(), samples);
    ASSERT_EQ(result.gap.cols(), 6);
    ASSERT_EQ(result.gap.rows(), 2);
    for (std::size_t i = 0; i < samples; ++i) {
        const int k = sampled[i];
        const auto column = static_cast<Index>(i);
        const double v = velocity_at(k);
        EXPECT_TRUE(is_same_bits(result.time[i], 0.1 * k)) << k;
        EXPECT_TRUE(is_same_bits(result.position(0, column), height_at(k))) << k;
        EXPECT_TRUE(is_same_bits(result.velocity(0, column), v)) << k;
        EXPECT_TRUE(is_same_bits(result.energy[i].kinetic, 0.5 * 3.0 * v * v)) << k;
        EXPECT_TRUE(is_same_bits(result.energy[i].gravity, 3.0 * 9.81 * height_at(k))) << k;
        EXPECT_EQ(result.energy[i].elastic, 0.0);
        EXPECT_TRUE(is_same_bits(result.gap(0, column), height_at(k))) << k;
        EXPECT_TRUE(is_same_bits(result.gap(1, column), height_at(k) + 1.0)) << k;
        for (const Index contact : {0, 1}) EXPECT_TRUE(is_same_bits(result.rate(contact, column), v)) << k;
    }
    Matrix impulse = Matrix::Zero(2, 6);
    impulse(0, 1) = 0.7;   // by 0.2 s
    impulse(1, 3) = 0.25;  // by 0.6 s
    impulse(1, 5) = 4.0;   // with the last
    EXPECT_EQ(result.impulse, impulse);
    EXPECT_EQ(result.friction, -0.5 * impulse);

    ASSERT_EQ(result.impacts.size(), 2u);
    EXPECT_EQ(std::memcmp(&result.impacts[0], &first_impact, sizeof first_impact), 0);
    EXPECT_EQ(std::memcmp(&result.impacts[1], &second_impact, sizeof second_impact), 0);
    ASSERT_EQ(result.sustained.size(), 1u);
    EXPECT_EQ(std::memcmp(&result.sustained[0], &phase, sizeof phase), 0);

    // Contact 0 closes at 0.15 s and has been open for 0.25 s at 0.5 s.
    ASSERT_EQ(result.close_up.time.size(), 6u);
    for (int k = 0; k <= 5; ++k) {
        const auto i = static_cast<std::size_t>(k);
        EXPECT_EQ(result.close_up.time[i], 0.1 * k);
        EXPECT_EQ(result.close_up.gap[i], height_at(k));
        EXPECT_EQ(result.close_up.velocity[i], velocity_at(k));
    }
}

TEST(ResultFile, has_a_unit_on_every_dataset)
{
    const ScratchDirectory scratch;
    write_ten_steps(scratch.path(), ten_steps());
    const H5Handle file(H5Fopen((scratch / "result.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    for (const char* name : {"time", "position", "velocity", "energy/kinetic", "energy/elastic",
                             "energy/gravity", "energy/total", "contact/gap", "contact/impulse", "impacts",
                             "sustained_contacts", "close_up/time", "close_up/gap", "close_up/velocity"})
        EXPECT_GT(H5Aexists_by_name(file, name, "unit", H5P_DEFAULT), 0) << name;
}

TEST(ResultFile, of_an_earlier_version_has_its_sustained_contacts_under_another_name)
{
    const ScratchDirectory scratch;
    write_ten_steps(scratch.path(), ten_steps());
    const std::string path = scratch / "result.h5";
    const Result now = read_result(path);
    ASSERT_FALSE(now.sustained.empty());
    {
        const H5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
        ASSERT_GE(H5Lmove(file, "sustained_contacts", file, "sticking", H5P_DEFAULT, H5P_DEFAULT), 0);
    }
    const Result before = read_result(path);
    ASSERT_EQ(before.sustained.size(), now.sustained.size());
    EXPECT_EQ(before.sustained[0].start, now.sustained[0].start);
}

TEST(ResultFile, holds_the_total_energy)
{
    const ScratchDirectory scratch;
    write_ten_steps(scratch.path(), ten_steps());
    const H5File file = H5File::open(scratch / "result.h5");
    double total = 0.0;
    H5Source(file, "energy/total", H5RowType::real()).read(1, 1, &total);
    EXPECT_EQ(total, 0.5 * 3.0 * velocity_at(2) * velocity_at(2) + 3.0 * 9.81 * height_at(2));
}

TEST(ResultFile, may_lack_contacts_samples_and_events)
{
    const ScratchDirectory scratch;
    const Problem problem = point_mass_problem(std::make_shared<PointMass>(), 0);
    {
        OutputFolder folder(scratch / "none");
        ResultWriter writer(folder, problem, provenance, 1.0);
        writer.finish({.status = "diverged"});
    }
    EXPECT_EQ(read_result(scratch / "none/result.h5").status, "diverged");
    {
        OutputFolder folder(scratch / "one");
        ResultWriter writer(folder, problem, provenance, 1.0);
        Story story(problem, writer);
        story.step(0.0, 1.0, 2.0);
        writer.finish({.status = "ok"});
    }
    const Result result = read_result(scratch / "one/result.h5");
    EXPECT_EQ(result.velocity(0, 0), 2.0);
    EXPECT_EQ(result.gap.rows(), 0);
    EXPECT_EQ(result.gap.cols(), 1);
    EXPECT_TRUE(result.impacts.empty());
    EXPECT_TRUE(result.close_up.time.empty());
}

TEST(ResultFile, holds_long_texts)
{
    const ScratchDirectory scratch;
    const Problem problem = ten_steps();
    const Summary summary{.title = std::string(1000000, 's')};
    OutputFolder folder(scratch.path());
    ResultWriter writer(folder, problem, provenance, 1.0);
    writer.finish(summary);
    EXPECT_EQ(read_result(scratch / "result.h5").summary.title, summary.title);
}

TEST(ResultFile, is_replaced_by_the_next_run)
{
    const ScratchDirectory scratch;
    const Problem problem = ten_steps();
    write_ten_steps(scratch.path(), problem);
    OutputFolder folder(scratch.path());
    ResultWriter writer(folder, problem, provenance, 1.0);
    EXPECT_EQ(read_result(scratch / "result.h5").time.size(), 6u);  // the old one until then
    writer.finish({.status = "ok"});
    EXPECT_EQ(read_result(scratch / "result.h5").time.size(), 0u);
}

TEST(ResultFile, does_not_appear_unfinished)
{
    const ScratchDirectory scratch;
    const Problem problem = ten_steps();
    {
        OutputFolder folder(scratch.path());
        ResultWriter writer(folder, problem, provenance, 1.0);
        Story story(problem, writer);
        for (int k = 0; k < 10000; ++k) story.step(k, 1.0, 0.0);
        EXPECT_EQ(scratch.names().size(), 2u);  // the lock, and a file with a temporary name
        EXPECT_FALSE(fs::exists(scratch / "result.h5"));
    }
    EXPECT_TRUE(scratch.names().empty());
}

// Twenty buffers' worth of everything, read whole and thinned.
TEST(ResultFile, is_read_in_part_as_evenly_as_can_be)
{
    const ScratchDirectory scratch;
    Problem problem = point_mass_problem();
    problem.sample_every = 1.0;
    constexpr int last = 20000;
    {
        OutputFolder folder(scratch.path());
        ResultWriter writer(folder, problem, provenance, 1.0);
        Story story(problem, writer);
        for (int k = 0; k <= last; ++k) {
            writer.impact({.time = k - 0.5, .end = k - 0.5, .impulse = 1.0});
            writer.received(0, 1.0, 0.0);
            story.step(k, 2.0 * k, -k);
        }
        writer.finish({.status = "ok"});
    }
    const Result whole = read_result(scratch / "result.h5");
    ASSERT_EQ(whole.time.size(), 20001u);
    ASSERT_EQ(whole.impacts.size(), 20001u);
    for (int k = 0; k <= last; ++k) {
        ASSERT_EQ(whole.time[static_cast<std::size_t>(k)], k);
        ASSERT_EQ(whole.position(0, k), 2.0 * k);
        ASSERT_EQ(whole.impulse(0, k), 1.0);
        ASSERT_EQ(whole.impacts[static_cast<std::size_t>(k)].time, k - 0.5);
    }
    EXPECT_EQ(read_result(scratch / "result.h5", 20001).time.size(), 20001u);

    const Result part = read_result(scratch / "result.h5", 5);
    EXPECT_EQ(part.time, (Times{0.0, 5000.0, 10000.0, 15000.0, 20000.0}));
    EXPECT_EQ(part.position(0, 3), 30000.0);
    EXPECT_EQ(part.velocity(0, 4), -20000.0);
    EXPECT_EQ(part.gap(0, 1), 10000.0);
    EXPECT_EQ(part.energy[1].kinetic, 0.5 * 5000.0 * 5000.0);
    EXPECT_EQ(part.impulse, (Matrix{{1.0, 5000.0, 5000.0, 5000.0, 5000.0}}));
    EXPECT_EQ(part.impacts.size(), 20001u);

    const Result uneven = read_result(scratch / "result.h5", 4);
    EXPECT_EQ(uneven.time, (Times{0.0, 6666.0, 13333.0, 20000.0}));
    EXPECT_EQ(uneven.impulse.sum(), 20001.0);
    EXPECT_EQ(read_result(scratch / "result.h5", 1).time, Times{0.0});
}

TEST(ResultFile, gives_the_first_impacts_and_some_of_the_others)
{
    const ScratchDirectory scratch;
    const Problem problem = ten_steps();
    OutputFolder folder(scratch.path());
    ResultWriter writer(folder, problem, provenance, 1.0);
    Story story(problem, writer);
    story.step(0.0, 1.0, 0.0);
    for (int k = 0; k < 10000; ++k) writer.impact({.time = 1e-4 * k, .end = 1e-4 * k});
    writer.finish({.status = "ok"});
    const Result part = read_result(scratch / "result.h5", 1, 10);
    ASSERT_EQ(part.impacts.size(), 10u);
    EXPECT_EQ(part.impacts_left_out, 9990u);
    for (int k = 0; k < 5; ++k) EXPECT_EQ(part.impacts[static_cast<std::size_t>(k)].time, 1e-4 * k);
    EXPECT_EQ(part.impacts[5].time, 1e-4 * 5);
    EXPECT_EQ(part.impacts[7].time, 1e-4 * (5 + 9994 / 2));  // evenly spaced
    EXPECT_EQ(part.impacts[9].time, 1e-4 * 9999);
    const Result two = read_result(scratch / "result.h5", 1, 2);
    EXPECT_EQ(two.impacts[1].time, 1e-4 * 9999);
    const Result all = read_result(scratch / "result.h5", 1, 10000);
    EXPECT_EQ(all.impacts.size(), 10000u);
    EXPECT_EQ(all.impacts_left_out, 0u);
    EXPECT_EQ(read_result_to_draw(scratch / "result.h5").impacts_left_out, 0u);
}

TEST(ResultFile, tells_what_it_holds_without_reading_it)
{
    const ScratchDirectory scratch;
    write_ten_steps(scratch.path(), ten_steps());
    const ResultInfo info = read_result_info(scratch / "result.h5");
    EXPECT_EQ(info.summary, summary_text_json(told_summary));
    EXPECT_EQ(info.version, "1.2.3");
    EXPECT_EQ(info.status, "ok");
    EXPECT_EQ(info.datasets.size(), 18u);
    const auto dataset = [&](const std::string& name) -> H5Dataset {
        for (const H5Dataset& candidate : info.datasets)
            if (candidate.name == name) return candidate;
        return {};
    };
    EXPECT_EQ(dataset("contact/gap").extent, (std::vector<std::size_t>{6, 2}));
    EXPECT_EQ(dataset("contact/gap").unit, "m");
    EXPECT_EQ(dataset("impacts").extent, std::vector<std::size_t>{2});
}

}  // namespace
}  // namespace rebond
