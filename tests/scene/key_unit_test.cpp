#include "rebond/scene/key_unit.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(KeyUnit, is_that_of_the_quantity)
{
    EXPECT_EQ(unit_of_key("run.duration"), "s");
    EXPECT_EQ(unit_of_key("run.gravity"), "m/s²");
    EXPECT_EQ(unit_of_key("scheme.step"), "s");
    EXPECT_EQ(unit_of_key("model.young"), "Pa");
    EXPECT_EQ(unit_of_key("contact.offset"), "m");
    EXPECT_EQ(unit_of_key("initial.angle_deg"), "°");
}

TEST(KeyUnit, numbers_words_and_unknown_keys_have_none)
{
    for (const char* key : {"impact.restitution", "scheme.type", "model.wetness", "run", ""})
        EXPECT_EQ(unit_of_key(key), "") << key;
}

}  // namespace
}  // namespace rebond::test
