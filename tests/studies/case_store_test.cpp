// What every store of cases does, in memory or in SQLite.
#include "rebond/studies/case_store.hpp"

#include "rebond/io/studies/study_database.hpp"
#include "rebond/studies/memory_store.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

namespace rebond {
namespace {

const StudyRecord record{.grid_cases = 4, .keys = {"a", "b"}, .columns = {"energy.final", "model"}};

CaseResult case_of(std::uint64_t index, Value a, Value b, Value energy, const std::string& status = "ok")
{
    return {.given = {index, {std::move(a), std::move(b)}},
            .status = status,
            .reason = status == "ok" ? "" : "because of " + std::to_string(index),
            .summary = {std::move(energy), std::string("bar")}};
}

enum class Kind { memory, database };

class EveryStore : public testing::TestWithParam<Kind> {
protected:
    std::vector<std::vector<Value>> rows(const RowQuery& query) const
    {
        std::vector<std::vector<Value>> found;
        store_->for_each_row(query, [&](const std::vector<Value>& row) { found.push_back(row); });
        return found;
    }

    std::unique_ptr<CaseStore> store_ =
        GetParam() == Kind::memory ? std::unique_ptr<CaseStore>(std::make_unique<MemoryStore>(record))
                                   : std::make_unique<StudyDatabase>("", record);
};

TEST_P(EveryStore, gives_rows_by_index_with_every_column)
{
    store_->add({case_of(3, 0.1, "x", 5e-324), case_of(0, true, Composite{"[1, 2]"}, Value{}, "diverged")});
    EXPECT_EQ(rows({.columns = store_->column_names()}),
              (std::vector<std::vector<Value>>{
                  {std::int64_t{0}, std::int64_t{1}, "[1, 2]", "diverged", "because of 0", Value{}, "bar"},
                  {std::int64_t{3}, 0.1, "x", "ok", Value{}, 5e-324, "bar"}}));
    EXPECT_EQ(rows({.columns = {"model", "a"}, .is_ok_only = true}),
              (std::vector<std::vector<Value>>{{"bar", 0.1}}));
    EXPECT_EQ(store_->stored(4), (std::vector<bool>{true, false, false, true}));
    EXPECT_EQ(store_->stored(2), (std::vector<bool>{true, false}));
    EXPECT_EQ(store_->row_count(), 2u);
    EXPECT_EQ(store_->row_count(3), 1u);
}

TEST_P(EveryStore, gives_the_rows_chosen_by_their_place)
{
    store_->add({case_of(1, 0.1, "x", 1.0), case_of(5, 0.2, "x", 2.0), case_of(9, 0.3, "x", 3.0)});
    const auto chosen = [&](const std::vector<bool>& places) {
        std::vector<Value> indices;
        for (const auto& row : rows({.columns = {"case_index"}, .chosen = &places}))
            indices.push_back(row[0]);
        return indices;
    };
    EXPECT_EQ(chosen({true, false, true}), (std::vector<Value>{std::int64_t{1}, std::int64_t{9}}));
    EXPECT_EQ(chosen({false, true}), (std::vector<Value>{std::int64_t{5}}));
    EXPECT_EQ(chosen({}), std::vector<Value>{});
}

TEST_P(EveryStore, gives_numbers_of_rows_that_are_ok)
{
    store_->add(
        {case_of(1, 0.1, "x", 2.5), case_of(2, 0.1, "x", 7.0, "diverged"), case_of(3, 0.1, "x", Value{})});
    EXPECT_EQ(store_->entry(1, "energy.final").number, 2.5);
    EXPECT_TRUE(store_->entry(2, "energy.final").is_stored);
    EXPECT_FALSE(store_->entry(2, "energy.final").number);
    EXPECT_FALSE(store_->entry(3, "energy.final").number);
    EXPECT_FALSE(store_->entry(0, "energy.final").is_stored);
    const std::vector<double> numbers = store_->numbers("energy.final", 4);
    EXPECT_EQ(numbers[1], 2.5);
    for (const std::size_t none : {0, 2, 3}) EXPECT_TRUE(std::isnan(numbers[none])) << none;
}

TEST_P(EveryStore, counts_statuses_with_their_first_reason)
{
    store_->add({case_of(2, 2, "x", 1.0, "diverged"), case_of(1, 1, "x", 1.0, "diverged"),
                 case_of(0, 0, "x", 1.0), case_of(7, 0, "x", 1.0, "failed")});
    const auto statuses = store_->statuses();
    ASSERT_EQ(statuses.size(), 3u);
    EXPECT_EQ(statuses[0].status, "diverged");
    EXPECT_EQ(statuses[0].count, 2u);
    EXPECT_EQ(statuses[0].first_index, 1u);
    EXPECT_EQ(statuses[0].first_reason, "because of 1");
    EXPECT_EQ(statuses[1].status, "failed");
    EXPECT_EQ(statuses[2].status, "ok");
}

TEST_P(EveryStore, keeps_a_case_once)
{
    store_->add({case_of(1, 0.1, "x", 1.0)});
    EXPECT_ANY_THROW(store_->add({case_of(1, 0.2, "y", 2.0)}));
}

TEST_P(EveryStore, keeps_points_by_case_in_their_order)
{
    StudyRecord observed = record;
    observed.point_columns = {"time", "position.0", "direction"};
    const std::unique_ptr<CaseStore> store =
        GetParam() == Kind::memory ? std::unique_ptr<CaseStore>(std::make_unique<MemoryStore>(observed))
                                   : std::make_unique<StudyDatabase>("", observed);
    CaseResult second = case_of(2, 1.0, 2.0, 3.0);
    second.points = {{1, false, {0.5, {-0.0}}}, {1, true, {0.25, {std::nan("")}}}};
    CaseResult first = case_of(1, 1.0, 2.0, 3.0);
    first.points = {{1, false, {0.125, {4.0}}}};
    store->add({second});
    store->add({first, case_of(0, 1.0, 2.0, 3.0)});
    std::vector<std::vector<Value>> points;
    store->for_each_point([&](const std::vector<Value>& point) { points.push_back(point); });
    const std::int64_t one = 1, two = 2;
    ASSERT_EQ(points.size(), 3u);
    EXPECT_EQ(points[0], (std::vector<Value>{one, one, 0.125, 4.0, std::string("up")}));
    EXPECT_EQ(points[1], (std::vector<Value>{two, one, 0.5, -0.0, std::string("up")}));
    EXPECT_EQ(points[2], (std::vector<Value>{two, one, 0.25, std::monostate{}, std::string("down")}));
    EXPECT_EQ(store->point_column_names(),
              (std::vector<std::string>{"case", "number", "time", "position.0", "direction"}));
}

INSTANTIATE_TEST_SUITE_P(Stores, EveryStore, testing::Values(Kind::memory, Kind::database),
                         [](const auto& kind) { return kind.param == Kind::memory ? "Memory" : "Database"; });

}  // namespace
}  // namespace rebond
