#include "rebond/scene/range.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace rebond {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Range, holds_its_closed_ends_and_not_its_open_ones)
{
    EXPECT_TRUE(between(0, 1).contains(0.0));
    EXPECT_TRUE(between(0, 1).contains(1.0));
    EXPECT_FALSE(inside(0, 180).contains(0.0));
    EXPECT_FALSE(inside(0, 180).contains(180.0));
    EXPECT_TRUE(positive().contains(5e-324));
    EXPECT_FALSE(positive().contains(0.0));
    EXPECT_TRUE(at_least(2).contains(2.0));
}

TEST(Range, holds_finite_numbers_only)
{
    EXPECT_FALSE(any().contains(infinity));
    EXPECT_FALSE(any().contains(-infinity));
    EXPECT_FALSE(any().contains(std::numeric_limits<double>::quiet_NaN()));
    EXPECT_TRUE(any().contains(std::numeric_limits<double>::lowest()));
}

TEST(Range, reads_as_people_write_it)
{
    EXPECT_EQ(range_text(positive()), "> 0");
    EXPECT_EQ(range_text(at_least(2)), "≥ 2");
    EXPECT_EQ(range_text(between(2, 10'000'000)), "in [2, 10000000]");
    EXPECT_EQ(range_text(inside(0, 0.5)), "in (0, 0.5)");
    EXPECT_EQ(range_text({.high = 1.0}), "≤ 1");
    EXPECT_EQ(range_text(any()), "");
}

}  // namespace
}  // namespace rebond
