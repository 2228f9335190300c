#include "rebond/scene/linear/tangent_advice.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

// Of a body of 2 kg and 0.5 kg m².
std::vector<std::string> warnings_for(Row normal, Row tangent, double friction = 0.25)
{
    return tangent_warnings({{.gap = {.terms = std::move(normal)},
                              .law = {.friction = friction},
                              .slide = {.terms = std::move(tangent)},
                              .name = "stop"}},
                            Vector{{2.0, 2.0, 0.5}});
}

TEST(TangentAdvice, a_tangent_of_another_length_scales_friction)
{
    const auto warnings = warnings_for({{0, 1.0}}, {{1, 2.0}});
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_TRUE(warnings[0].starts_with("stop: the tangent is 2 times as long as the normal")) << warnings[0];
    EXPECT_NE(warnings[0].find("friction = 0.25 acts like 0.5"), std::string::npos) << warnings[0];
    EXPECT_EQ(warnings_for({{0, 4.0}}, {{1, 1.0}}).size(), 1u);
    EXPECT_EQ(warnings_for({{0, -0.5}, {1, 0.5}}, {{0, 1.0}, {1, 1.0}}).size(), 1u);
}

TEST(TangentAdvice, a_tangent_of_the_normals_length_is_as_it_should_be)
{
    EXPECT_TRUE(warnings_for({{0, 3.0}}, {{1, -3.0}}).empty());
    EXPECT_TRUE(warnings_for({{0, 0.6}, {1, 0.8}}, {{0, 1.0}}).empty());
    EXPECT_TRUE(warnings_for({{0, 0.5}, {1, 0.866}}, {{0, 1.0}}).empty());  // written with three digits
}

// A wheel of radius 0.3 m on the ground, the end of a rod that is 0.4 m beside its centre, and a section of a
// beam whose surface is 5 mm from its axis.
TEST(TangentAdvice, a_lever_arm_is_no_scale)
{
    EXPECT_TRUE(warnings_for({{1, 1.0}}, {{0, 1.0}, {2, 0.3}}).empty());
    EXPECT_TRUE(warnings_for({{1, 1.0}, {2, 0.4}}, {{0, 1.0}}).empty());
    EXPECT_TRUE(warnings_for({{1, 1.0}, {2, 0.4}}, {{0, 1.0}, {2, 0.7}}).empty());
    EXPECT_TRUE(warnings_for({{1, 1.0}}, {{2, 0.005}}).empty());
}

TEST(TangentAdvice, without_friction_the_tangent_has_no_part)
{
    EXPECT_TRUE(warnings_for({{0, 1.0}}, {{1, 2.0}}, 0.0).empty());
    EXPECT_TRUE(warnings_for({{0, 1.0}}, {}, 0.0).empty());
}

}  // namespace
}  // namespace rebond::test
