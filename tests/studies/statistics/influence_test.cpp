#include "rebond/studies/statistics/influence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace rebond {
namespace {

TEST(Influence, is_the_range_of_the_means)
{
    Influence influence;
    influence.add(0.0, 1.0, 3.0);
    influence.add(0.0, 2.0, 5.0);
    EXPECT_FALSE(influence.spread());
    influence.add(0.5, 1.0, 4.5);
    influence.add(1.0, 1.0, 7.0);
    EXPECT_EQ(influence.spread(), 3.0);  // 7 − 4
}

TEST(Influence, chance_gives_nothing_where_factor_and_start_explain_all)
{
    Influence influence;
    for (const double e : {0.0, 0.5, 1.0})
        for (const double start : {1.0, 2.0, 4.0}) influence.add(e, start, 3.0 * e + start * start);
    EXPECT_EQ(influence.spread(), 3.0);
    EXPECT_NEAR(influence.spread_by_chance().value(), 0.0, 1e-14);  // rounding
}

// Numbers that the factor has no part in: on average the spread is what chance is said to give.
TEST(Influence, chance_gives_what_means_of_unrelated_numbers_do)
{
    std::mt19937 random(1);
    std::normal_distribution<double> normal(0.0, 0.1);
    Spread spread, by_chance;
    for (int trial = 0; trial < 400; ++trial) {
        Influence influence;
        for (const double e : {0.0, 0.25, 0.5, 0.75, 1.0})
            for (int start = 0; start < 30; ++start) influence.add(e, start * 1.0, normal(random));
        spread.add(influence.spread().value());
        by_chance.add(influence.spread_by_chance().value());
    }
    EXPECT_NEAR(spread.mean() / by_chance.mean(), 1.0, 0.06);  // sampling, of 400 ranges
    EXPECT_NEAR(by_chance.mean(), 2.326 * 0.1 / std::sqrt(30.0), 1e-3);
}

TEST(Influence, chance_is_not_known_without_common_starts)
{
    Influence influence;
    influence.add(0.0, 1.0, 1.0);
    influence.add(0.0, 2.0, 1.5);
    influence.add(1.0, 1.0, 2.0);
    EXPECT_FALSE(influence.spread_by_chance());
    influence.add(1.0, 3.0, 2.0);
    EXPECT_FALSE(influence.spread_by_chance());
}

}  // namespace
}  // namespace rebond
