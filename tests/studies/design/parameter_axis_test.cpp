#include "rebond/studies/design/parameter_axis.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace rebond {
namespace {

std::vector<double> numbers(const ParameterAxis& axis)
{
    std::vector<double> found;
    for (std::uint64_t i = 0; i < size_of(axis); ++i)
        found.push_back(number_in(value_at(axis, i, i)).value());
    return found;
}

TEST(ParameterAxis, steps_come_to_the_numbers_somebody_types)
{
    EXPECT_EQ(numbers({"k", stepped_values(0.0, 1.0, 0.1, false)}),
              (std::vector<double>{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0}));
    EXPECT_EQ(numbers({"k", stepped_values(1e-7, 4e-7, 1e-7, false)}),
              (std::vector<double>{1e-7, 2e-7, 3e-7, 4e-7}));
    EXPECT_EQ(numbers({"k", stepped_values(0.3, -0.3, -0.2, false)}),
              (std::vector<double>{0.3, 0.1, -0.1, -0.3}));
    EXPECT_EQ(numbers({"k", stepped_values(5.0, 5.0, 1.0, false)}), std::vector<double>{5.0});
}

TEST(ParameterAxis, steps_end_at_or_before_the_last_value)
{
    EXPECT_EQ(numbers({"k", stepped_values(0.0, 1.0, 0.4, false)}), (std::vector<double>{0, 0.4, 0.8}));
    // Thirds are not decimal: the last step is a rounding error away from the end.
    const ParameterAxis thirds{"k", stepped_values(0.0, 1.0, 1.0 / 3.0, false)};
    ASSERT_EQ(size_of(thirds), 4u);
    EXPECT_DOUBLE_EQ(numbers(thirds).back(), 1.0);
}

TEST(ParameterAxis, a_thousand_steps_do_not_drift)
{
    const ParameterAxis axis{"k", stepped_values(0.0, 1e6, 0.001, false)};
    ASSERT_EQ(size_of(axis), 1000000001u);
    EXPECT_EQ(number_in(value_at(axis, 123456789, 0)), 123456.789);
}

TEST(ParameterAxis, integers_stay_integers_where_all_of_them_are)
{
    const ParameterAxis steps{"k", stepped_values(2, 10, 4, true)};
    EXPECT_EQ(value_at(steps, 1, 0), Value{std::int64_t{6}});
    const ParameterAxis even{"k", spaced_values(2, 10, 5, false, true)};
    EXPECT_EQ(value_at(even, 1, 0), Value{std::int64_t{4}});
    const ParameterAxis uneven{"k", spaced_values(2, 10, 4, false, true)};
    EXPECT_TRUE(std::holds_alternative<double>(value_at(uneven, 0, 0)));
}

TEST(ParameterAxis, spaced_values_include_both_ends_exactly)
{
    const std::vector<double> linear = numbers({"k", spaced_values(0.1, 0.7, 4, false, false)});
    EXPECT_EQ(linear.front(), 0.1);
    EXPECT_EQ(linear.back(), 0.7);
    EXPECT_NEAR(linear[1], 0.3, 1e-16);
    const std::vector<double> logarithmic = numbers({"k", spaced_values(1e-3, 1e3, 7, true, false)});
    EXPECT_EQ(logarithmic.front(), 1e-3);
    EXPECT_EQ(logarithmic.back(), 1e3);
    for (std::size_t i = 1; i < 7; ++i)
        EXPECT_NEAR(logarithmic[i] / logarithmic[i - 1], 10.0, 1e-13);  // rounding
}

TEST(ParameterAxis, draws_differ_from_case_to_case_and_keep_to_their_range)
{
    const ParameterAxis axis{"k", UniformDraws{10.0, 20.0, 3, 1}};
    EXPECT_TRUE(is_random(axis));
    EXPECT_EQ(size_of(axis), 3u);
    EXPECT_EQ(value_at(axis, 0, 17), value_at(axis, 2, 17));  // the case decides
    EXPECT_NE(value_at(axis, 0, 17), value_at(axis, 0, 18));
    for (std::uint64_t i = 0; i < 100; ++i) {
        const double x = number_in(value_at(axis, 0, i)).value();
        EXPECT_TRUE(x > 10.0 && x < 20.0) << x;
    }
}

TEST(ParameterAxis, a_step_that_leads_away_is_a_bug)
{
    EXPECT_THROW((void)stepped_values(0, 1, -1, false), std::logic_error);
    EXPECT_THROW((void)stepped_values(0, 1, 0, false), std::logic_error);
    EXPECT_THROW((void)spaced_values(0, 1, 1, false, false), std::logic_error);
}

TEST(ParameterAxis, absurdly_many_values_are_only_counted)
{
    EXPECT_EQ(stepped_values(0, 1e300, 1e-300, false).count, most_values);
}

TEST(ParameterAxis, a_range_too_narrow_for_its_values_is_known)
{
    const auto spaced = [](double from, double to, std::uint64_t count, bool is_logarithmic) {
        return has_equal_neighbours({"x", spaced_values(from, to, count, is_logarithmic, false)});
    };
    const double ulp = std::numeric_limits<double>::epsilon();  // of numbers from 1 to 2
    EXPECT_TRUE(spaced(1.0, 1.0 + 4.0 * ulp, 6, false));
    EXPECT_FALSE(spaced(1.0, 1.0 + 4.0 * ulp, 5, false));
    EXPECT_TRUE(spaced(1.0 + 4.0 * ulp, 1.0, 6, false));
    EXPECT_TRUE(spaced(1.0, 1.0 + 4.0 * ulp, 6, true));
    EXPECT_FALSE(spaced(-1.0, 1.0, 100'000'000, false));
    EXPECT_FALSE(spaced(1e-150, 1e150, 100'000'000, true));
    EXPECT_FALSE(has_equal_neighbours({"x", stepped_values(0.0, 1.0, 0.1, false)}));
    EXPECT_TRUE(has_equal_neighbours({"x", stepped_values(1.0, 1.0 + 4.0 * ulp, 0.25 * ulp, false)}));
    EXPECT_FALSE(has_equal_neighbours({"x", ListedValues{{1.0}}}));
    EXPECT_FALSE(has_equal_neighbours({"x", UniformDraws{.count = 3}}));
}

}  // namespace
}  // namespace rebond
