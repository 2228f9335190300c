#include "rebond/studies/design/observation.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

TEST(Observation, chains_differ_in_the_other_axes_and_rise_along_the_first)
{
    const Design design{{{"a", ListedValues{{3.0, std::int64_t{1}, 2.0}}}, {"b", ListedValues{{0.5, 0.6}}}}};
    ASSERT_EQ(chain_count(design), 2u);
    for (const std::uint64_t chain : {0u, 1u}) {
        const std::vector<Case> cases = chain_at(design, chain);
        ASSERT_EQ(cases.size(), 3u);
        EXPECT_EQ(cases[0].index, 2 + chain);
        EXPECT_EQ(cases[1].index, 4 + chain);
        EXPECT_EQ(cases[2].index, chain);
        for (const Case& each : cases) EXPECT_EQ(each.values[1], Value(chain == 0 ? 0.5 : 0.6));
    }
}

TEST(Observation, a_point_says_in_which_direction_it_was_run)
{
    const Observation both{.values = {{PointValue::What::velocity, 1}}, .carry = Carry::both};
    EXPECT_EQ(point_columns(both), (std::vector<std::string>{"time", "velocity.1", "direction"}));
    const ObservedPoint point{2, true, {0.25, {-1.5}}};
    EXPECT_EQ(point_row(7, point, true),
              (std::vector<Value>{std::int64_t{7}, std::int64_t{2}, 0.25, -1.5, std::string("down")}));
    EXPECT_EQ(point_row(7, point, false).size(), 4u);
}

}  // namespace
}  // namespace rebond
