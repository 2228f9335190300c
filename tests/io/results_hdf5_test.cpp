#include "rebond/io/results_hdf5.hpp"

#include "allocation_count.hpp"
#include "point_mass.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/hdf5.hpp"
#include "scratch_directory.hpp"
#include "small_disk.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>
#include <unistd.h>

// Each damaged structure that HDF5 meets costs it some hundred bytes; the leak sanitizer looks away.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions()
{
    return "leak:libhdf5";
}

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;
using Times = std::vector<double>;

const Provenance provenance{
    .scene = "title = \"é\"\n", .effective_scene = "effective", .version = "1.2.3", .revision = "abc"};

bool is_same_bits(const double a, const double b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

// The FileError's text, or nothing.
std::string complaint(const std::function<void()>& act)
{
    try {
        act();
    } catch (const FileError& error) {
        return error.what();
    }
    return "nothing";
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

// Heights and velocities no two of which are alike, and awkward to print.
double height_at(int k)
{
    return std::sin(k) / 3.0;
}
double velocity_at(int k)
{
    return k == 3 ? -0.0 : std::exp(-k) / 7.0;
}

// Ten steps of 0.1 s with samples every 0.2 s, two impacts, one sticking phase, two floors.
Problem ten_steps()
{
    Problem problem = point_mass_problem(std::make_shared<PointMass>(3.0, 9.81), 2);
    problem.sample_every = 0.2;
    return problem;
}

const Impact first_impact{.time = 0.15,
                          .end = 0.16,
                          .contact = 0,
                          .velocity_before = -1.0 / 3.0,
                          .velocity_after = 0.1,
                          .impulse = 0.7,
                          .energy_loss = 1e-300};
const Impact second_impact{.time = 0.55,
                           .end = 0.55,
                           .contact = 1,
                           .velocity_before = -2.0,
                           .velocity_after = 0.0,
                           .impulse = 0.25,
                           .energy_loss = 0.125};
const Sticking phase{.start = 0.55, .end = 0.9, .contact = 1, .impulse = 4.0, .peak_force = 1.0 / 9.0};

void write_ten_steps(const std::string& directory, const Problem& problem)
{
    ResultWriter writer(directory, problem, provenance, 0.25);
    Story story(problem, writer);
    const auto step = [&](int k) { story.step(0.1 * k, height_at(k), velocity_at(k)); };
    step(0);
    step(1);
    writer.impact(first_impact);
    for (int k = 2; k <= 5; ++k) step(k);
    writer.impact(second_impact);
    writer.contact_begins(1, 0.55);
    for (int k = 6; k <= 9; ++k) step(k);
    writer.sticking(phase);  // told after the last step
    writer.finish("{\"a\": 1}", "ok");
}

TEST(ResultFile, GivesBackWhatWasWrittenToTheBit)
{
    const ScratchDirectory scratch;
    const Problem problem = ten_steps();
    write_ten_steps(scratch / "new/out", problem);
    EXPECT_EQ(scratch.names("new/out"), Names{"result.h5"});

    const Result result = read_result(scratch / "new/out/result.h5");
    EXPECT_EQ(result.scene, provenance.scene);
    EXPECT_EQ(result.effective_scene, "effective");
    EXPECT_EQ(result.version, "1.2.3");
    EXPECT_EQ(result.revision, "abc");
    EXPECT_EQ(result.summary, "{\"a\": 1}");
    EXPECT_EQ(result.status, "ok");

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
    }
    Matrix impulse = Matrix::Zero(2, 6);
    impulse(0, 1) = 0.7;   // by 0.2 s
    impulse(1, 3) = 0.25;  // by 0.6 s
    impulse(1, 5) = 4.0;   // with the last
    EXPECT_EQ(result.impulse, impulse);

    ASSERT_EQ(result.impacts.size(), 2u);
    EXPECT_EQ(std::memcmp(&result.impacts[0], &first_impact, sizeof first_impact), 0);
    EXPECT_EQ(std::memcmp(&result.impacts[1], &second_impact, sizeof second_impact), 0);
    ASSERT_EQ(result.sticking.size(), 1u);
    EXPECT_EQ(std::memcmp(&result.sticking[0], &phase, sizeof phase), 0);

    // Contact 0 closes at 0.15 s and has been open for 0.25 s at 0.5 s.
    ASSERT_EQ(result.close_up.time.size(), 6u);
    for (int k = 0; k <= 5; ++k) {
        const auto i = static_cast<std::size_t>(k);
        EXPECT_EQ(result.close_up.time[i], 0.1 * k);
        EXPECT_EQ(result.close_up.gap[i], height_at(k));
        EXPECT_EQ(result.close_up.velocity[i], velocity_at(k));
    }
}

TEST(ResultFile, HasAUnitOnEveryDataset)
{
    const ScratchDirectory scratch;
    write_ten_steps(scratch.path(), ten_steps());
    const H5Handle file(H5Fopen((scratch / "result.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    for (const char* name : {"time", "position", "velocity", "energy/kinetic", "energy/elastic",
                             "energy/gravity", "energy/total", "contact/gap", "contact/impulse", "impacts",
                             "sticking", "close_up/time", "close_up/gap", "close_up/velocity"})
        EXPECT_GT(H5Aexists_by_name(file, name, "unit", H5P_DEFAULT), 0) << name;
}

TEST(ResultFile, HoldsTheTotalEnergy)
{
    const ScratchDirectory scratch;
    write_ten_steps(scratch.path(), ten_steps());
    const H5File file = H5File::open(scratch / "result.h5");
    double total = 0.0;
    H5Source(file, "energy/total", H5RowType::real()).read(1, 1, &total);
    EXPECT_EQ(total, 0.5 * 3.0 * velocity_at(2) * velocity_at(2) + 3.0 * 9.81 * height_at(2));
}

// Times sampled from steps at `steps` with the interval `every`.
Times sampled(const Times& steps, double every)
{
    const ScratchDirectory scratch;
    Problem problem = point_mass_problem();
    problem.sample_every = every;
    ResultWriter writer(scratch.path(), problem, provenance, 1.0);
    Story story(problem, writer);
    for (const double t : steps) story.step(t, 1.0, 0.0);
    writer.finish("", "ok");
    return read_result(scratch / "result.h5").time;
}

TEST(Samples, AreTheFirstStepsFromEachMultipleOnAndTheLast)
{
    EXPECT_EQ(sampled({0.0, 0.5, 1.25, 1.75, 2.0, 2.5}, 1.0), (Times{0.0, 1.25, 2.0, 2.5}));
    EXPECT_EQ(sampled({0.0, 3.5, 3.75, 4.0, 4.5}, 1.0), (Times{0.0, 3.5, 4.0, 4.5}));
    EXPECT_EQ(sampled({0.0, 1.0, 2.0}, 1.0), (Times{0.0, 1.0, 2.0}));
    EXPECT_EQ(sampled({0.0, 0.25}, 1.0), (Times{0.0, 0.25}));
    EXPECT_EQ(sampled({0.0}, 1.0), Times{0.0});
    EXPECT_EQ(sampled({}, 1.0), Times{});
}

TEST(Samples, AreAllStepsWithoutAnInterval)
{
    EXPECT_EQ(sampled({0.0, 0.1, 0.2, 0.2, 0.3}, 0.0), (Times{0.0, 0.1, 0.2, 0.3}));
}

TEST(Samples, DoNotSlipByRounding)
{
    Times steps{0.0};
    for (int k = 0; k < 100000; ++k) steps.push_back(steps.back() + 1e-6);
    const Times times = sampled(steps, 1e-5);
    ASSERT_EQ(times.size(), 10001u);
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(times[i], steps[10 * i]);
}

TEST(Samples, AskForTheEnergyOnlyWhenTaken)
{
    const ScratchDirectory scratch;
    const auto model = std::make_shared<PointMass>();
    Problem problem = point_mass_problem(model);
    problem.sample_every = 100.0;
    ResultWriter writer(scratch.path(), problem, provenance, 1.0);
    Story story(problem, writer);
    for (int k = 0; k < 1000; ++k) story.step(k, 1.0, 0.0);
    EXPECT_EQ(model->energy_calls, 10);
    writer.finish("", "ok");
    EXPECT_EQ(model->energy_calls, 11);
}

TEST(ResultFile, MayLackContactsSamplesAndEvents)
{
    const ScratchDirectory scratch;
    const Problem problem = point_mass_problem(std::make_shared<PointMass>(), 0);
    {
        ResultWriter writer(scratch / "none", problem, provenance, 1.0);
        writer.finish("", "diverged");
    }
    EXPECT_EQ(read_result(scratch / "none/result.h5").status, "diverged");
    {
        ResultWriter writer(scratch / "one", problem, provenance, 1.0);
        Story story(problem, writer);
        story.step(0.0, 1.0, 2.0);
        writer.finish("", "ok");
    }
    const Result result = read_result(scratch / "one/result.h5");
    EXPECT_EQ(result.velocity(0, 0), 2.0);
    EXPECT_EQ(result.gap.rows(), 0);
    EXPECT_EQ(result.gap.cols(), 1);
    EXPECT_TRUE(result.impacts.empty());
    EXPECT_TRUE(result.close_up.time.empty());
}

TEST(ResultFile, HoldsLongTexts)
{
    const ScratchDirectory scratch;
    const Problem problem = ten_steps();
    const std::string summary(1000000, 's');
    ResultWriter writer(scratch.path(), problem, provenance, 1.0);
    writer.finish(summary, "ok");
    EXPECT_EQ(read_result(scratch / "result.h5").summary, summary);
}

TEST(ResultFile, IsReplacedByTheNextRun)
{
    const ScratchDirectory scratch;
    const Problem problem = ten_steps();
    write_ten_steps(scratch.path(), problem);
    ResultWriter writer(scratch.path(), problem, provenance, 1.0);
    EXPECT_EQ(read_result(scratch / "result.h5").time.size(), 6u);  // the old one until then
    writer.finish("", "ok");
    EXPECT_EQ(read_result(scratch / "result.h5").time.size(), 0u);
}

TEST(ResultFile, DoesNotAppearUnfinished)
{
    const ScratchDirectory scratch;
    const Problem problem = ten_steps();
    {
        ResultWriter writer(scratch.path(), problem, provenance, 1.0);
        Story story(problem, writer);
        for (int k = 0; k < 10000; ++k) story.step(k, 1.0, 0.0);
        EXPECT_EQ(scratch.names().size(), 1u);
        EXPECT_FALSE(fs::exists(scratch / "result.h5"));
    }
    EXPECT_TRUE(scratch.names().empty());
}

// Twenty buffers' worth of everything, read whole and thinned.
TEST(ResultFile, IsReadInPartAsEvenlyAsCanBe)
{
    const ScratchDirectory scratch;
    Problem problem = point_mass_problem();
    problem.sample_every = 1.0;
    constexpr int last = 20000;
    {
        ResultWriter writer(scratch.path(), problem, provenance, 1.0);
        Story story(problem, writer);
        for (int k = 0; k <= last; ++k) {
            writer.impact({.time = k - 0.5, .end = k - 0.5, .impulse = 1.0});
            story.step(k, 2.0 * k, -k);
        }
        writer.finish("", "ok");
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

TEST(ResultWriter, AllocatesNothingBetweenFlushes)
{
    const ScratchDirectory scratch;
    Problem problem = point_mass_problem();
    problem.sample_every = 1.0;
    ResultWriter writer(scratch.path(), problem, provenance, 1.0);
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
TEST(ResultWriter, RunsInConstantMemory)
{
    const ScratchDirectory scratch;
    Problem problem = point_mass_problem();
    problem.sample_every = 1.0;
    ResultWriter writer(scratch.path(), problem, provenance, 1.0);
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
    writer.finish("", "ok");
    EXPECT_GT(fs::file_size(scratch / "result.h5"), 80000000u);
}

TEST(ResultWriter, NamesThePathAndTheReason)
{
    const ScratchDirectory scratch;
    const Problem problem = ten_steps();
    const auto open = [&](const std::string& directory) {
        return complaint([&] { ResultWriter(directory, problem, provenance, 1.0); });
    };
    std::ofstream(scratch / "file") << "text";
    EXPECT_EQ(open(scratch / "file"), (scratch / "file") + ": cannot create the directory: Not a directory");
    EXPECT_EQ(open(scratch / "file/below"),
              (scratch / "file/below") + ": cannot create the directory: Not a directory");
    EXPECT_TRUE(contains(open("/proc/rebond"), "/proc/rebond: cannot create the directory: "));
    EXPECT_EQ(scratch.names(), Names{"file"});
}

TEST(ResultWriter, NamesAFullDiskAndCleansUp)
{
    const ScratchDirectory scratch;
    const Problem problem = ten_steps();
    {
        const SmallDisk disk(200000);
        const std::string said = complaint([&] {
            ResultWriter writer(scratch.path(), problem, provenance, 1.0);
            Story story(problem, writer);
            for (int k = 0; k < 100000; ++k) story.step(k, 1.0, 0.0);
            writer.finish("", "ok");
        });
        EXPECT_EQ(said, (scratch / "result.h5") + ": cannot write: File too large");
    }
    EXPECT_TRUE(scratch.names().empty());
}

class DamagedResult : public testing::Test {
protected:
    DamagedResult()
    {
        write_ten_steps(scratch_.path(), ten_steps());
        std::ostringstream text;
        text << std::ifstream(scratch_ / "result.h5", std::ios::binary).rdbuf();
        bytes_ = text.str();
    }
    std::string said_of(const std::string& bytes)
    {
        std::ofstream(scratch_ / "other.h5", std::ios::binary) << bytes;
        return complaint([&] { (void)read_result(scratch_ / "other.h5"); });
    }

    ScratchDirectory scratch_;
    std::string bytes_;
};

TEST_F(DamagedResult, IsToldFromAMissingOneAndFromOtherFiles)
{
    const auto read = [](const std::string& path) { return complaint([&] { (void)read_result(path); }); };
    EXPECT_EQ(read(scratch_ / "none.h5"),
              (scratch_ / "none.h5") + ": cannot read: No such file or directory");
    EXPECT_EQ(said_of("just text"), (scratch_ / "other.h5") + ": cannot read: not an HDF5 file");
    EXPECT_EQ(said_of(""), (scratch_ / "other.h5") + ": cannot read: not an HDF5 file");
    EXPECT_TRUE(contains(read(scratch_.path()), scratch_.path() + ": cannot read: "));
    EXPECT_EQ(said_of(bytes_), "nothing");
}

TEST_F(DamagedResult, IsRefusedWhereverItWasCut)
{
    for (std::size_t size = 0; size < bytes_.size(); size += 1 + bytes_.size() / 100)
        EXPECT_TRUE(contains(said_of(bytes_.substr(0, size)), "other.h5: cannot read")) << size;
    EXPECT_TRUE(contains(said_of(bytes_.substr(0, bytes_.size() - 1)), "other.h5: cannot read"));
}

// A flipped byte is refused or does not matter; it never changes a number.
TEST_F(DamagedResult, NeverReadsAsOtherNumbers)
{
    const Result good = read_result(scratch_ / "result.h5");
    for (std::size_t at = 0; at < bytes_.size(); at += 1 + bytes_.size() / 400) {
        std::string damaged = bytes_;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x5a);
        std::ofstream(scratch_ / "other.h5", std::ios::binary) << damaged;
        try {
            const Result result = read_result(scratch_ / "other.h5");
            EXPECT_EQ(result.time, good.time) << at;
            EXPECT_EQ(result.position, good.position) << at;
            EXPECT_EQ(result.impulse, good.impulse) << at;
            EXPECT_EQ(result.impacts.size(), good.impacts.size()) << at;
            EXPECT_EQ(result.close_up.gap, good.close_up.gap) << at;
        } catch (const FileError&) {
        }
    }
}

TEST_F(DamagedResult, IsNotAForeignFile)
{
    const auto foreign = [&](const std::function<void(const H5File&)>& fill) {
        {
            H5File file = H5File::create(scratch_ / "foreign.h5", "foreign.h5");
            fill(file);
            file.close();
        }
        return complaint([&] { (void)read_result(scratch_ / "foreign.h5"); });
    };
    EXPECT_EQ(foreign([](const H5File&) {}),
              (scratch_ / "foreign.h5") + ": not a rebond result: it has no `time`");
    const double number = 1.0;
    EXPECT_EQ(foreign([&](const H5File& file) {
                  H5Rows rows(file, "time", "s", H5RowType::real(), 1);
                  rows.append(&number);
                  rows.finish();
              }),
              (scratch_ / "foreign.h5") + ": not a rebond result: it has no attribute `scene`");
    EXPECT_TRUE(contains(foreign([&](const H5File& file) {
                             H5Rows rows(file, "time", "s", H5RowType::real(), 1, true);
                             rows.append(&number);
                             rows.finish();
                         }),
                         "cannot read `time`: it has another shape or type than in a rebond result"));
}

TEST_F(DamagedResult, IsOneWhoseDatasetsDisagree)
{
    const double number = 1.0;
    {
        H5File file = H5File::create(scratch_ / "foreign.h5", "foreign.h5");
        for (const char* name : {"scene", "effective_scene", "summary", "version", "revision", "status"})
            file.write_text(name, "");
        H5Rows time(file, "time", "s", H5RowType::real());
        time.append(&number);
        time.finish();
        H5Rows position(file, "position", "m", H5RowType::real(), 1, true);
        position.finish();
        file.close();
    }
    EXPECT_EQ(
        complaint([&] { (void)read_result(scratch_ / "foreign.h5"); }),
        (scratch_ / "foreign.h5") + ": not a rebond result: `position` has an extent of 0, others of 1");
}

}  // namespace
}  // namespace rebond
