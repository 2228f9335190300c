#include "rebond/studies/design/design.hpp"

#include <gtest/gtest.h>

#include <set>

namespace rebond {
namespace {

Design two_by_three()
{
    return {{{"a", ListedValues{{Value{1.0}, Value{2.0}}}},
             {"b", ListedValues{{Value{"x"}, Value{"y"}, Value{"z"}}}}}};
}

TEST(Design, the_last_axis_runs_fastest)
{
    const Design design = two_by_three();
    EXPECT_EQ(case_count(design), 6.0);
    EXPECT_EQ(case_at(design, 0).values, (std::vector<Value>{1.0, "x"}));
    EXPECT_EQ(case_at(design, 1).values, (std::vector<Value>{1.0, "y"}));
    EXPECT_EQ(case_at(design, 5).values, (std::vector<Value>{2.0, "z"}));
    EXPECT_EQ(digits_of(design, 5), (std::vector<std::uint64_t>{1, 2}));
}

TEST(Design, counts_beyond_any_integer)
{
    Design design;
    for (int i = 0; i < 30; ++i) design.axes.push_back({"k", SteppedValues{.count = 1000}});
    EXPECT_DOUBLE_EQ(case_count(design), 1e90);
}

TEST(Design, a_scattered_order_has_every_case_once)
{
    for (const std::uint64_t count : {1u, 2u, 3u, 4u, 10u, 97u, 1000u}) {
        std::set<std::uint64_t> seen;
        for (std::uint64_t i = 0; i < count; ++i) seen.insert(scattered(i, count));
        EXPECT_EQ(seen.size(), count);
        EXPECT_EQ(*seen.rbegin(), count - 1);
    }
}

TEST(Design, a_part_of_a_scattered_order_reaches_everywhere)
{
    std::set<std::uint64_t> tenths;
    for (std::uint64_t i = 0; i < 20; ++i) tenths.insert(scattered(i, 100000) / 10000);
    EXPECT_EQ(tenths.size(), 10u);
}

}  // namespace
}  // namespace rebond
