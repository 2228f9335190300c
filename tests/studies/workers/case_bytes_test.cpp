#include "rebond/studies/workers/case_bytes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace rebond {
namespace {

TEST(CaseBytes, every_value_comes_back_with_its_bits)
{
    const Case sent{.index = 1ull << 60,
                    .values = {true, std::int64_t{-3}, -0.0, std::string("a\0b", 3), Composite{"[1.0, 2.0]"},
                               std::monostate{}}};
    const Case back = case_of(to_bytes(sent));
    EXPECT_EQ(back.index, sent.index);
    EXPECT_EQ(back.values, sent.values);
    EXPECT_TRUE(std::signbit(std::get<double>(back.values[2])));
}

TEST(CaseBytes, a_result_comes_back_without_the_values_of_its_case)
{
    CaseResult sent{.given = {.index = 1ull << 60, .values = {std::string(20'000, 'x')}},
                    .status = "diverged",
                    .reason = "at t = 1",
                    .summary = {std::numeric_limits<double>::denorm_min(), std::monostate{}},
                    .seconds = 0.25,
                    .is_interrupted = true,
                    .is_undone = true};
    const std::string bytes = to_bytes(sent);
    EXPECT_LT(bytes.size(), 100u);
    const CaseResult back = result_of(bytes);
    EXPECT_EQ(back.given.index, sent.given.index);
    EXPECT_TRUE(back.given.values.empty());
    EXPECT_EQ(back.status, sent.status);
    EXPECT_EQ(back.reason, sent.reason);
    EXPECT_EQ(back.summary, sent.summary);
    EXPECT_EQ(back.seconds, sent.seconds);
    EXPECT_TRUE(back.is_interrupted);
    EXPECT_TRUE(back.is_undone);
}

TEST(CaseBytes, points_and_a_chain_come_back)
{
    CaseResult sent{.given = {.index = 3}, .status = "ok", .points = {{7, true, {0.1, {0.2, -0.0}}}}};
    sent.further = {{.given = {.index = 5}, .status = "invalid", .points = {{1, false, {0.3, {}}}}}};
    const CaseResult back = result_of(to_bytes(sent));
    ASSERT_EQ(back.points.size(), 1u);
    EXPECT_EQ(back.points[0].number, 7u);
    EXPECT_TRUE(back.points[0].is_down);
    EXPECT_EQ(back.points[0].point.time, 0.1);
    EXPECT_EQ(back.points[0].point.values[0], 0.2);
    EXPECT_TRUE(std::signbit(back.points[0].point.values[1]));
    ASSERT_EQ(back.further.size(), 1u);
    EXPECT_EQ(back.further[0].given.index, 5u);
    EXPECT_EQ(back.further[0].status, "invalid");
    EXPECT_EQ(back.further[0].points[0].point.time, 0.3);
}

TEST(CaseBytes, too_few_bytes_are_a_bug)
{
    const std::string bytes = to_bytes(Case{.index = 1, .values = {1.0}});
    EXPECT_THROW((void)case_of(std::string_view(bytes).substr(0, bytes.size() - 1)), std::logic_error);
}

}  // namespace
}  // namespace rebond
