#include "rebond/io/study_figure.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

// x = 0, 1, 2 for two groups and two panels, and three members of an ensemble: y = x + member.
struct Ensemble {
    Study study{.design = {{{"x", ListedValues{{0.0, 1.0, 2.0}}},
                            {"group", ListedValues{{"low", "high"}}},
                            {"panel", ListedValues{{1.0, 2.0}}},
                            {"draw", UniformDraws{.count = 3}}}},
                .plot = StudyPlot{.x = "x", .y = "y", .by = "group"}};
    StudyDatabase database{"", {.keys = {"x", "group", "panel", "draw"}, .columns = {"y"}}, false};

    Ensemble()
    {
        std::vector<CaseResult> results;
        for (std::uint64_t i = 0; i < 36; ++i) {
            const Case given = case_at(study.design, i);
            results.push_back({.performed = given,
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
    EXPECT_EQ(figure.panels[1].title, "panel = 2.0");
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

TEST(StudyFigure, single_rows_have_no_band)
{
    Ensemble ensemble;
    ensemble.study.plot = StudyPlot{.x = "draw", .y = "y"};
    const Figure figure = study_figure(ensemble.study, ensemble.database);
    EXPECT_EQ(figure.panels.size(), 12u);
    EXPECT_TRUE(figure.panels[0].envelopes.empty());
    EXPECT_EQ(figure.panels[0].series[0].name, "");
}

TEST(StudyFigure, nothing_to_draw_is_an_empty_frame)
{
    Ensemble ensemble;
    const StudyDatabase nothing("", {.keys = {"x", "group", "panel", "draw"}, .columns = {"y"}}, false);
    const Figure figure = study_figure(ensemble.study, nothing);
    ASSERT_EQ(figure.panels.size(), 1u);
    EXPECT_TRUE(figure.panels[0].series.empty());
    EXPECT_NE(to_svg(figure).find("no data"), std::string::npos);
}

TEST(StudyFigure, keys_of_scenes_carry_their_units)
{
    Study study{.design = {{{"initial.angle_deg", ListedValues{{1.0}}}}},
                .plot = StudyPlot{.x = "initial.angle_deg", .y = "restitution.apparent"}};
    const StudyDatabase nothing("", {.keys = {"initial.angle_deg"}, .columns = {"restitution.apparent"}},
                                true);
    const Figure figure = study_figure(study, nothing);
    EXPECT_EQ(figure.panels[0].x.name, "initial.angle_deg [°]");
    EXPECT_EQ(figure.panels[0].y.name, "restitution.apparent");
}

}  // namespace
}  // namespace rebond
