#include "rebond/orbits/load_period.hpp"

#include "orbits/known_systems.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace rebond {
namespace {

constexpr double turn = 2.0 * std::numbers::pi;

TEST(LoadPeriod, IsTheShortestAfterWhichAllLoadsRepeat)
{
    EXPECT_NEAR(*common_period({2.0}), turn / 2.0, 1e-15);
    EXPECT_NEAR(*common_period({2.0, 3.0}), turn, 1e-14);
    EXPECT_NEAR(*common_period({1.5, 0.5, 1.0}), 2.0 * turn, 1e-14);
    EXPECT_FALSE(common_period({1.0, std::numbers::sqrt2}).has_value());
    EXPECT_FALSE(common_period({}).has_value());
}

TEST(LoadPeriod, LoadsWithoutForceDriveNothing)
{
    EXPECT_EQ(driving_frequencies(test::forced_stop({.omega = 2.6})), std::vector<double>{2.6});
    EXPECT_TRUE(driving_frequencies(test::forced_stop({.omega = 2.6, .F = 0.0})).empty());
    EXPECT_TRUE(driving_frequencies(test::elastic_two_masses()).empty());
}

}  // namespace
}  // namespace rebond
