#include "rebond/io/pages/report_html.hpp"

#include "io/pages/page_data.hpp"
#include "io/results/small_results.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond {
namespace {

TEST(ReportHtml, the_page_carries_the_run)
{
    const auto data = data_of(report_html(bouncing_rod(), BentRod{}));
    EXPECT_EQ(data["summary"]["restitution"]["apparent"], 0.25);
    EXPECT_EQ(data["summary"]["warnings"][0], "mind the gap");
    EXPECT_EQ(data["version"], "1.2.3");
    EXPECT_EQ(data["impacts"]["count"], 2);
    EXPECT_EQ(data["impacts"]["rows"][1], (nlohmann::json{0.5, 0, -0.5, 1.0, 0.5, 0}));
    EXPECT_EQ(data["impact_times"], (nlohmann::json{0.4, 0.5}));
    EXPECT_EQ(data["plots"].size(), 4u);
    EXPECT_EQ(data["plots"][2]["series"].size(), 4u);
    for (const auto& plot : data["plots"])
        for (const auto& series : plot["series"]) EXPECT_EQ(series["time"].size(), series["value"].size());
    EXPECT_EQ(data["body"]["time"].size(), 101u);
    EXPECT_EQ(data["body"]["points"][0].size(), 6u);
    EXPECT_NEAR(data["body"]["radius"].get<double>(), BentRod::radius, 1e-9);
}

TEST(ReportHtml, the_first_episode_is_shown_step_by_step)
{
    const auto curve = data_of(report_html(bouncing_rod(), BentRod{}))["plots"][0]["series"][0];
    int close = 0;
    double before = -1.0;
    for (const double t : curve["time"]) {
        EXPECT_GE(t, before);
        before = t;
        close += t >= 0.39 && t <= 0.51;
    }
    EXPECT_GE(close, 200);
}

TEST(ReportHtml, text_of_the_user_cannot_become_markup)
{
    const std::string html = report_html(bouncing_rod(), BentRod{});
    EXPECT_NE(html.find("<title>A &lt;rod&gt; &amp; a plane</title>"), std::string::npos);
    EXPECT_EQ(html.find("# </script><b>"), std::string::npos);
    EXPECT_EQ(data_of(html)["scene"], "title = \"a rod\"  # </script><b>\n");
}

TEST(ReportHtml, placeholders_are_filled_once_and_user_text_is_not_searched_for_them)
{
    Result result = bouncing_rod();
    EXPECT_EQ(report_html(result, BentRod{}).find("@@"), std::string::npos);
    result.summary.title = "@@data@@";
    const std::string html = report_html(result, BentRod{});
    EXPECT_NE(html.find("<title>@@data@@</title>"), std::string::npos);
}

TEST(ReportHtml, nothing_is_loaded_from_outside)
{
    const std::string html = report_html(bouncing_rod(), BentRod{});
    for (const char* outside :
         {"http:", "https:", "src=", "href=", "@import", "url(", "fetch(", "XMLHttpRequest"})
        EXPECT_EQ(html.find(outside), std::string::npos) << outside;
}

TEST(ReportHtml, a_long_run_stays_below_three_megabytes)
{
    Result result = bouncing_rod(400001);
    for (std::size_t k = 0; k < result.energy.size(); ++k)
        result.energy[k].kinetic += 1e-3 * std::sin(1.7 * static_cast<double>(k));
    const Impact impact = result.impacts.back();
    for (int k = 0; k < 100000; ++k) {
        result.impacts.push_back(impact);
        result.impacts.back().time = result.impacts.back().end = 0.5 + 5e-6 * k;
    }
    const std::string html = report_html(result, BentRod{});
    EXPECT_LT(html.size(), 3000000u);
    const auto data = data_of(html);
    EXPECT_EQ(data["impacts"]["count"], 100002);
    EXPECT_EQ(data["impacts"]["rows"].size(), 300u);
    EXPECT_LE(data["impact_times"].size(), 5001u);
    EXPECT_LE(data["body"]["time"].size(), 600u);
}

TEST(ReportHtml, an_odd_result_still_makes_a_page)
{
    EXPECT_TRUE(data_of(report_html(Result{}, BentRod{}))["body"].is_null());
    EXPECT_TRUE(data_of(report_html(bouncing_rod(), Shapeless{}))["body"].is_null());
    EXPECT_TRUE(data_of(report_html(flying_rod(), BentRod{}))["episode"].is_null());

    Result result = bouncing_rod(1);
    result.energy[0].kinetic = std::nan("");
    result.gap(0, 0) = std::nan("");
    result.summary.title = "bad \xff byte";
    const auto data = data_of(report_html(result, BentRod{}));
    EXPECT_TRUE(data["plots"][2]["series"][0]["value"][0].is_null());
}

TEST(ReportHtml, contacts_and_coordinates_are_drawn_each)
{
    Result result = bouncing_rod();
    result.gap.conservativeResize(2, Eigen::NoChange);
    result.gap.row(1).setOnes();
    const auto plots = data_of(report_html(result, Shapeless{}))["plots"];
    ASSERT_EQ(plots.size(), 5u);
    EXPECT_EQ(plots[0]["series"].size(), 2u);
    EXPECT_EQ(plots[1]["series"][1]["name"], "contact 2");
    EXPECT_EQ(plots[2]["title"], "Displacements");
    EXPECT_EQ(plots[2]["series"].size(), 3u);
    result.gap.resize(0, result.gap.cols());
    EXPECT_EQ(data_of(report_html(result, Shapeless{}))["plots"].size(), 3u);
}

}  // namespace
}  // namespace rebond
