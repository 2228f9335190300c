#include "rebond/analysis/thinned_series.hpp"

#include "allocation_count.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace rebond {
namespace {

TEST(ThinnedSeries, keeps_everything_that_fits)
{
    ThinnedSeries<int> series(8);
    EXPECT_TRUE(series.points().empty());
    for (int i = 0; i < 8; ++i) series.append(i);
    EXPECT_EQ(series.points(), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(ThinnedSeries, doubles_its_stride_when_full_and_keeps_the_newest)
{
    ThinnedSeries<int> series(8);
    for (int i = 0; i < 10; ++i) series.append(i);
    EXPECT_EQ(series.points(), (std::vector<int>{0, 2, 4, 6, 8, 9}));
    for (int i = 10; i < 29; ++i) series.append(i);
    EXPECT_EQ(series.points(), (std::vector<int>{0, 4, 8, 12, 16, 20, 24, 28}));
    for (int i = 29; i < 31; ++i) series.append(i);
    EXPECT_EQ(series.points(), (std::vector<int>{0, 8, 16, 24, 30}));
}

TEST(ThinnedSeries, stays_even_and_bounded_however_long)
{
    ThinnedSeries<int> series(100);
    for (int i = 0; i < 1000000; ++i) series.append(i);
    const std::vector<int> points = series.points();
    EXPECT_LE(points.size(), 100u);
    EXPECT_GE(points.size(), 50u);
    EXPECT_EQ(points.front(), 0);
    EXPECT_EQ(points.back(), 999999);
    for (std::size_t i = 1; i + 1 < points.size(); ++i) EXPECT_EQ(points[i] - points[i - 1], points[1]);
}

TEST(ThinnedSeries, keeps_pinned_points)
{
    ThinnedSeries<int> series(64);
    for (int i = 0; i < 100000; ++i) {
        series.append(i);
        if (i % 10001 == 0) series.pin_newest();
    }
    const std::vector<int> points = series.points();
    EXPECT_LE(points.size(), 64u);
    EXPECT_TRUE(std::is_sorted(points.begin(), points.end()));
    for (int i = 0; i < 100000; i += 10001) EXPECT_TRUE(std::count(points.begin(), points.end(), i)) << i;
}

TEST(ThinnedSeries, stays_bounded_when_everything_is_pinned)
{
    ThinnedSeries<int> series(64);
    for (int i = 0; i < 100000; ++i) {
        series.append(i);
        series.pin_newest();
        series.pin_newest();
        ASSERT_LE(series.points().size(), 64u);
    }
    EXPECT_GE(series.points().size(), 16u);
}

TEST(ThinnedSeries, allocates_nothing_while_it_grows)
{
    ThinnedSeries<double> series(64);
    const long before = allocations();
    for (int i = 0; i < 10000; ++i) {
        series.append(i);
        if (i % 3 == 0) series.pin_newest();
    }
    EXPECT_EQ(allocations(), before);
}

TEST(ThinnedSeries, ignores_a_pin_before_the_first_point)
{
    ThinnedSeries<int> series(4);
    series.pin_newest();
    EXPECT_TRUE(series.points().empty());
}

}  // namespace
}  // namespace rebond
