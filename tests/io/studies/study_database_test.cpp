#include "rebond/io/studies/study_database.hpp"

#include "apps/program.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/studies/study_csv.hpp"
#include "scratch_directory.hpp"
#include "small_disk.hpp"

#include <cmath>
#include <limits>

namespace rebond {
namespace {

const StudyRecord two_axes{.study = "text",
                           .axes = "a\nb \"quoted\"\n",
                           .fingerprint = "1f",
                           .version = "1",
                           .grid_cases = 4,
                           .keys = {"a", "b \"quoted\""},
                           .columns = {"energy.final", "model"}};

CaseResult row(std::uint64_t index, double a, const std::string& b, Value energy,
               const std::string& status = "ok")
{
    return {.given = {index, {a, b}},
            .status = status,
            .reason = status == "ok" ? "" : "because, \"so\"",
            .summary = {std::move(energy), std::string("bar")}};
}

std::vector<std::vector<Value>> rows(const StudyDatabase& database)
{
    std::vector<std::vector<Value>> found;
    database.for_each_row({.columns = database.column_names()},
                          [&](const std::vector<Value>& values) { found.push_back(values); });
    return found;
}

TEST(StudyDatabase, rows_come_back_by_index_with_their_bits)
{
    const ScratchDirectory folder;
    const double tiny = std::numeric_limits<double>::denorm_min();
    {
        StudyDatabase database(folder / "study.db", two_axes);
        database.add({row(3, 0.1, "x", tiny), row(0, -0.0, "y", Value{}, "diverged")});
    }
    const StudyDatabase database(folder / "study.db", StudyDatabase::Purpose::read);
    EXPECT_EQ(database.record().keys, two_axes.keys);
    EXPECT_EQ(database.record().columns, two_axes.columns);
    EXPECT_EQ(database.record().fingerprint, "1f");
    EXPECT_EQ(database.record().grid_cases, 4u);
    EXPECT_FALSE(database.record().is_finished);
    EXPECT_EQ(database.stored(4), (std::vector<bool>{true, false, false, true}));
    const auto found = rows(database);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0], (std::vector<Value>{std::int64_t{0}, -0.0, "y", "diverged", "because, \"so\"",
                                            Value{}, "bar"}));
    EXPECT_TRUE(std::signbit(std::get<double>(found[0][1])));
    EXPECT_EQ(found[1], (std::vector<Value>{std::int64_t{3}, 0.1, "x", "ok", Value{}, tiny, "bar"}));
    EXPECT_EQ(database.entry(3, "energy.final").number, tiny);
    EXPECT_TRUE(database.entry(0, "energy.final").is_stored);
    EXPECT_EQ(database.entry(0, "energy.final").number, std::nullopt);
    EXPECT_FALSE(database.entry(1, "energy.final").is_stored);
}

TEST(StudyDatabase, cases_are_told_apart_by_their_index_alone)
{
    StudyDatabase database("", two_axes);
    database.add({row(0, 1.0, "x", 1.0), row(1, 1.0, "x", 1.0)});
    EXPECT_EQ(database.row_count(), 2u);
    EXPECT_THROW(database.add({row(1, 2.0, "y", 1.0)}), FileError);
}

TEST(StudyDatabase, a_finished_study_is_one_file)
{
    const ScratchDirectory folder;
    StudyDatabase database(folder / "study.db", two_axes);
    database.add({row(0, 1.0, "x", 1.0)});
    EXPECT_EQ(folder.names().size(), 3u);  // the log and its index
    database.finish({});
    EXPECT_EQ(folder.names(), std::vector<std::string>{"study.db"});
    EXPECT_TRUE(StudyDatabase(folder / "study.db", StudyDatabase::Purpose::read).record().is_finished);
}

TEST(StudyDatabase, what_is_no_study_is_refused_and_left_alone)
{
    const ScratchDirectory folder;
    write_text(folder / "text.db", std::string(5000, 'x'));
    EXPECT_THROW(StudyDatabase(folder / "text.db", StudyDatabase::Purpose::resume), InputError);
    EXPECT_EQ(text_of(folder / "text.db"), std::string(5000, 'x'));
    EXPECT_FALSE(is_blank_database(folder / "text.db"));
    EXPECT_THROW(StudyDatabase(folder / "nothing.db", StudyDatabase::Purpose::read), FileError);
    write_text(folder / "empty.db", "");
    EXPECT_TRUE(is_blank_database(folder / "empty.db"));
    EXPECT_THROW(StudyDatabase(folder / "empty.db", StudyDatabase::Purpose::read), InputError);
}

TEST(StudyDatabase, damaged_numbers_are_refused)
{
    for (const char* damage : {"UPDATE study SET value = 'x' WHERE key = 'grid_cases'",
                               "UPDATE study SET value = '18446744073709551615' WHERE key = 'axis_count'",
                               "UPDATE study SET value = '-1' WHERE key = 'axis_count'",
                               "UPDATE study SET value = '1e3' WHERE key = 'finished'"}) {
        const ScratchDirectory folder;
        StudyDatabase(folder / "study.db", two_axes).add({row(0, 1.0, "x", 1.0)});
        SqliteConnection(folder / "study.db", SqliteConnection::Mode::write).execute(damage);
        EXPECT_THROW(StudyDatabase(folder / "study.db", StudyDatabase::Purpose::read), InputError) << damage;
    }
}

TEST(StudyDatabase, a_full_disk_keeps_the_rows_before)
{
    const ScratchDirectory folder;
    {
        StudyDatabase database(folder / "study.db", two_axes);
        database.add({row(0, 1.0, "x", 1.0)});
        const SmallDisk disk(60'000);
        const auto fill = [&] {
            for (std::uint64_t i = 1; i < 10000; ++i)
                database.add({row(i, 1.0 + static_cast<double>(i), "x", 1.0)});
        };
        EXPECT_THROW(fill(), FileError);
    }
    const StudyDatabase database(folder / "study.db", StudyDatabase::Purpose::read);
    EXPECT_GT(database.row_count(), 1u);
    EXPECT_LT(database.row_count(), 10000u);
}

TEST(StudyCsv, fields_that_would_be_misread_are_quoted)
{
    const ScratchDirectory scratch;
    OutputFolder folder(scratch.path());
    StudyDatabase database("", two_axes);
    database.add({row(0, 0.1, "x,y", 1e-300), row(1, 2.0, "z", Value{}, "diverged")});
    write_study_csv(folder, database);
    EXPECT_EQ(text_of(folder / "study.csv"),
              "case_index,a,\"b \"\"quoted\"\"\",status,reason,energy.final,model\n"
              "0,0.1,\"x,y\",ok,,1e-300,bar\n"
              "1,2.0,z,diverged,\"because, \"\"so\"\"\",,bar\n");
}

}  // namespace
}  // namespace rebond
