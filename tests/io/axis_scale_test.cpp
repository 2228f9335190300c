#include "rebond/io/axis_scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rebond {
namespace {

TEST(AxisScale, ticks_are_multiples_of_one_two_or_five)
{
    EXPECT_EQ(ticks({0.0, 20.0}, 8), (std::vector<double>{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20}));
    EXPECT_EQ(ticks({-0.9, 1.1}, 4), (std::vector<double>{-0.5, 0.0, 0.5, 1.0}));
    EXPECT_EQ(ticks({3.0, 47.0}, 5), (std::vector<double>{10, 20, 30, 40}));
}

TEST(AxisScale, ticks_lie_in_the_range_and_are_neither_few_nor_many)
{
    for (const double lo : {-1e6, -3.7, 0.0, 1e-9, 0.3})
        for (const double span : {1e-12, 7e-5, 0.9, 33.0, 4e8}) {
            if (span < 1e-9 * std::abs(lo)) continue;
            for (const int wanted : {2, 5, 9}) {
                const auto at = ticks({lo, lo + span}, wanted);
                EXPECT_GE(at.size(), 2u) << lo << " + " << span;
                EXPECT_LE(at.size(), 2u * static_cast<unsigned>(wanted) + 1u) << lo << " + " << span;
                EXPECT_GE(at.front(), lo - 1e-6 * span);
                EXPECT_LE(at.back(), lo + span + 1e-6 * span);
            }
        }
}

TEST(AxisScale, a_range_without_width_has_no_ticks)
{
    EXPECT_TRUE(ticks({1.0, 1.0}, 5).empty());
    EXPECT_TRUE(ticks({1.0, std::nextafter(1.0, 2.0)}, 5).empty());
    EXPECT_TRUE(ticks({0.0, std::numeric_limits<double>::infinity()}, 5).empty());
}

TEST(AxisScale, small_quantities_take_an_SI_prefix)
{
    EXPECT_EQ(axis_scale({0.0, 0.02}, 5, "time", "s").label, "time [ms]");
    EXPECT_EQ(axis_scale({0.0, 3e-6}, 5, "height", "m").label, "height [µm]");
    EXPECT_EQ(axis_scale({-2.0, 3.0}, 5, "velocity", "m/s").label, "velocity [m/s]");
    EXPECT_EQ(axis_scale({0.0, 2e5}, 5, "force", "N").label, "force [kN]");
    EXPECT_EQ(axis_scale({0.0, 2e-7}, 5, "deviation", "").label, "deviation [×10⁻⁹]");
    EXPECT_EQ(axis_scale({0.0, 1.0}, 5, "ratio", "").label, "ratio");
}

TEST(AxisScale, labels_have_the_decimals_their_step_needs_and_no_negative_zero)
{
    const AxisScale scale = axis_scale({-0.001, 0.001}, 4, "time", "s");
    EXPECT_EQ(scale.text(-0.0005), "−0.5");
    EXPECT_EQ(scale.text(-1e-19), "0.0");
    EXPECT_EQ(scale.text(0.001), "1.0");
}

TEST(AxisScale, a_narrow_range_far_from_zero_is_written_as_a_difference)
{
    const AxisScale scale = axis_scale({0.3, 0.300004}, 4, "energy", "J");
    EXPECT_EQ(scale.label, "energy − 0.3 J [µJ]");
    EXPECT_EQ(scale.text(0.300002), "2");
}

TEST(AxisScale, running_text_carries_its_unit)
{
    EXPECT_EQ(with_unit(0.0123456, "s"), "12.3 ms");
    EXPECT_EQ(with_unit(-2.5e-6, "m"), "−2.50 µm");
    EXPECT_EQ(with_unit(0.0, "s"), "0 s");
    EXPECT_EQ(with_unit(std::nan(""), "s"), "–");
}

}  // namespace
}  // namespace rebond
