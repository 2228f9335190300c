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

TEST(NearestName, of_which_only_the_beginning_is_given)
{
    constexpr std::array<std::string_view, 5> schemes = {
        "event_newmark", "event_modal", "moreau_jean_conserving", "moreau_jean", "lagrange_newmark"};
    EXPECT_EQ(begun_name("moreu", schemes), "moreau_jean");
    EXPECT_EQ(begun_name("Moreau", schemes), "moreau_jean");
    EXPECT_EQ(begun_name("moreau_jean_c", schemes), "moreau_jean_conserving");
    EXPECT_EQ(begun_name("lagrange", schemes), "lagrange_newmark");
    for (const char* unclear : {"event", "mor", "newmark", "", "verlet"})
        EXPECT_EQ(begun_name(unclear, schemes), "") << unclear;
    EXPECT_EQ(begun_name(std::string(100'000, 's'), schemes), "");
    EXPECT_EQ(begun_name("moreau", {}), "");
}

}  // namespace
}  // namespace rebond
