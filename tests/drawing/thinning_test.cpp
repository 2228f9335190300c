#include "rebond/drawing/thinning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace rebond {
namespace {

// A slow wave with single points far above and below it.
struct Spikes {
    std::vector<double> x;
    std::vector<double> y;
    std::vector<std::size_t> at = {7, 123456, 123457, 500000, 999998};

    Spikes()
    {
        for (std::size_t i = 0; i < 1000000; ++i) {
            x.push_back(1e-6 * static_cast<double>(i));
            y.push_back(std::sin(10.0 * x.back()));
        }
        for (std::size_t k = 0; k < at.size(); ++k) y[at[k]] = k % 2 == 0 ? 5.0 : -5.0;
    }
};

TEST(Thinning, no_extreme_is_lost)
{
    const Spikes spikes;
    const auto kept = thin(spikes.x, spikes.y, {0.0, 1.0}, 800);
    EXPECT_LE(kept.size(), 4u * 802u);
    EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end()));
    const std::set<std::size_t> set(kept.begin(), kept.end());
    EXPECT_EQ(set.size(), kept.size());
    for (const std::size_t i : spikes.at) EXPECT_TRUE(set.count(i)) << i;
    EXPECT_TRUE(set.count(0));
    EXPECT_TRUE(set.count(spikes.x.size() - 1));
}

TEST(Thinning, a_gap_leaves_one_mark_and_splits_its_column)
{
    const double none = std::nan("");
    const std::vector<double> x = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    const std::vector<double> y = {1.0, 2.0, none, none, 3.0, 3.0};
    EXPECT_EQ(thin(x, y, {0.0, 1.0}, 1), (std::vector<std::size_t>{0, 1, 2, 4, 5}));
}

TEST(Thinning, points_outside_the_range_collapse_on_either_side)
{
    std::vector<double> x;
    for (int i = 0; i < 1000; ++i) x.push_back(i);
    const std::vector<double> y = x;
    const auto kept = thin(x, y, {400.0, 410.0}, 10);
    EXPECT_EQ(kept.front(), 0u);
    EXPECT_EQ(kept.back(), 999u);
    EXPECT_LE(kept.size(), 20u);
}

TEST(Thinning, nothing_stays_nothing)
{
    EXPECT_TRUE(thin({}, {}, {0.0, 1.0}, 100).empty());
}

}  // namespace
}  // namespace rebond
