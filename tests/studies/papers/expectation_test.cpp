#include "rebond/studies/papers/expectation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond {
namespace {

const Columns angles{.key = "angle", .values = {std::int64_t{30}, std::int64_t{60}}};

RowTable three_rows()
{
    return {.columns = {"angle", "model", "energy", "start"},
            .rows = {{30.0, "a", 2.0, 0.5}, {30.0, "a", 3.0, 0.5}, {60.0, "b", 7.0, 1.0}}};
}

TEST(Expectation, gathers_the_rows_of_each_column)
{
    const auto cells = cells_of({.quantity = {.of = "energy"}}, angles, three_rows());
    ASSERT_EQ(cells.size(), 2u);
    EXPECT_EQ(cells[0].computed->count, 2u);
    EXPECT_EQ(cells[0].computed->low, 2.0);
    EXPECT_EQ(cells[0].computed->high, 3.0);
    EXPECT_EQ(cells[0].computed->mean(), 2.5);
    EXPECT_EQ(cells[1].computed->low, 7.0);
    EXPECT_EQ(cells[0].verdict, Verdict::shown);
}

TEST(Expectation, takes_differences_factors_and_distances)
{
    const Quantity quantity{.of = "energy", .minus = "start", .factor = -2.0, .distance_to = -10.0};
    const auto cells = cells_of({.quantity = quantity}, angles, three_rows());
    EXPECT_EQ(cells[0].computed->low, 5.0);   // |−2 (3 − ½) + 10|
    EXPECT_EQ(cells[0].computed->high, 7.0);  // |−2 (2 − ½) + 10|
    EXPECT_EQ(cells[1].computed->low, 2.0);
}

TEST(Expectation, takes_ratios)
{
    const auto cells =
        cells_of({.quantity = {.of = "energy", .minus = "start", .over = "start", .factor = 2.0}}, angles,
                 three_rows());
    EXPECT_EQ(cells[0].computed->low, 6.0);  // 2 (2 − ½)/½
    EXPECT_EQ(cells[1].computed->low, 12.0);
    // Nothing over zero.
    const RowTable nothing{.columns = {"angle", "a", "b"}, .rows = {{30.0, 1.0, 0.0}}};
    EXPECT_FALSE(cells_of({.quantity = {.of = "a", .over = "b"}}, angles, nothing)[0].computed);
}

TEST(Expectation, leaves_out_rows_that_are_not_meant)
{
    const auto cells =
        cells_of({.quantity = {.of = "energy"}, .where = {{"model", "a"}}}, angles, three_rows());
    EXPECT_TRUE(cells[0].computed);
    EXPECT_FALSE(cells[1].computed);
}

TEST(Expectation, without_columns_takes_all_rows_together)
{
    const auto cells = cells_of({.quantity = {.of = "energy"}}, {}, three_rows());
    ASSERT_EQ(cells.size(), 1u);
    EXPECT_EQ(cells[0].computed->count, 3u);
}

TEST(Expectation, agrees_only_if_every_row_is_within_the_tolerance)
{
    Expectation line{.quantity = {.of = "energy"}, .expected = {2.0, 7.5}, .tolerance = 0.5};
    auto cells = cells_of(line, angles, three_rows());
    EXPECT_EQ(cells[0].verdict, Verdict::differs);  // 3 is off by 1
    EXPECT_EQ(cells[1].verdict, Verdict::agrees);
    line.tolerance = 1.0;
    cells = cells_of(line, angles, three_rows());
    EXPECT_EQ(cells[0].verdict, Verdict::agrees);
}

TEST(Expectation, asks_an_ensemble_to_enclose_the_number)
{
    const Expectation line{.quantity = {.of = "energy"}, .expected = {2.9, 7.1}, .is_inside_ensemble = true};
    const auto cells = cells_of(line, angles, three_rows());
    EXPECT_EQ(cells[0].verdict, Verdict::inside_ensemble);
    EXPECT_EQ(cells[1].verdict, Verdict::differs);
}

TEST(Expectation, holds_every_row_to_the_bounds)
{
    Expectation line{.quantity = {.of = "energy"}, .at_least = 2.5};
    auto cells = cells_of(line, angles, three_rows());
    EXPECT_EQ(cells[0].verdict, Verdict::differs);
    EXPECT_EQ(cells[1].verdict, Verdict::agrees);
    line = {.quantity = {.of = "energy"}, .at_most = 3.0};
    cells = cells_of(line, angles, three_rows());
    EXPECT_EQ(cells[0].verdict, Verdict::agrees);
    EXPECT_EQ(cells[1].verdict, Verdict::differs);
}

TEST(Expectation, excuses_only_the_columns_that_are_known_not_to_agree)
{
    const Expectation line{
        .quantity = {.of = "energy"}, .expected = {1.0, 1.0}, .tolerance = 0.1, .cannot = {true, false}};
    const auto cells = cells_of(line, angles, three_rows());
    EXPECT_EQ(cells[0].verdict, Verdict::cannot);
    EXPECT_EQ(cells[1].verdict, Verdict::differs);
}

TEST(Expectation, misses_a_number_that_no_row_has)
{
    const Expectation line{.quantity = {.of = "force"}, .expected = {1.0, std::nullopt}, .tolerance = 1.0};
    const auto cells = cells_of(line, angles, three_rows());
    EXPECT_EQ(cells[0].verdict, Verdict::absent);
    EXPECT_EQ(cells[1].verdict, Verdict::shown);
}

TEST(Expectation, misses_a_number_that_only_some_rows_have)
{
    RowTable table = three_rows();
    table.rows[1][2] = Value{};
    Expectation line{.quantity = {.of = "energy"}, .expected = {2.0, 7.0}, .tolerance = 0.1};
    auto cells = cells_of(line, angles, table);
    EXPECT_EQ(cells[0].rows, 2u);
    EXPECT_EQ(cells[0].missing, 1u);
    EXPECT_EQ(cells[0].computed->count, 1u);
    EXPECT_EQ(cells[0].verdict, Verdict::absent);
    EXPECT_EQ(cells[1].verdict, Verdict::agrees);
    line.cannot = {true, false};
    EXPECT_EQ(cells_of(line, angles, table)[0].verdict, Verdict::cannot);
    line = {.quantity = {.of = "energy"}};
    EXPECT_EQ(cells_of(line, angles, table)[0].verdict, Verdict::shown);
}

TEST(Expectation, knows_disagreements_without_a_reason)
{
    const Expectation line{
        .quantity = {.of = "energy"}, .expected = {1.0, 7.0}, .tolerance = 0.1, .unexplained = {true, true}};
    const auto cells = cells_of(line, angles, three_rows());
    EXPECT_EQ(cells[0].verdict, Verdict::unexplained);
    EXPECT_EQ(cells[1].verdict, Verdict::agrees);
}

TEST(Expectation, tells_where_in_the_ensemble_a_number_lies)
{
    RowTable table{.columns = {"x"}};
    for (const double x : {1.0, 2.0, 3.0, 4.0}) table.rows.push_back({x});
    const Expectation line{.quantity = {.of = "x"}, .expected = {3.5}, .is_inside_ensemble = true};
    EXPECT_EQ(cells_of(line, {}, table)[0].rank, 0.75);
}

TEST(Expectation, takes_the_accuracy_of_its_rows)
{
    RowTable table = three_rows();
    table.accuracy = {0.1, 0.2, 0.3};
    const auto cells = cells_of({.quantity = {.of = "energy", .factor = -2.0}}, angles, table);
    EXPECT_EQ(cells[0].accuracy, 0.4);
    EXPECT_EQ(cells[1].accuracy, 0.6);
}

TEST(Expectation, measures_how_far_a_key_moves_the_mean)
{
    RowTable table{.columns = {"e", "start", "x"}};
    for (const double e : {0.0, 1.0})
        for (const double start : {1.0, 2.0}) table.rows.push_back({e, start, start + 0.5 * e});
    Expectation line{.quantity = {.of = "x"}, .spread_over = "e", .at_most = 0.6};
    auto cells = cells_of(line, {}, table);
    EXPECT_EQ(cells[0].computed->mean(), 0.5);
    EXPECT_EQ(cells[0].verdict, Verdict::agrees);
    line.chance_over = "start";
    EXPECT_NEAR(cells_of(line, {}, table)[0].computed->mean(), 0.0, 1e-15);  // rounding
    table.rows[3][2] = Value{};
    EXPECT_EQ(cells_of(line, {}, table)[0].verdict, Verdict::absent);
}

TEST(Expectation, fits_the_exponent_of_a_power_law)
{
    RowTable table{.columns = {"n", "error"}};
    for (const double n : {10.0, 20.0, 40.0, 100.0}) table.rows.push_back({n, 1.0 + 3.0 * std::pow(n, -1.5)});
    const Expectation line{.quantity = {.of = "error", .distance_to = 1.0},
                           .exponent_over = "n",
                           .expected = {-1.5},
                           .tolerance = 1e-9};
    const auto cells = cells_of(line, {}, table);
    EXPECT_NEAR(cells[0].computed->mean(), -1.5, 1e-10);  // rounding of 1 + x
    EXPECT_EQ(cells[0].verdict, Verdict::agrees);
}

TEST(Expectation, finds_no_exponent_in_one_point)
{
    const RowTable table{.columns = {"n", "error"}, .rows = {{10.0, 1.0}, {10.0, 2.0}}};
    EXPECT_FALSE(cells_of({.quantity = {.of = "error"}, .exponent_over = "n"}, {}, table)[0].computed);
}

}  // namespace
}  // namespace rebond
