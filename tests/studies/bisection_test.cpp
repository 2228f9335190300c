#include "rebond/studies/bisection.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond {
namespace {

// x in steps of 1, listed from above, and a shift.
Design shifted_line()
{
    return {{{"x", ListedValues{{Value{3.0}, Value{2.0}, Value{1.0}, Value{0.0}}}},
             {"shift", ListedValues{{Value{0.0}, Value{0.5}}}}}};
}

const Bisection square_of_two{.along = "x", .of = "square", .level = 2.0, .tolerance = 1e-3};

double square(const std::vector<Value>& values)
{
    return std::pow(number_in(values[0]).value() + number_in(values[1]).value(), 2);
}

TEST(Bisection, closes_in_on_the_crossing_for_every_combination_of_the_others)
{
    const Design design = shifted_line();
    auto brackets = find_brackets(design, square_of_two,
                                  [&](std::uint64_t i) { return square(case_at(design, i).values); });
    ASSERT_EQ(brackets.size(), 2u);
    std::uint64_t expected_index = 8;
    for (Bracket& bracket : brackets) {
        while (bracket.halvings > 0) {
            const Case middle = next_case(bracket);
            EXPECT_EQ(middle.index, expected_index++);
            narrow(bracket, square_of_two, square(middle.values));
        }
        EXPECT_LE(bracket.high - bracket.low, square_of_two.tolerance);
        const double root = std::sqrt(2.0) - number_in(bracket.values[1]).value();
        EXPECT_LE(bracket.low, root);
        EXPECT_GE(bracket.high, root);
    }
}

TEST(Bisection, a_case_without_a_number_makes_no_bracket_and_ends_one)
{
    const Design design = shifted_line();
    EXPECT_TRUE(find_brackets(design, square_of_two, [](std::uint64_t) { return std::nullopt; }).empty());
    auto brackets = find_brackets(design, square_of_two,
                                  [&](std::uint64_t i) { return square(case_at(design, i).values); });
    narrow(brackets[0], square_of_two, 1.0);
    EXPECT_EQ(brackets[0].blank, std::nullopt);
    narrow(brackets[0], square_of_two, std::nullopt);
    EXPECT_EQ(brackets[0].halvings, 0);
    EXPECT_EQ(brackets[0].blank, 9u);  // the second of its cases, after 8 of the grid
}

TEST(Bisection, ends_where_no_double_lies_between)
{
    const Bisection exact{.along = "x", .of = "x", .level = 0.7, .tolerance = 1e-300};
    const auto bisected = [&](double low, double high) {
        const Design design{{{"x", ListedValues{{Value{low}, Value{high}}}}}};
        Bracket bracket =
            find_brackets(design, exact, [&](std::uint64_t i) { return i == 0 ? low : high; }).at(0);
        while (bracket.halvings > 0) {
            const double middle = number_in(next_case(bracket).values[0]).value();
            EXPECT_LT(bracket.low, middle);
            EXPECT_LT(middle, bracket.high);
            narrow(bracket, exact, middle);
        }
        return bracket;
    };
    for (const Bracket& bracket : {bisected(0.2, 1.0), bisected(-1e308, 1e308), bisected(0.0, 1e308),
                                   bisected(std::nextafter(0.7, 0.0), 0.7)}) {
        EXPECT_EQ(bracket.high, 0.7);
        EXPECT_EQ(bracket.low, std::nextafter(0.7, 0.0));
        EXPECT_EQ(bracket.blank, std::nullopt);
    }
}

TEST(Bisection, a_tolerance_as_wide_as_the_grid_adds_nothing)
{
    const Design design = shifted_line();
    Bisection coarse = square_of_two;
    coarse.tolerance = 1.0;
    for (const Bracket& bracket :
         find_brackets(design, coarse, [&](std::uint64_t i) { return square(case_at(design, i).values); }))
        EXPECT_EQ(bracket.halvings, 0);
}

}  // namespace
}  // namespace rebond
