#include "rebond/drawing/shape_figure.hpp"

#include "drawing/xml_well_formed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

// Two discs of radii 0.5 and 0.25 m, which may turn, among walls.
class TwoDiscs final : public Model {
public:
    explicit TwoDiscs(Scenery scenery = {}, bool spins = false) : scenery_(std::move(scenery)), spins_(spins)
    {
    }
    Index dofs() const override { return 6; }
    std::unique_ptr<Dynamics> dynamics() const override { return nullptr; }
    std::vector<Vector2> outline(const Vector& q) const override { return {q.head<2>(), q.segment<2>(2)}; }
    std::vector<double> radii() const override { return {0.5, 0.25}; }
    std::vector<double> turns(const Vector& q) const override
    {
        return spins_ ? std::vector<double>{q(4), q(5)} : std::vector<double>{};
    }
    Scenery scenery() const override { return scenery_; }

private:
    Scenery scenery_;
    bool spins_;
};

// At rest at (0, 1) and (2, 1), turned by a quarter and a half turn.
Result resting_discs()
{
    Result result;
    for (const double t : {0.0, 0.5, 1.0}) {
        result.time.push_back(t);
        result.energy.emplace_back();
    }
    result.position.resize(6, 3);
    result.position.colwise() = Vector{{0.0, 1.0, 2.0, 1.0, 0.5 * M_PI, M_PI}};
    result.velocity.setZero(6, 3);
    return result;
}

Chart drawn(const TwoDiscs& model)
{
    const auto figure = shape_figure(resting_discs(), model);
    EXPECT_TRUE(figure);
    EXPECT_EQ(xml_fault(to_svg(*figure)), "");
    return figure->panels[0];
}

bool passes(const Series& series, double x, double y)
{
    for (std::size_t k = 0; k < series.x.size(); ++k)
        if (std::hypot(series.x[k] - x, series.y[k] - y) < 1e-12) return true;
    return false;
}

TEST(ShapeFigure, discs_that_turn_have_a_spoke_at_their_angle)
{
    const Series still = drawn(TwoDiscs{}).series[0];
    EXPECT_FALSE(passes(still, 0.0, 1.0));
    const Series turned = drawn(TwoDiscs({}, true)).series[0];
    // A circle starts where the spoke meets it and ends in the centre.
    for (const auto& [x, y] : {std::pair{0.0, 1.5}, {0.0, 1.0}, {1.75, 1.0}, {2.0, 1.0}})
        EXPECT_TRUE(passes(turned, x, y)) << x << ", " << y;
}

// 2.75 m wide and half a metre high: metres along both axes, not millimetres upwards.
TEST(ShapeFigure, lengths_have_one_unit_in_a_true_shape)
{
    Chart place = drawn(TwoDiscs());
    place.series = {{.name = "flat", .x = {0.0, 2.75}, .y = {0.0, 0.125}}};
    place.height = 100.0;
    const std::string svg = to_svg({.title = "flat", .panels = {place}});
    EXPECT_NE(svg.find("x [m]"), std::string::npos);
    EXPECT_NE(svg.find("y [m]"), std::string::npos);
    EXPECT_EQ(svg.find("[mm]"), std::string::npos);
}

TEST(ShapeFigure, an_episode_ends_only_within_the_run)
{
    Result result = resting_discs();
    const auto names = [&] {
        std::string all;
        const Figure figure = shape_figure(result, TwoDiscs()).value();
        for (const Series& series : figure.panels[0].series) all += series.name + "; ";
        return all;
    };
    result.summary.episodes = {{.start = 0.5, .end = 1.0}};
    EXPECT_EQ(names(), "0 s, start; 0.500 s, the first contact; 1.00 s, end; ");
    result.summary.episodes = {{.start = 0.0, .end = 0.5}};
    EXPECT_EQ(names(), "0 s, start; 0.500 s, the first episode ends; 1.00 s, end; ");
}

TEST(ShapeFigure, planes_are_drawn_where_they_stand_and_where_they_turn_back)
{
    const double h = std::sqrt(0.5);
    const StraightWall slope{.point = {-1.0, 0.0}, .normal = {h, h}};
    const StraightWall table{.point = {5.0, 0.25}, .amplitude = 0.125, .frequency = 3.0};
    const Chart chart = drawn(TwoDiscs({.straight = {slope, table}, .round = {}}));
    ASSERT_EQ(chart.series.size(), 3u + 4u);
    const auto distance_to = [](const Series& line, Vector2 point) {
        const Vector2 a(line.x[0], line.y[0]), b(line.x[1], line.y[1]);
        const Vector2 along = (b - a).normalized();
        return std::abs(along.x() * (point - a).y() - along.y() * (point - a).x());
    };
    const std::vector<Series>& walls = chart.series;
    EXPECT_EQ(walls[3].name, "plane");
    EXPECT_NEAR(distance_to(walls[3], {-1.0, 0.0}), 0.0, 1e-12);
    EXPECT_NEAR(distance_to(walls[3], {0.0, -1.0}), 0.0, 1e-12);
    EXPECT_NEAR(distance_to(walls[4], {0.0, 0.25}), 0.0, 1e-12);
    EXPECT_FALSE(walls[4].dashed);
    EXPECT_NEAR(distance_to(walls[5], {0.0, 0.125}), 0.0, 1e-12);
    EXPECT_NEAR(distance_to(walls[6], {0.0, 0.375}), 0.0, 1e-12);
    EXPECT_TRUE(walls[5].dashed && walls[6].dashed);
    // The table is in the picture.
    EXPECT_LT(chart.y.range->lo, 0.125);
}

TEST(ShapeFigure, circles_around_the_balls_are_wholly_in_the_picture)
{
    const RoundWall bowl{.centre = {1.0, 1.5}, .radius = 3.0};
    const Chart chart = drawn(TwoDiscs({.straight = {}, .round = {bowl}}));
    const Series& circle = chart.series.back();
    EXPECT_EQ(circle.name, "circle");
    for (std::size_t k = 0; k < circle.x.size(); ++k)
        EXPECT_NEAR(std::hypot(circle.x[k] - 1.0, circle.y[k] - 1.5), 3.0, 1e-12);
    EXPECT_LE(chart.x.range->lo, -2.0);
    EXPECT_GE(chart.x.range->hi, 4.0);
    EXPECT_LE(chart.y.range->lo, -1.5);
    EXPECT_GE(chart.y.range->hi, 4.5);
}

}  // namespace
}  // namespace rebond
