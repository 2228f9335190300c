#include "rebond/drawing/figures.hpp"

#include "drawing/xml_well_formed.hpp"
#include "io/results/small_results.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

std::vector<std::string> files(const std::vector<NamedFigure>& figures)
{
    std::vector<std::string> names;
    for (const NamedFigure& figure : figures) names.push_back(figure.file);
    return names;
}

void expect_drawable(const std::vector<NamedFigure>& figures)
{
    for (const NamedFigure& figure : figures) {
        const std::string svg = to_svg(figure.figure);
        EXPECT_EQ(xml_fault(svg), "") << figure.file;
        EXPECT_EQ(svg.find("nan"), std::string::npos) << figure.file;
        EXPECT_EQ(svg.find("inf"), std::string::npos) << figure.file;
    }
}

TEST(Figures, a_run_has_its_four_figures)
{
    const auto figures = standard_figures(bouncing_rod(), BentRod{});
    EXPECT_EQ(files(figures),
              (std::vector<std::string>{"tip_height.svg", "tip_velocity.svg", "energy.svg", "shape.svg"}));
    for (const NamedFigure& figure : figures) {
        EXPECT_EQ(figure.figure.panels.size(), 2u) << figure.file;
        EXPECT_EQ(figure.figure.subject, "A <rod> & a plane");
    }
    expect_drawable(figures);
}

TEST(Figures, the_zoom_shows_the_first_episode_step_by_step)
{
    const Chart zoom = standard_figures(bouncing_rod(), BentRod{})[0].figure.panels[1];
    ASSERT_EQ(zoom.series.size(), 2u);
    EXPECT_EQ(zoom.series[0].draw, Draw::verticals);
    ASSERT_EQ(zoom.series[0].x.size(), 2u);
    EXPECT_NEAR(zoom.series[0].x[0], 0.0, 1e-15);
    EXPECT_NEAR(zoom.series[0].x[1], 0.1, 1e-15);
    EXPECT_GE(zoom.series[1].x.size(), 16u * 200u);  // 200 steps, each drawn as a cubic
    EXPECT_NEAR(zoom.x.range->lo, -0.008, 1e-12);    // a margin of 8 % of the episode
    EXPECT_NEAR(zoom.x.range->hi, 0.108, 1e-12);
}

TEST(Figures, shapes_are_chosen_around_the_first_episode)
{
    const Figure shape = standard_figures(bouncing_rod(), BentRod{})[3].figure;
    EXPECT_EQ(shape.panels[0].series.size(), 7u);  // six instants and the plane
    EXPECT_EQ(shape.panels[1].series.size(), 6u);
    EXPECT_EQ(shape.panels[0].magnification, 1.0);
    // The largest deflection is 1e-4 of the length: 1000 times shows a tenth of it.
    EXPECT_NEAR(*shape.panels[1].magnification, 1000.0, 1e-6);
    EXPECT_NE(shape.panels[1].title.find("magnified 1000 times"), std::string::npos);
}

TEST(Figures, shapes_say_when_they_were_sampled)
{
    const auto names = [](const Result& result) {
        const Chart place = standard_figures(result, BentRod{})[3].figure.panels[0];
        std::vector<std::string> all;
        for (const Series& series : place.series) all.push_back(series.name);
        return all;
    };
    Result result = bouncing_rod();  // samples every 10 ms
    EXPECT_EQ(names(result),
              (std::vector<std::string>{"0 s, start", "400 ms, the first contact",
                                        "450 ms, within the first episode", "0.500 s, the first episode ends",
                                        "0.750 s, later", "1.00 s, end", "plane"}));
    result.summary.episodes = {{.start = 0.403, .end = 0.408}};  // no sample within
    EXPECT_EQ(names(result),
              (std::vector<std::string>{"0 s, start", "400 ms, 3.00 ms before the first contact",
                                        "410 ms, 2.00 ms after the first episode ends", "0.700 s, later",
                                        "1.00 s, end", "plane"}));
}

TEST(Figures, a_body_without_a_shape_has_displacements_instead)
{
    const auto figures = standard_figures(bouncing_rod(), Shapeless{});
    EXPECT_EQ(files(figures), (std::vector<std::string>{"tip_height.svg", "tip_velocity.svg", "energy.svg",
                                                        "displacement.svg"}));
    const Chart chart = figures[3].figure.panels[0];
    ASSERT_EQ(chart.series.size(), 4u);  // the impacts and three coordinates
    EXPECT_EQ(chart.series[2].name, "coordinate 2");
    EXPECT_EQ(chart.series[2].x.size(), 101u);
    expect_drawable(figures);
}

TEST(Figures, every_contact_is_drawn_up_to_six)
{
    Result result = bouncing_rod();
    result.summary.model = "linear";
    const auto names = [&](std::size_t figure) {
        std::vector<std::string> all;
        const Chart chart = standard_figures(result, Shapeless{})[figure].figure.panels[0];
        for (const Series& series : chart.series) all.push_back(series.name);
        return all;
    };
    result.gap.conservativeResize(3, Eigen::NoChange);
    result.gap.bottomRows(2).setOnes();
    EXPECT_EQ(names(0), (std::vector<std::string>{"2 impacts", "contact 1", "contact 2", "contact 3"}));
    EXPECT_EQ(names(1), names(0));
    EXPECT_EQ(standard_figures(result, Shapeless{})[0].figure.title, "gaps of the contacts");
    result.gap.conservativeResize(9, Eigen::NoChange);
    result.gap.bottomRows(6).setOnes();
    EXPECT_EQ(names(0).size(), 7u);
    EXPECT_EQ(standard_figures(result, Shapeless{})[1].figure.title,
              "normal velocities of 6 of 9 contacts, those that touched first");
    expect_drawable(standard_figures(result, Shapeless{}));
}

TEST(Figures, contacts_have_their_names_and_those_that_touched_first_come_first)
{
    Result result = bouncing_rod();
    result.summary.model = "balls";
    result.gap.setOnes(8, 101);
    result.rate.setZero(8, 101);
    result.impulse.setZero(8, 101);
    result.impulse(7, 40) = 1.0;
    result.impulse(3, 50) = 0.5;
    for (int k = 0; k < 8; ++k) result.contact_names.push_back("ball 1 – ball " + std::to_string(k + 2));
    result.contact_names[0] = "";
    const Chart chart = standard_figures(result, Shapeless{})[0].figure.panels[0];
    std::vector<std::string> names;
    for (const Series& series : chart.series) names.push_back(series.name);
    EXPECT_EQ(names, (std::vector<std::string>{"2 impacts", "ball 1 – ball 9", "ball 1 – ball 5", "contact 1",
                                               "ball 1 – ball 3", "ball 1 – ball 4", "ball 1 – ball 6"}));
}

TEST(Figures, without_contacts_there_are_no_figures_of_them)
{
    Result result = flying_rod();
    result.gap.resize(0, 11);
    result.impulse.resize(0, 11);
    EXPECT_EQ(files(standard_figures(result, Shapeless{})),
              (std::vector<std::string>{"energy.svg", "displacement.svg"}));
    expect_drawable(standard_figures(result, Shapeless{}));
}

TEST(Figures, impacts_that_were_not_read_are_counted)
{
    Result result = bouncing_rod();
    result.impacts_left_out = 100;
    const Figure height = standard_figures(result, BentRod{})[0].figure;
    EXPECT_EQ(height.panels[0].series[0].name, "102 impacts");
    EXPECT_EQ(height.panels[1].title,
              "First episode, step by step: more than 2 impacts, the first at 400.0 ms");
}

TEST(Figures, every_figure_has_a_known_name)
{
    const std::vector<std::string> known = figure_files();
    const auto expect_known = [&](const Model& model) {
        for (const std::string& file : files(standard_figures(bouncing_rod(), model)))
            EXPECT_NE(std::find(known.begin(), known.end(), file), known.end()) << file;
    };
    expect_known(BentRod{});
    expect_known(Shapeless{});
}

TEST(Figures, a_flight_without_impacts_has_no_zoom)
{
    const auto figures = standard_figures(flying_rod(), BentRod{});
    EXPECT_EQ(figures.size(), 4u);
    EXPECT_EQ(figures[0].figure.panels.size(), 1u);
    expect_drawable(figures);
}

TEST(Figures, titles_tell_impacts_from_sustained_contact)
{
    const auto titles = [](const Result& result) {
        const Figure height = standard_figures(result, BentRod{})[0].figure;
        std::vector<std::string> all;
        for (const Chart& panel : height.panels) all.push_back(panel.title);
        return all;
    };
    using Titles = std::vector<std::string>;
    EXPECT_EQ(titles(flying_rod()), Titles{"Whole run, no contact"});

    Result result = bouncing_rod();
    EXPECT_EQ(titles(result),
              (Titles{"Whole run", "First episode, step by step: 2 impacts, the first at 400.0 ms"}));
    result.impacts.pop_back();
    EXPECT_EQ(titles(result), (Titles{"Whole run", "First episode, step by step: 1 impact, at 400.0 ms"}));
    result.impacts.clear();
    result.sustained = {{.start = 0.4, .end = 0.5}};
    EXPECT_EQ(titles(result),
              (Titles{"Whole run, sustained contact without an impact",
                      "First episode, step by step: sustained contact without an impact, from 400.0 ms"}));

    // Sustained contact first, and an impact long after the close-up.
    result.impacts = {{.time = 0.9, .end = 0.9}};
    EXPECT_EQ(titles(result),
              (Titles{"Whole run",
                      "First episode, step by step: sustained contact without an impact, from 400.0 ms"}));
}

TEST(Figures, the_zoom_of_several_contacts_names_the_one_it_shows)
{
    Result result = bouncing_rod();
    const auto zoom_title = [&] { return standard_figures(result, BentRod{})[0].figure.panels[1].title; };
    result.gap.conservativeResize(2, Eigen::NoChange);
    result.gap.row(1).setOnes();
    result.impacts[1].contact = 1;
    EXPECT_EQ(zoom_title(), "First episode, step by step: 1 impact of contact 1, at 400.0 ms");
    result.impacts[0].contact = 1;
    EXPECT_EQ(zoom_title(), "First episode, step by step: no impact of contact 1");
}

TEST(Figures, a_linear_system_has_gaps_and_loads_where_a_body_has_height_and_weight)
{
    Result result = bouncing_rod();
    const auto words = [&] {
        const auto figures = standard_figures(result, BentRod{});
        return std::vector<std::string>{figures[0].figure.title, figures[0].figure.panels[0].y.name,
                                        figures[1].figure.title, figures[2].figure.panels[0].series[3].name};
    };
    EXPECT_EQ(words(), (std::vector<std::string>{"height of the contact point above the obstacle", "height",
                                                 "normal velocity of the contact point", "gravity"}));
    result.summary.model = "linear";
    EXPECT_EQ(words(), (std::vector<std::string>{"gap of contact 1", "gap", "normal velocity of contact 1",
                                                 "constant load"}));
}

TEST(Figures, one_sample_still_draws_and_none_draws_nothing)
{
    expect_drawable(standard_figures(bouncing_rod(1), BentRod{}));
    EXPECT_TRUE(standard_figures(Result{}, BentRod{}).empty());
}

TEST(Figures, a_run_that_diverged_draws_what_it_has)
{
    Result result = bouncing_rod();
    const double none = std::nan("");
    result.position.rightCols(30).setConstant(none);
    result.velocity.rightCols(30).setConstant(none);
    result.gap.rightCols(30).setConstant(none);
    for (std::size_t k = 71; k < 101; ++k) result.energy[k] = {none, none, none};
    const auto figures = standard_figures(result, BentRod{});
    EXPECT_EQ(figures.size(), 4u);
    EXPECT_EQ(figures[1].figure.panels[0].series[1].name, "velocity");
    expect_drawable(figures);
}

}  // namespace
}  // namespace rebond
