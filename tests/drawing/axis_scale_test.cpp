#include "rebond/drawing/axis_scale.hpp"

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

// Powers of ten are computed, so the lists hold up to rounding.
void expect_ticks(const std::vector<double>& at, const std::vector<double>& expected)
{
    ASSERT_EQ(at.size(), expected.size());
    for (std::size_t i = 0; i < at.size(); ++i) EXPECT_DOUBLE_EQ(at[i], expected[i]);
}

TEST(AxisScale, logarithmic_ticks_are_powers_of_ten)
{
    expect_ticks(logarithmic_ticks({1e-3, 1e2}, 8), {1e-3, 1e-2, 1e-1, 1, 10, 100});
    expect_ticks(logarithmic_ticks({0.02, 2e3}, 8), {0.1, 1, 10, 100, 1000});
    expect_ticks(logarithmic_ticks({1.0, 100.0}, 2), {1, 10, 100});
}

TEST(AxisScale, many_decades_show_each_second_or_fifth)
{
    expect_ticks(logarithmic_ticks({1e-12, 1.0}, 5), {1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 1});
    expect_ticks(logarithmic_ticks({1e-16, 1e4}, 5), {1e-15, 1e-10, 1e-5, 1});
    EXPECT_LE(logarithmic_ticks({1e-300, 1e300}, 5).size(), 11u);
}

TEST(AxisScale, less_than_two_decades_show_twos_and_fives_as_well)
{
    expect_ticks(logarithmic_ticks({0.9, 30.0}, 6), {1, 2, 5, 10, 20});
    expect_ticks(logarithmic_ticks({2e-4, 5e-3}, 6), {2e-4, 5e-4, 1e-3, 2e-3, 5e-3});
    expect_ticks(logarithmic_ticks({1.5, 160.0}, 6), {2, 5, 10, 20, 50, 100});
}

TEST(AxisScale, a_narrow_logarithmic_range_has_the_ticks_of_a_linear_one)
{
    for (const Extent narrow : {Extent{1.1, 1.9}, Extent{1.0, 4.0}, Extent{0.3, 0.300004}}) {
        EXPECT_TRUE(logarithmic_ticks(narrow, 5).empty());
        EXPECT_EQ(axis_scale(narrow, 5, "energy", "J", Scale::logarithmic).ticks, ticks(narrow, 5));
    }
}

TEST(AxisScale, what_is_not_positive_has_no_logarithmic_ticks)
{
    for (const Extent range : {Extent{0.0, 10.0}, Extent{-1.0, 10.0}, Extent{10.0, 1.0}, Extent{1.0, 1.0},
                               Extent{1.0, std::numeric_limits<double>::infinity()}})
        EXPECT_TRUE(logarithmic_ticks(range, 5).empty()) << range.lo << " " << range.hi;
}

TEST(AxisScale, powers_of_ten_keep_their_unit_and_a_few_are_plain_numbers)
{
    const AxisScale wide = axis_scale({1e-6, 1e-1}, 8, "time", "s", Scale::logarithmic);
    EXPECT_EQ(wide.label, "time [s]");
    EXPECT_EQ(wide.text(1e-6), "10⁻⁶");
    EXPECT_EQ(wide.text(wide.ticks.back()), "10⁻¹");
    const AxisScale plain = axis_scale({1e-3, 1e2}, 8, "ratio", "", Scale::logarithmic);
    EXPECT_EQ(plain.label, "ratio");
    EXPECT_EQ(plain.text(plain.ticks[0]), "0.001");
    EXPECT_EQ(plain.text(plain.ticks[5]), "100");
}

TEST(AxisScale, a_short_logarithmic_range_takes_an_SI_prefix)
{
    const AxisScale scale = axis_scale({2e-4, 5e-3}, 6, "time", "s", Scale::logarithmic);
    EXPECT_EQ(scale.label, "time [ms]");
    EXPECT_EQ(scale.text(2e-4), "0.2");
    EXPECT_EQ(scale.text(5e-3), "5");
    // Pure numbers are left as they are if they are short.
    const AxisScale pure = axis_scale({8e-3, 0.12}, 6, "distance", "", Scale::logarithmic);
    EXPECT_EQ(pure.label, "distance");
    EXPECT_EQ(pure.text(pure.ticks.front()), "0.01");
    EXPECT_EQ(axis_scale({8e-9, 1.2e-7}, 6, "distance", "", Scale::logarithmic).label, "distance [×10⁻⁹]");
}

TEST(AxisScale, minor_ticks_are_the_digits_or_decades_between)
{
    expect_ticks(axis_scale({1.0, 100.0}, 5, "", "", Scale::logarithmic).minor_ticks,
                 {2, 3, 4, 5, 6, 7, 8, 9, 20, 30, 40, 50, 60, 70, 80, 90});
    expect_ticks(axis_scale({0.9, 12.0}, 5, "", "", Scale::logarithmic).minor_ticks, {0.9, 3, 4, 6, 7, 8, 9});
    expect_ticks(axis_scale({1e-12, 1.0}, 5, "", "", Scale::logarithmic).minor_ticks,
                 {1e-11, 1e-9, 1e-7, 1e-5, 1e-3, 1e-1});
    EXPECT_TRUE(axis_scale({1e-300, 1e300}, 5, "", "", Scale::logarithmic).minor_ticks.empty());
    EXPECT_TRUE(axis_scale({1.0, 100.0}, 5, "", "").minor_ticks.empty());
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
