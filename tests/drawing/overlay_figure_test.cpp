#include "rebond/drawing/overlay_figure.hpp"

#include "io/results/small_results.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

// A contact from 0.4 s to 0.6 s that receives `impulse` in each sample of it.
Result pressed(double impulse)
{
    Result result = bouncing_rod();
    result.impacts = {{.time = 0.4, .end = 0.6}};
    result.impulse = Matrix::Zero(1, 101);
    result.friction = Matrix::Zero(1, 101);
    result.impulse.row(0).segment(41, 20).setConstant(impulse);
    result.friction.row(0).segment(41, 20).setConstant(-0.5 * impulse);
    return result;
}

TEST(OverlayFigure, has_a_curve_for_each_run)
{
    const std::vector<NamedResult> runs{{"a", pressed(1.0)}, {"b", pressed(2.0)}};
    const Figure normal = overlay_figure("Figure 5", "normal_force", runs);
    ASSERT_EQ(normal.panels.size(), 1u);
    const std::vector<Series>& series = normal.panels[0].series;
    ASSERT_EQ(series.size(), 2u);
    EXPECT_EQ(series[0].name, "a");
    EXPECT_EQ(series[1].name, "b");
    EXPECT_NE(series[0].colour, series[1].colour);
    EXPECT_NEAR(series[0].y[50], 100.0, 1e-9);  // 1 N s in 0.01 s; rounding
    EXPECT_NEAR(series[1].y[50], 200.0, 1e-9);
    const Figure friction = overlay_figure("Figure 5", "friction_force", runs);
    EXPECT_NEAR(friction.panels[0].series[1].y[50], -100.0, 1e-9);
}

TEST(OverlayFigure, can_be_of_the_energy)
{
    const Figure figure = overlay_figure("x", "energy", {{"a", pressed(1.0)}});
    ASSERT_EQ(figure.panels[0].series.size(), 1u);
    EXPECT_EQ(figure.panels[0].series[0].y.size(), 101u);
    EXPECT_DOUBLE_EQ(figure.panels[0].series[0].y[30], 1.0);
    EXPECT_EQ(figure.panels[0].y.unit, "J");
}

TEST(OverlayFigure, leaves_out_a_contact_too_short_for_a_force)
{
    Result brief = pressed(1.0);
    brief.impacts = {{.time = 0.4, .end = 0.41}};
    const Figure figure = overlay_figure("x", "normal_force", {{"a", brief}, {"b", pressed(1.0)}});
    ASSERT_EQ(figure.panels[0].series.size(), 1u);
    EXPECT_EQ(figure.panels[0].series[0].name, "b");
}

}  // namespace
}  // namespace rebond
