#include "rebond/core/nearest_name.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace rebond {
namespace {

constexpr std::array<std::string_view, 4> names = {"segments", "springs", "length", "step"};

TEST(NearestName, finds_what_one_slip_away_was_meant)
{
    EXPECT_EQ(nearest_name("segmens", names), "segments");  // left out
    EXPECT_EQ(nearest_name("springss", names), "springs");  // doubled
    EXPECT_EQ(nearest_name("lemgth", names), "length");     // replaced
    EXPECT_EQ(nearest_name("setp", names), "step");         // swapped
}

TEST(NearestName, ignores_case_and_dashes)
{
    EXPECT_EQ(nearest_name("LENGTH", names), "length");
    EXPECT_EQ(nearest_name("angle-deg", std::array<std::string_view, 1>{"angle_deg"}), "angle_deg");
}

TEST(NearestName, suggests_nothing_when_nothing_is_close)
{
    EXPECT_EQ(nearest_name("restitution", names), "");
    EXPECT_EQ(nearest_name("", names), "");
    EXPECT_EQ(nearest_name("x", std::array<std::string_view, 1>{"y"}), "");
    EXPECT_EQ(nearest_name(std::string(100'000, 's'), names), "");
    EXPECT_EQ(nearest_name("step", {}), "");
}

TEST(NearestName, prefers_the_closer_of_two)
{
    constexpr std::array<std::string_view, 2> two = {"event_newmark", "event_newmarks"};
    EXPECT_EQ(nearest_name("event_newmarks", two), "event_newmarks");
    EXPECT_EQ(nearest_name("event_newmrk", two), "event_newmark");
}

}  // namespace
}  // namespace rebond
