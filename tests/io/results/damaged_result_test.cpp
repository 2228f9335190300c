#include "io/results/ten_steps.hpp"
#include "rebond/io/results/hdf5.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>

// Each damaged structure that HDF5 reads costs it some hundred bytes; the leak sanitizer looks away.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions()
{
    return "leak:libhdf5";
}

namespace rebond {
namespace {

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
        return diagnostic([&] { (void)read_result(scratch_ / "other.h5"); });
    }

    ScratchDirectory scratch_;
    std::string bytes_;
};

TEST_F(DamagedResult, is_told_from_a_missing_one_and_from_other_files)
{
    const auto read = [](const std::string& path) { return diagnostic([&] { (void)read_result(path); }); };
    EXPECT_EQ(read(scratch_ / "none.h5"),
              (scratch_ / "none.h5") + ": cannot read: No such file or directory");
    EXPECT_EQ(said_of("just text"), (scratch_ / "other.h5") + ": cannot read: not an HDF5 file");
    EXPECT_EQ(said_of(""), (scratch_ / "other.h5") + ": cannot read: not an HDF5 file");
    EXPECT_TRUE(contains(read(scratch_.path()), scratch_.path() + ": cannot read: "));
    EXPECT_EQ(said_of(bytes_), "nothing");
}

TEST_F(DamagedResult, is_refused_wherever_it_was_cut)
{
    for (std::size_t size = 0; size < bytes_.size(); size += 1 + bytes_.size() / 100)
        EXPECT_TRUE(contains(said_of(bytes_.substr(0, size)), "other.h5: cannot read")) << size;
    EXPECT_TRUE(contains(said_of(bytes_.substr(0, bytes_.size() - 1)), "other.h5: cannot read"));
}

// A flipped byte is refused or does not matter; it never changes a number.
TEST_F(DamagedResult, never_reads_as_other_numbers)
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

TEST_F(DamagedResult, is_not_a_foreign_file)
{
    const auto foreign = [&](const std::function<void(const H5File&)>& fill) {
        {
            H5File file = H5File::create(scratch_ / "foreign.h5", "foreign.h5");
            fill(file);
            file.close();
        }
        return diagnostic([&] { (void)read_result(scratch_ / "foreign.h5"); });
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

TEST_F(DamagedResult, is_one_whose_summary_is_no_object)
{
    {
        H5File file = H5File::create(scratch_ / "foreign.h5", "foreign.h5");
        for (const char* name : {"scene", "effective_scene", "summary", "version", "revision", "status"})
            file.write_text(name, "");
        H5Rows(file, "time", "s", H5RowType::real()).finish();
        file.close();
    }
    EXPECT_EQ(diagnostic([&] { (void)read_result(scratch_ / "foreign.h5"); }),
              (scratch_ / "foreign.h5") + ": error: its summary is damaged");
}

TEST_F(DamagedResult, is_one_whose_datasets_disagree)
{
    const double number = 1.0;
    {
        H5File file = H5File::create(scratch_ / "foreign.h5", "foreign.h5");
        for (const char* name : {"scene", "effective_scene", "summary", "version", "revision", "status"})
            file.write_text(name, "{}");
        H5Rows time(file, "time", "s", H5RowType::real());
        time.append(&number);
        time.finish();
        H5Rows position(file, "position", "m", H5RowType::real(), 1, true);
        position.finish();
        file.close();
    }
    EXPECT_EQ(
        diagnostic([&] { (void)read_result(scratch_ / "foreign.h5"); }),
        (scratch_ / "foreign.h5") + ": not a rebond result: `position` has an extent of 0, others of 1");
}

}  // namespace
}  // namespace rebond
