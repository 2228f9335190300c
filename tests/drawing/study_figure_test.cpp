#include "rebond/drawing/study_figure.hpp"

#include "rebond/studies/memory_store.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond {
namespace {

// x = 0, 1, 2 for two groups and two panels, and three members of an ensemble: y = x + member.
struct Ensemble {
    Study study{.design = {{{"x", ListedValues{{0.0, 1.0, 2.0}}},
                            {"group", ListedValues{{"low", "high"}}},
                            {"panel", ListedValues{{1.0, 2.0}}},
                            {"draw", UniformDraws{.count = 3}}}},
                .plot = StudyPlot{.x = "x", .y = "y", .by = "group"}};
    MemoryStore database{{.keys = {"x", "group", "panel", "draw"}, .columns = {"y"}}};

    Ensemble()
    {
        std::vector<CaseResult> results;
        for (std::uint64_t i = 0; i < 36; ++i) {
            const Case given = case_at(study.design, i);
            results.push_back({.given = given,
                               .status = i == 35 ? "diverged" : "ok",
                               .summary = {*number_in(given.values[0]) + static_cast<double>(i % 3)}});
        }
        database.add(results);
    }
};

TEST(StudyFigure, a_curve_is_the_mean_and_a_band_the_range_of_an_ensemble)
{
    const Ensemble ensemble;
    const Figure figure = study_figure(ensemble.study, ensemble.database);
    ASSERT_EQ(figure.panels.size(), 2u);
    EXPECT_EQ(figure.panels[1].title, "panel = 2.0, mean over draw");
    const Chart& chart = figure.panels[0];
    ASSERT_EQ(chart.series.size(), 2u);
    EXPECT_EQ(chart.series[0].name, "group = low");
    EXPECT_EQ(chart.series[0].x, (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(chart.series[0].y, (std::vector<double>{1, 2, 3}));
    ASSERT_EQ(chart.envelopes.size(), 2u);
    EXPECT_EQ(chart.envelopes[0].low, (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(chart.envelopes[0].high, (std::vector<double>{2, 3, 4}));

    // A case that failed is not drawn.
    EXPECT_EQ(figure.panels[1].envelopes[1].high, (std::vector<double>{2, 3, 3}));
}

TEST(StudyFigure, starts_that_are_listed_make_an_ensemble_if_told_so)
{
    Ensemble ensemble;
    ensemble.study.design.axes.back().values = ListedValues{{0.0, 1.0, 2.0}};
    ensemble.study.plot->ensemble = "draw";
    ensemble.study.plot->by_label = "g";
    ensemble.study.plot->x_label = "abscissa";
    ensemble.study.plot->y_label = "ordinate [m]";
    const Figure figure = study_figure(ensemble.study, ensemble.database);
    ASSERT_EQ(figure.panels.size(), 2u);
    EXPECT_EQ(figure.panels[0].title, "panel = 1.0, mean over draw");
    EXPECT_EQ(figure.panels[0].series[0].name, "g = low");
    EXPECT_EQ(figure.panels[0].x.name, "abscissa");
    EXPECT_EQ(figure.panels[0].y.name, "ordinate [m]");
    EXPECT_EQ(figure.panels[0].envelopes.size(), 2u);
}

// Two starts and two values of `e` that differ by 3 and by 5: σ = 1.
TEST(StudyFigure, a_spread_over_starts_stands_beside_what_chance_gives)
{
    Study study{.design = {{{"x", ListedValues{{0.0}}},
                            {"e", ListedValues{{0.0, 1.0}}},
                            {"start", ListedValues{{1.0, 2.0}}}}},
                .plot = StudyPlot{.x = "x", .y = "y", .spread_over = "e", .ensemble = "start"}};
    MemoryStore database{{.keys = {"x", "e", "start"}, .columns = {"y"}}};
    std::vector<CaseResult> results;
    for (std::uint64_t i = 0; i < 4; ++i)
        results.push_back({.given = case_at(study.design, i),
                           .status = "ok",
                           .summary = {std::vector<double>{1.0, 2.0, 4.0, 7.0}[i]}});
    database.add(results);
    const Chart chart = study_figure(study, database).panels.at(0);
    ASSERT_EQ(chart.series.size(), 2u);
    EXPECT_EQ(chart.series[0].y, (std::vector<double>{4.0}));
    EXPECT_TRUE(chart.series[1].dashed);
    EXPECT_NEAR(chart.series[1].y.at(0), 1.1284 / std::sqrt(2.0), 1e-4);
    EXPECT_EQ(chart.title, "mean over start, dashed: by chance");
}

TEST(StudyFigure, a_crossing_that_was_bisected_is_marked_on_its_curve)
{
    Study study{.design = {{{"e", ListedValues{{0.0, 1.0}}}, {"x", ListedValues{{1.0, 2.0}}}}},
                .bisection = Bisection{.along = "x", .of = "y", .level = 1.5},
                .plot = StudyPlot{.x = "x", .y = "y", .by = "e"}};
    MemoryStore database{{.bisection = "x y 1.5", .keys = {"e", "x"}, .columns = {"y"}}};
    std::vector<CaseResult> results;
    for (std::uint64_t i = 0; i < 4; ++i)
        results.push_back(
            {.given = case_at(study.design, i), .status = "ok", .summary = {static_cast<double>(i)}});
    database.add(results);
    database.finish({{.values = {1.0, 1.25}, .low = 1.0, .high = 1.5, .obstacle = ""}});
    const Chart chart = study_figure(study, database).panels.at(0);
    ASSERT_EQ(chart.series.size(), 3u);
    EXPECT_EQ(chart.series[2].draw, Draw::verticals);
    EXPECT_EQ(chart.series[2].x, (std::vector<double>{1.25}));
    EXPECT_EQ(chart.series[2].colour, chart.series[1].colour);
    EXPECT_EQ(chart.title, "verticals: y crosses 1.5");
}

TEST(StudyFigure, single_rows_have_no_band)
{
    Ensemble ensemble;
    ensemble.study.plot = StudyPlot{.x = "draw", .y = "y"};
    const Figure figure = study_figure(ensemble.study, ensemble.database);
    EXPECT_EQ(figure.panels.size(), 12u);
    EXPECT_TRUE(figure.panels[0].envelopes.empty());
    EXPECT_EQ(figure.panels[0].series[0].name, "");
    EXPECT_EQ(figure.panels[0].title.find("mean"), std::string::npos);
}

// y = x + 10·many for 13 values of `many`, one more than there are panels.
TEST(StudyFigure, what_is_averaged_over_is_said)
{
    ListedValues thirteen;
    for (int many = 0; many < 13; ++many) thirteen.values.emplace_back(static_cast<double>(many));
    Study study{.design = {{{"x", ListedValues{{0.0, 1.0}}}, {"many", thirteen}}},
                .plot = StudyPlot{.x = "x", .y = "y"}};
    MemoryStore database{{.keys = {"x", "many"}, .columns = {"y"}}};
    std::vector<CaseResult> results;
    for (std::uint64_t i = 0; i < 26; ++i) {
        const Case given = case_at(study.design, i);
        const double y = *number_in(given.values[0]) + 10.0 * *number_in(given.values[1]);
        results.push_back({.given = given, .status = "ok", .summary = {y}});
    }
    database.add(results);
    const Figure figure = study_figure(study, database);
    ASSERT_EQ(figure.panels.size(), 1u);
    EXPECT_EQ(figure.panels[0].title, "mean over many");
    EXPECT_EQ(figure.panels[0].series[0].y, (std::vector<double>{60, 61}));

    study.plot = StudyPlot{.x = "y", .y = "many"};
    EXPECT_EQ(study_figure(study, database).panels[1].title, "x = 1.0");
    study.plot = StudyPlot{.x = "x", .y = "many"};
    EXPECT_EQ(study_figure(study, database).panels[0].title, "mean of the rows at each x");
}

// y = x + member, less 2: of 0, 1, 2 at x = 0 the distances are 2, 1, 0, at x = 1 they are 1, 0, 1.
TEST(StudyFigure, a_distance_is_that_of_each_row)
{
    Ensemble ensemble;
    ensemble.study.plot->distance_to = 2.0;
    ensemble.study.plot->y_scale = Scale::logarithmic;
    const Figure figure = study_figure(ensemble.study, ensemble.database);
    const Chart& chart = figure.panels[0];
    EXPECT_EQ(chart.y.name, "|y − 2|");
    EXPECT_EQ(chart.y.scale, Scale::logarithmic);
    EXPECT_EQ(chart.x.scale, Scale::linear);
    EXPECT_EQ(chart.series[0].y, (std::vector<double>{1.0, 2.0 / 3.0, 1.0}));
    EXPECT_EQ(chart.envelopes[0].low, (std::vector<double>{0, 0, 0}));
    EXPECT_EQ(chart.envelopes[0].high, (std::vector<double>{2, 1, 2}));
    EXPECT_EQ(chart.series[1].name, "group = high");
    ensemble.study.plot->distance_to = -0.5;
    EXPECT_EQ(study_figure(ensemble.study, ensemble.database).panels[0].y.name, "|y + 0.5|");
    ensemble.study.plot->distance_to = 0.0;
    EXPECT_EQ(study_figure(ensemble.study, ensemble.database).panels[0].y.name, "|y|");
}

// Two draws, d = 0 and 1, at s = 1, 2, 5: y = s·x in the group "low" and s·(x + d) in "high". Those of x = 3
// fail but for s = 1.
struct SpreadRows {
    Study study{.design = {{{"x", ListedValues{{1.0, 2.0, 3.0}}},
                            {"group", ListedValues{{"low", "high"}}},
                            {"s", ListedValues{{std::int64_t{1}, 2.0, 5.0}}},
                            {"draw", UniformDraws{.count = 2}}}},
                .plot = StudyPlot{.x = "x", .y = "y", .by = "group", .spread_over = "s"}};
    MemoryStore database{{.keys = {"x", "group", "s", "draw"}, .columns = {"y"}}};

    SpreadRows()
    {
        std::vector<CaseResult> results;
        for (std::uint64_t i = 0; i < 36; ++i) {
            const Case given = case_at(study.design, i);
            const double x = *number_in(given.values[0]), s = *number_in(given.values[2]);
            const double d = given.values[1] == Value{"high"} && i % 2 == 1 ? 1.0 : 0.0;
            results.push_back({.given = given,
                               .status = x == 3.0 && s > 1.0 ? "diverged" : "ok",
                               .summary = {s * (x + d)}});
        }
        database.add(results);
    }
};

TEST(StudyFigure, a_spread_is_the_greatest_less_the_least_of_the_means)
{
    const SpreadRows rows;
    const Figure figure = study_figure(rows.study, rows.database);
    ASSERT_EQ(figure.panels.size(), 1u);  // the axis of the spread makes none
    const Chart& chart = figure.panels[0];
    EXPECT_EQ(chart.y.name, "spread of y over s");
    ASSERT_EQ(chart.series.size(), 2u);
    EXPECT_EQ(chart.series[0].name, "group = low");
    // Means x, 2x, 5x; and (x + ½) times 1, 2, 5. At x = 3 there is nothing to spread over.
    EXPECT_EQ(chart.series[0].x, (std::vector<double>{1, 2}));
    EXPECT_EQ(chart.series[0].y, (std::vector<double>{4, 8}));
    EXPECT_EQ(chart.series[1].y, (std::vector<double>{6, 10}));
    EXPECT_TRUE(chart.envelopes.empty());
}

TEST(StudyFigure, a_spread_may_be_over_the_draws_of_a_sampled_axis)
{
    SpreadRows rows;
    rows.study.plot->spread_over = "draw";
    const Figure figure = study_figure(rows.study, rows.database);
    ASSERT_EQ(figure.panels.size(), 3u);  // of s
    EXPECT_EQ(figure.panels[2].series[0].y, (std::vector<double>{0, 0}));
    EXPECT_EQ(figure.panels[2].series[1].y, (std::vector<double>{5, 5}));
}

TEST(StudyFigure, nothing_to_draw_is_an_empty_frame)
{
    Ensemble ensemble;
    const MemoryStore nothing({.keys = {"x", "group", "panel", "draw"}, .columns = {"y"}});
    const Figure figure = study_figure(ensemble.study, nothing);
    ASSERT_EQ(figure.panels.size(), 1u);
    EXPECT_TRUE(figure.panels[0].series.empty());
    EXPECT_NE(to_svg(figure).find("no data"), std::string::npos);
}

TEST(StudyFigure, keys_of_scenes_carry_their_units)
{
    Study study{.design = {{{"initial.angle_deg", ListedValues{{1.0}}}}},
                .plot = StudyPlot{.x = "initial.angle_deg", .y = "restitution.apparent"}};
    const MemoryStore nothing({.keys = {"initial.angle_deg"}, .columns = {"restitution.apparent"}});
    const Figure figure = study_figure(study, nothing);
    EXPECT_EQ(figure.panels[0].x.name, "initial.angle_deg [°]");
    EXPECT_EQ(figure.panels[0].y.name, "restitution.apparent");
    study.plot = StudyPlot{.x = "restitution.apparent", .y = "initial.angle_deg", .distance_to = 30.0};
    EXPECT_EQ(study_figure(study, nothing).panels[0].y.name, "|initial.angle_deg − 30| [°]");
}

}  // namespace
}  // namespace rebond
