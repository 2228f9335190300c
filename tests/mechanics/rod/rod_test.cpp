#include "rebond/mechanics/rod/rod.hpp"

#include "rebond/solvers/factors/symmetric_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

TEST(Rod, has_the_inertia_of_a_uniform_rod_and_its_weight)
{
    const Rod rod({.mass = 3.0, .length = 2.0}, 10.0);
    EXPECT_EQ(rod.dofs(), 3);
    EXPECT_EQ(rod.system().mass.dense(), Matrix(Vector{{3.0, 3.0, 1.0}}.asDiagonal()));
    EXPECT_EQ(rod.system().force, (Vector{{0.0, -30.0, 0.0}}));
    EXPECT_TRUE(rod.is_conservative());
}

TEST(Rod, stands_on_its_lower_end)
{
    const double angle = 1.1;
    const Rod rod({.mass = 1.0, .length = 0.8}, 9.81);
    const auto ends = rod.outline(rod.at({0.3, 0.2}, angle));
    ASSERT_EQ(ends.size(), 2u);
    EXPECT_NEAR((ends[0] - Vector2(0.3, 0.2)).norm(), 0.0, 1e-16);  // rounding
    EXPECT_NEAR((ends[1] - ends[0] - 0.8 * Vector2(std::cos(angle), std::sin(angle))).norm(), 0.0, 1e-15);
}

TEST(Rod, takes_angles_for_paths_of_its_ends)
{
    const Rod rod({.mass = 1.0, .length = 4.0}, 9.81);
    EXPECT_DOUBLE_EQ(rod.size_of(Vector{{1.0, 2.0, 1.0}}), 3.0);
}

}  // namespace
}  // namespace rebond::test
