#include "rebond/io/pages/study_html.hpp"

#include "io/pages/page_data.hpp"
#include "rebond/studies/memory_store.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rebond {
namespace {

using Json = nlohmann::json;

// The value of a row, however the column keeps it.
Json value_at(const Json& column, std::size_t row)
{
    const Json& values = column["values"];
    if (column.contains("at")) return values[column["at"][row].get<std::size_t>()];
    return values.size() == 1 ? values[0] : values[row];
}

const Json& column_named(const Json& data, const std::string& name)
{
    for (const Json& column : data["columns"])
        if (column["name"] == name) return column;
    throw std::out_of_range(name);
}

// Rows of three axes: y is a third of x times 1, 2, 3, 4; the last of them diverged and has none.
struct FewRows {
    Study study{.title = "A <study> & </script><b>",
                .base = "ball.toml",
                .design = {{{"x", ListedValues{{0.1, 1.0 / 3.0}}},
                            {"flag", ListedValues{{true, false}}},
                            {"initial.position", ListedValues{{Composite{"[1.0, 2.0]"}}}}}}};
    MemoryStore database{{.study = "title = \"</script><!--\"\n",
                          .effective_base = "# @@title@@\n",
                          .axes = "x: 2 values\nflag: 2 values\n",
                          .version = "1.2.3",
                          .grid_cases = 4,
                          .keys = {"x", "flag", "initial.position"},
                          .columns = {"y", "count", "model"}}};

    FewRows()
    {
        std::vector<CaseResult> results;
        for (std::uint64_t i = 0; i < 4; ++i) {
            const Case given = case_at(study.design, i);
            const double y = *number_in(given.values[0]) * static_cast<double>(i + 1) / 3.0;
            results.push_back({.given = given,
                               .status = i == 3 ? "diverged" : "ok",
                               .reason = i == 3 ? "it </script> flew away" : "",
                               .summary = {i == 3 ? Value{} : Value{y}, std::int64_t{7}, "bar"}});
        }
        database.add(results);
    }

    std::string page(const std::string& figure = "") const { return study_html(study, database, figure); }
};

TEST(StudyHtml, the_page_holds_the_rows_of_the_database)
{
    const FewRows few;
    const Json data = data_of(few.page());
    EXPECT_EQ(data["row_count"], 4);
    EXPECT_EQ(data["keys"], (Json{"x", "flag", "initial.position"}));
    const auto names = few.database.column_names();
    ASSERT_EQ(data["columns"].size(), names.size());
    std::size_t row = 0;
    few.database.for_each_row({.columns = names}, [&](const std::vector<Value>& values) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            EXPECT_EQ(data["columns"][i]["name"], names[i]);
            const Json shown = value_at(data["columns"][i], row);
            if (std::holds_alternative<std::monostate>(values[i]))
                EXPECT_TRUE(shown.is_null());
            else if (names[i] == "y")  // seven digits
                EXPECT_NEAR(shown.get<double>(), std::get<double>(values[i]), 1e-7);
            else if (const auto* text = std::get_if<std::string>(&values[i]))
                EXPECT_EQ(shown, *text);
            else if (names[i] == "flag")
                EXPECT_EQ(shown, *number_in(values[i]) != 0.0);
            else  // axes and whole numbers to the last bit
                EXPECT_EQ(shown.get<double>(), *number_in(values[i]));
        }
        ++row;
    });
    EXPECT_EQ(row, 4u);
}

TEST(StudyHtml, the_page_tells_what_the_study_was_and_how_cases_ended)
{
    const FewRows few;
    const Json data = data_of(few.page());
    EXPECT_EQ(data["base"], "ball.toml");
    EXPECT_EQ(data["grid_cases"], 4);
    EXPECT_EQ(data["done"], 4);
    EXPECT_EQ(data["finished"], false);
    EXPECT_EQ(data["version"], "1.2.3");
    EXPECT_EQ(data["axes"], "x: 2 values\nflag: 2 values\n");
    EXPECT_TRUE(data["plot"].is_null());
    ASSERT_EQ(data["statuses"].size(), 2u);
    EXPECT_EQ(data["statuses"][0],
              (Json{{"status", "ok"}, {"count", 3}, {"first_case", 0}, {"first_reason", nullptr}}));
    EXPECT_EQ(data["statuses"][1]["first_reason"], "it </script> flew away");
    EXPECT_EQ(column_named(data, "initial.position")["composite"], true);
    EXPECT_EQ(column_named(data, "x")["composite"], false);
}

TEST(StudyHtml, text_of_the_user_cannot_become_markup_nor_a_place)
{
    const std::string html = FewRows().page();
    EXPECT_NE(html.find("<title>A &lt;study&gt; &amp; &lt;/script&gt;&lt;b&gt;</title>"), std::string::npos);
    EXPECT_EQ(html.find("</script><b>"), std::string::npos);
    EXPECT_EQ(html.find("</script> flew"), std::string::npos);
    EXPECT_EQ(html.find("</script><!--"), std::string::npos);
    const Json data = data_of(html);
    EXPECT_EQ(data["study"], "title = \"</script><!--\"\n");
    EXPECT_EQ(data["scene"], "# @@title@@\n");
    EXPECT_EQ(html.find("@@"), html.find("@@title@@"));  // the user's own
    EXPECT_EQ(html.find("@@", html.find("# @@title@@") + 11), std::string::npos);
}

TEST(StudyHtml, the_figure_stands_in_the_page_and_its_plot_is_where_the_explorer_begins)
{
    FewRows few;
    few.study.plot = StudyPlot{.x = "x", .y = "y", .by = "flag", .y_scale = Scale::logarithmic};
    const std::string html = few.page("<svg>curves</svg>");
    EXPECT_NE(html.find("><svg>curves</svg></figure>"), std::string::npos);
    EXPECT_EQ(data_of(html)["plot"],
              (Json{{"x", "x"}, {"y", "y"}, {"by", "flag"}, {"x_log", false}, {"y_log", true}}));
}

// All of y may lie below zero; its distance to a number does not.
TEST(StudyHtml, a_scale_for_a_distance_or_a_spread_is_not_that_of_y)
{
    FewRows few;
    few.study.plot = StudyPlot{.x = "x", .y = "y", .y_scale = Scale::logarithmic, .distance_to = -9.9};
    EXPECT_EQ(data_of(few.page())["plot"]["y_log"], false);
    few.study.plot = StudyPlot{.x = "x", .y = "y", .y_scale = Scale::logarithmic, .spread_over = "flag"};
    EXPECT_EQ(data_of(few.page())["plot"]["y_log"], false);
}

TEST(StudyHtml, nothing_is_loaded_from_outside)
{
    const std::string html = FewRows().page();
    for (const char* outside :
         {"http:", "https:", "src=", "href=", "@import", "url(", "fetch(", "XMLHttpRequest"})
        EXPECT_EQ(html.find(outside), std::string::npos) << outside;
}

TEST(StudyHtml, axes_and_numbers_carry_their_units)
{
    const MemoryStore database({.keys = {"initial.angle_deg"}, .columns = {"energy.final", "impacts.count"}});
    const Study study{.design = {{{"initial.angle_deg", ListedValues{{1.0}}}}}};
    const Json data = data_of(study_html(study, database, ""));
    EXPECT_EQ(column_named(data, "initial.angle_deg")["unit"], "°");
    EXPECT_EQ(column_named(data, "energy.final")["unit"], "J");
    EXPECT_EQ(column_named(data, "impacts.count")["unit"], "");
}

TEST(StudyHtml, what_is_no_finite_number_is_null_and_no_rows_are_no_values)
{
    MemoryStore database({.keys = {"x"}, .columns = {"y"}});
    const Study study{.design = {{{"x", ListedValues{{1.0}}}}}};
    EXPECT_EQ(column_named(data_of(study_html(study, database, "")), "y")["values"], Json::array());
    constexpr double infinite = std::numeric_limits<double>::infinity();
    database.add({{.given = {0, {infinite}}, .summary = {std::nan("")}},
                  {.given = {1, {1e-7}}, .summary = {-infinite}},
                  {.given = {2, {1.0}}, .summary = {2.0}}});
    const Json data = data_of(study_html(study, database, ""));
    EXPECT_EQ(column_named(data, "x")["values"], (Json{nullptr, 1e-7, 1.0}));
    for (std::size_t row : {0u, 1u}) EXPECT_TRUE(value_at(column_named(data, "y"), row).is_null());
    EXPECT_EQ(value_at(column_named(data, "y"), 2), 2);
}

TEST(StudyHtml, of_many_rows_some_are_taken_from_all_over_the_grid)
{
    const Study study{.design = {{{"x", SpacedValues{.from = 0.0, .to = 1.0, .count = 10'000}},
                                  {"k", ListedValues{{1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0}}}}}};
    MemoryStore database({.grid_cases = 80'000, .keys = {"x", "k"}, .columns = {"y", "z", "one"}});
    std::vector<CaseResult> results;
    for (std::uint64_t i = 0; i < 80'000; ++i)
        results.push_back({.given = case_at(study.design, i),
                           .status = "ok",
                           .summary = {std::sin(1.7 * static_cast<double>(i)),
                                       1e-9 * std::cos(static_cast<double>(i)), std::int64_t{1}}});
    database.add(results);
    const std::string html = study_html(study, database, "");
    EXPECT_LT(html.size(), 3'000'000u);
    const Json data = data_of(html);
    EXPECT_EQ(data["done"], 80'000);
    ASSERT_EQ(data["row_count"], most_page_rows);
    EXPECT_EQ(column_named(data, "one")["values"].size(), 1u);  // once for all
    EXPECT_EQ(column_named(data, "y")["values"].size(), most_page_rows);

    // Every value of the short axis as often, and no part of the long one left out.
    std::vector<int> of_k(8, 0), of_x(100, 0);
    for (std::size_t row = 0; row < most_page_rows; ++row) {
        ++of_k[static_cast<std::size_t>(value_at(column_named(data, "k"), row).get<double>()) - 1];
        const double x = value_at(column_named(data, "x"), row);
        ++of_x[std::min<std::size_t>(99, static_cast<std::size_t>(100.0 * x))];
    }
    for (const int count : of_k) EXPECT_NEAR(count, 2500, 25);
    for (const int count : of_x) EXPECT_NEAR(count, 200, 10);
}

}  // namespace
}  // namespace rebond
