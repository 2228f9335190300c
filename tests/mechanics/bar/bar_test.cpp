#include "rebond/mechanics/bar/bar.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

// Straight at an angle below the horizontal the lower edge of the far end is at y₀ + ℓ sin θ − R cos θ, with
// ℓ the distance of the end from the hemisphere's centre.
TEST(Bar, objects_once_the_lower_edge_of_its_far_end_is_below_the_plane)
{
    for (const Springs springs : {Springs::spiral, Springs::paired}) {
        const Bar bar({.springs = springs});
        const double R = bar.spec().radius;
        for (const double angle : {-1.2, -0.3, 0.0, 0.3, 1.9, 3.0, 3.5}) {
            const double touching = R * std::abs(std::cos(angle)) - (bar.spec().length - R) * std::sin(angle);
            EXPECT_FALSE(bar.validity_warning(bar.straight(angle, touching + 1e-9))) << angle;
            EXPECT_TRUE(bar.validity_warning(bar.straight(angle, touching - 1e-9))) << angle;
        }
    }
}

TEST(Bar, stretched_paired_springs_carry_the_far_end_along)
{
    const Bar bar({.springs = Springs::paired, .segments = 4});
    Vector q = bar.straight(-0.5, 0.3);
    q.tail(4).setConstant(0.01);  // six half gaps between the segments, one before the first
    const double along = bar.spec().length - bar.spec().radius + 0.07;
    const double lowest = 0.3 - along * std::sin(0.5) - bar.spec().radius * std::cos(0.5);
    q(1) -= lowest + 1e-9;
    EXPECT_TRUE(bar.validity_warning(q));
    q(1) += 2e-9;
    EXPECT_FALSE(bar.validity_warning(q));
}

}  // namespace
}  // namespace rebond::test
