#include "rebond/drawing/plot_svg.hpp"

#include "drawing/xml_well_formed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace rebond {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Figure one_chart(Series series)
{
    Chart chart{.title = "a chart", .x = {.name = "time", .unit = "s"}, .y = {.name = "height", .unit = "m"}};
    chart.series.push_back(std::move(series));
    return {.title = "a figure", .panels = {chart}};
}

std::size_t count(const std::string& text, const std::string& part)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

// The commands of the first curve: the path of a stroke without fill.
std::string curve(const std::string& svg)
{
    const std::string opening = "<path d=\"";
    for (std::size_t at = svg.find(opening); at != std::string::npos; at = svg.find(opening, at + 1)) {
        const std::size_t start = at + opening.size();
        const std::size_t end = svg.find('"', start);
        if (svg.compare(end, 13, "\" fill=\"none\"") == 0) return svg.substr(start, end - start);
    }
    return "";
}

TEST(XmlCheck, tells_good_from_bad)
{
    EXPECT_EQ(xml_fault("<a b=\"1\"><c/>x &amp; y</a>"), "");
    for (const char* bad :
         {"", "<a>", "<a></b>", "<a b=1/>", "<a b=\"1\" b=\"2\"/>", "<a>&</a>", "<a/><b/>", "<a b=\"<\"/>"})
        EXPECT_NE(xml_fault(bad), "") << bad;
}

TEST(PlotSvg, an_envelope_is_a_polygon_around_each_piece_between_gaps)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    Figure figure = one_chart({.x = {0, 4}, .y = {0, 0}});
    figure.panels[0].envelopes.push_back(
        {.x = {0, 1, 2, 3, 4}, .low = {0, 0, nan, 0, 0}, .high = {1, 2, 1, 1, 9}});
    const std::string svg = to_svg(figure);
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_EQ(count(svg, "Z\" fill="), 2u);

    // The axis makes room for it.
    Figure without = one_chart({.x = {0, 4}, .y = {0, 0}});
    EXPECT_NE(curve(svg), curve(to_svg(without)));

    figure.panels[0].envelopes[0].high.pop_back();
    EXPECT_THROW(to_svg(figure), std::logic_error);
}

TEST(PlotSvg, every_kind_of_chart_is_well_formed)
{
    for (const Draw draw : {Draw::line, Draw::points, Draw::line_and_points, Draw::verticals, Draw::rug}) {
        Figure figure =
            one_chart({.name = "series", .x = {0, 1, 2}, .y = {1, 0, 3}, .draw = draw, .dashed = true});
        figure.panels[0].bands.push_back({.from = 0.5, .to = 1.0, .name = "band"});
        figure.panels.push_back(figure.panels[0]);
        EXPECT_EQ(xml_fault(to_svg(figure)), "");
        figure.arrangement = Arrangement::side_by_side;
        EXPECT_EQ(xml_fault(to_svg(figure)), "");
    }
    EXPECT_EQ(xml_fault(to_svg({})), "");
}

TEST(PlotSvg, text_is_escaped_wherever_it_appears)
{
    const std::string nasty = "a<b> & \"c\" 'd' \x01 \xff";
    Figure figure = one_chart({.name = nasty, .x = {0, 1}, .y = {0, 1}});
    figure.title = figure.subject = nasty;
    Chart& chart = figure.panels[0];
    chart.title = chart.x.name = chart.y.name = chart.empty_note = nasty;
    figure.panels.push_back({.title = nasty, .empty_note = nasty});
    const std::string svg = to_svg(figure);
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_EQ(svg.find("a<b>"), std::string::npos);
    EXPECT_EQ(svg.find('\x01'), std::string::npos);
    EXPECT_EQ(svg.find('\xff'), std::string::npos);
}

TEST(PlotSvg, a_long_subject_gives_way_to_the_title)
{
    Figure figure = one_chart({.x = {0, 1}, .y = {0, 1}});
    for (const char* letter : {"a", "é", "試", "🎾"}) {
        figure.subject.clear();
        for (int k = 0; k < 300; ++k) figure.subject += letter;
        const std::string svg = to_svg(figure);
        EXPECT_EQ(xml_fault(svg), "");
        EXPECT_EQ(count(svg, "…: a figure</text>"), 1u) << letter;
        EXPECT_EQ(count(svg, figure.subject + ": a figure</title>"), 1u) << letter;  // whole
        EXPECT_EQ(count(svg, "\uFFFD"), 0u) << letter;
    }
}

TEST(PlotSvg, a_long_axis_label_is_written_smaller_and_a_longer_one_is_cut)
{
    Figure figure = one_chart({.x = {0, 1}, .y = {0, 1}});  // 250 px high
    Axis& y = figure.panels[0].y;
    y.unit.clear();
    const auto font_of = [&](const std::string& shown) {
        const std::string svg = to_svg(figure);
        const std::size_t end = svg.find("\" text-anchor=\"middle\">" + shown + "</text>");
        const std::string opening = "font-size=\"";
        return end == std::string::npos ? 0.0
                                        : std::stod(svg.substr(svg.rfind(opening, end) + opening.size()));
    };
    EXPECT_EQ(font_of("height"), 12.0);
    y.name = std::string(48, 'o');
    EXPECT_LT(font_of(y.name), 12.0);
    EXPECT_GT(font_of(y.name), 8.0);
    y.name = std::string(200, 'o');
    EXPECT_EQ(font_of(y.name), 0.0);
    EXPECT_NE(to_svg(figure).find("o…</text>"), std::string::npos);
}

TEST(PlotSvg, values_that_are_not_finite_leave_gaps)
{
    const double none = std::nan("");
    const std::string svg =
        to_svg(one_chart({.x = {0, 1, 2, 3, 4, 5, 6}, .y = {0, 1, none, 2, 3, infinity, 1}}));
    EXPECT_EQ(count(curve(svg), "M"), 3u);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
    EXPECT_EQ(count(svg, "<circle"), 1u);  // the lone last point
}

struct Point {
    double x = 0.0;
    double y = 0.0;
};

// Of the first curve, gaps left out.
std::vector<Point> points_of(const std::string& svg)
{
    std::string commands = curve(svg);
    for (char& c : commands)
        if (c == 'M' || c == 'L') c = ' ';
    std::istringstream numbers(commands);
    std::vector<Point> points;
    for (Point p; numbers >> p.x >> p.y;) points.push_back(p);
    return points;
}

// Where a label stands.
Point place_of_text(const std::string& svg, const std::string& text)
{
    const std::size_t end = svg.find("\">" + text + "</text>");
    const std::size_t start = end == std::string::npos ? end : svg.rfind("<text x=", end);
    Point place{std::nan(""), std::nan("")};
    if (start == std::string::npos) return place;
    EXPECT_EQ(std::sscanf(svg.c_str() + start, "<text x=\"%lf\" y=\"%lf\"", &place.x, &place.y), 2);
    return place;
}

struct Frame {
    double left = 0.0;
    double top = 0.0;
    double width = 0.0;
    double height = 0.0;
};

// Of the plot area; its numbers have one decimal.
Frame frame_of(const std::string& svg)
{
    Frame frame;
    const std::size_t at = svg.find("<rect", svg.find("<clipPath"));
    EXPECT_EQ(std::sscanf(svg.c_str() + at, R"(<rect x="%lf" y="%lf" width="%lf" height="%lf")", &frame.left,
                          &frame.top, &frame.width, &frame.height),
              4);
    return frame;
}

Figure on_logarithmic_axes(Series series)
{
    Figure figure = one_chart(std::move(series));
    figure.panels[0].x.scale = figure.panels[0].y.scale = Scale::logarithmic;
    return figure;
}

TEST(PlotSvg, a_logarithmic_axis_gives_each_decade_the_same_length)
{
    const std::string svg =
        to_svg(on_logarithmic_axes({.x = {1e-5, 1e-4, 1e-3, 1e-2}, .y = {1e3, 1e5, 1e7, 1e9}}));
    EXPECT_EQ(xml_fault(svg), "");
    const std::vector<Point> points = points_of(svg);
    ASSERT_EQ(points.size(), 4u);
    const double across = points[1].x - points[0].x;
    const double up = points[0].y - points[1].y;
    EXPECT_GT(across, 100.0);
    EXPECT_GT(up, 50.0);
    for (std::size_t i = 1; i < 4; ++i) {  // coordinates have two decimals
        EXPECT_NEAR(points[i].x - points[i - 1].x, across, 0.011);
        EXPECT_NEAR(points[i - 1].y - points[i].y, up, 0.011);
    }
    // Labels stand below and beside the values they name.
    EXPECT_NEAR(place_of_text(svg, "10⁻⁴").x, points[1].x, 0.011);
    EXPECT_NEAR(place_of_text(svg, "10⁵").y - 4.0, points[1].y, 0.011);
}

TEST(PlotSvg, the_margins_of_logarithmic_axes_are_the_same_ratio_at_both_ends)
{
    const std::string svg = to_svg(on_logarithmic_axes({.x = {2, 30, 4000}, .y = {0.5, 7, 800}}));
    const auto [left, top, width, height] = frame_of(svg);
    const std::vector<Point> points = points_of(svg);
    ASSERT_EQ(points.size(), 3u);
    EXPECT_GT(points[0].x - left, 10.0);
    EXPECT_NEAR(points[0].x - left, left + width - points[2].x, 0.11);
    EXPECT_GT(points[2].y - top, 5.0);
    EXPECT_NEAR(points[2].y - top, top + height - points[0].y, 0.11);
}

TEST(PlotSvg, values_that_are_not_positive_leave_gaps_on_a_logarithmic_axis)
{
    const std::string svg =
        to_svg(on_logarithmic_axes({.x = {1, 2, 3, 4, 5, 6, -7, 0, 9}, .y = {1, 2, 0, 3, 4, -5, 5, 6, 7}}));
    EXPECT_EQ(count(curve(svg), "M"), 3u);
    EXPECT_EQ(points_of(svg).size(), 5u);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);

    const std::string none = to_svg(on_logarithmic_axes({.name = "s", .x = {1, 2}, .y = {0, -1}}));
    EXPECT_EQ(xml_fault(none), "");
    EXPECT_NE(none.find("no data"), std::string::npos);
}

TEST(PlotSvg, an_envelope_that_reaches_zero_is_clipped_on_a_logarithmic_axis)
{
    Figure figure = on_logarithmic_axes({.x = {1, 10, 100}, .y = {1, 10, 100}});
    figure.panels[0].envelopes.push_back(
        {.x = {1, 10, 100}, .low = {0.1, 0.0, -5.0}, .high = {10, 100, 1000}});
    const std::string svg = to_svg(figure);
    const auto [left, top, width, height] = frame_of(svg);
    const std::size_t end = svg.find("Z\" fill=");
    ASSERT_NE(end, std::string::npos);
    const std::size_t start = svg.rfind("<path d=\"", end);
    std::vector<Point> corners(6);
    ASSERT_EQ(
        std::sscanf(svg.c_str() + start, "<path d=\"M%lf %lfL%lf %lfL%lf %lfL%lf %lfL%lf %lfL%lf %lf",
                    &corners[0].x, &corners[0].y, &corners[1].x, &corners[1].y, &corners[2].x, &corners[2].y,
                    &corners[3].x, &corners[3].y, &corners[4].x, &corners[4].y, &corners[5].x, &corners[5].y),
        12);
    EXPECT_NEAR(corners[3].y, top + height, 0.06);  // of −5, at the lower edge
    EXPECT_NEAR(corners[4].y, top + height, 0.06);  // of 0
    EXPECT_LT(corners[5].y, top + height - 5.0);    // of 0.1, above it by the margin
    // From 0.1 to 1000 the axis spans four decades: three of them from 0.1 to 100.
    EXPECT_NEAR((corners[5].y - corners[1].y) / (corners[5].y - corners[2].y), 0.75, 1e-3);
}

TEST(PlotSvg, single_and_extreme_values_still_draw_on_logarithmic_axes)
{
    for (const auto& y :
         {std::vector<double>{3e-3}, {5.0, 5.0}, {1e-300, 1e300}, {1e-320, 1e-310}, {1e308}}) {
        const std::string svg = to_svg(on_logarithmic_axes({.x = y, .y = y}));
        EXPECT_EQ(xml_fault(svg), "");
        EXPECT_EQ(svg.find("nan"), std::string::npos);
        EXPECT_EQ(svg.find("inf"), std::string::npos);
    }
    // A lone value stands amid a decade that has labels.
    const std::string svg = to_svg(on_logarithmic_axes({.x = {3e-3}, .y = {3e-3}, .draw = Draw::points}));
    EXPECT_EQ(count(svg, "<circle"), 1u);
    for (const char* label : {">1</text>", ">2</text>", ">5</text>", ">time [ms]</text>"})
        EXPECT_NE(svg.find(label), std::string::npos) << label;
}

TEST(PlotSvg, a_range_given_for_a_logarithmic_axis_is_kept_if_it_has_logarithms)
{
    Figure figure = on_logarithmic_axes({.x = {10, 100, 1000}, .y = {1, 2, 3}});
    const std::vector<Point> chosen = points_of(to_svg(figure));
    figure.panels[0].x.range = Extent{1.0, 1e4};
    const std::vector<Point> given = points_of(to_svg(figure));
    const double across = given[1].x - given[0].x;
    EXPECT_NEAR(given[0].x - frame_of(to_svg(figure)).left, across, 0.06);  // from 1 to 10 as from 10 to 100
    figure.panels[0].x.range = Extent{0.0, 1e4};
    EXPECT_EQ(points_of(to_svg(figure))[0].x, chosen[0].x);
}

TEST(PlotSvg, no_data_draws_an_empty_frame_with_a_note)
{
    const double none = std::nan("");
    for (const Series& series : {Series{}, Series{.name = "x", .x = {none, 1.0}, .y = {1.0, none}}}) {
        const std::string svg = to_svg(one_chart(series));
        EXPECT_EQ(xml_fault(svg), "");
        EXPECT_NE(svg.find("no data"), std::string::npos);
        EXPECT_EQ(curve(svg), "");
        EXPECT_EQ(svg.find("nan"), std::string::npos);
    }
}

TEST(PlotSvg, extreme_and_constant_values_still_draw)
{
    for (const auto& y :
         {std::vector<double>{5.0, 5.0}, {0.0, 0.0}, {-1e300, 1e300}, {1e-300, 2e-300}, {1e308, 1.0}}) {
        const std::string svg = to_svg(one_chart({.x = {0, 1}, .y = y}));
        EXPECT_EQ(xml_fault(svg), "");
        EXPECT_EQ(svg.find("nan"), std::string::npos);
        EXPECT_EQ(svg.find("inf"), std::string::npos);
    }
    Figure figure = one_chart({.x = {0, 1}, .y = {0, 1}});
    figure.panels[0].x.range = Extent{infinity, -infinity};
    figure.panels[0].y.range = Extent{3.0, 3.0};
    const std::string svg = to_svg(figure);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(PlotSvg, a_million_points_keep_their_spike_in_a_small_file)
{
    Series series;
    for (int i = 0; i < 1000000; ++i) {
        series.x.push_back(i);
        series.y.push_back(0.0);
    }
    series.y[765432] = 1.0;
    Figure figure = one_chart(series);
    figure.panels[0].y.range = Extent{0.0, 1.0};
    const std::string svg = to_svg(figure);
    EXPECT_LT(svg.size(), 300000u);

    // Some point of the curve reaches the upper edge of the plot area.
    const std::size_t clip = svg.find("<clipPath");
    const std::size_t y = svg.find("y=\"", clip) + 3;
    const std::string top = svg.substr(y, svg.find('"', y) - y) + "0";
    EXPECT_NE(curve(svg).find(" " + top), std::string::npos) << top;
}

TEST(PlotSvg, curves_are_clipped_to_the_plot_area)
{
    const std::string svg = to_svg(one_chart({.x = {0, 1}, .y = {0, 1}}));
    EXPECT_EQ(count(svg, "<clipPath id=\"plot0\">"), 1u);
    EXPECT_LT(svg.find("clip-path=\"url(#plot0)\""), svg.find("fill=\"none\" stroke"));
}

TEST(PlotSvg, true_shapes_stay_true)
{
    // A unit square: with magnification 1 its sides are as long across as up; with 3, three times.
    for (const double magnification : {1.0, 3.0}) {
        Figure figure = one_chart({.x = {0, 1, 1, 0, 0}, .y = {0, 0, 1, 1, 0}});
        figure.panels[0].magnification = magnification;
        double x0 = 0.0, y0 = 0.0, x1 = 0.0, y1 = 0.0, x2 = 0.0, y2 = 0.0;
        ASSERT_EQ(std::sscanf(curve(to_svg(figure)).c_str(), "M%lf %lfL%lf %lf %lf %lf", &x0, &y0, &x1, &y1,
                              &x2, &y2),
                  6);
        EXPECT_NEAR((y1 - y2) / (x1 - x0), magnification, 0.01);  // coordinates have two decimals
    }
}

TEST(PlotSvg, the_same_figure_gives_the_same_text)
{
    const Figure figure = one_chart({.name = "s", .x = {0, 0.1, 0.3}, .y = {0, 1e-5, -1e-5}});
    EXPECT_EQ(to_svg(figure), to_svg(figure));
}

TEST(PlotSvg, lengths_must_agree)
{
    EXPECT_THROW(to_svg(one_chart({.x = {0, 1}, .y = {0}})), std::logic_error);
}

}  // namespace
}  // namespace rebond
