#include "rebond/io/pages/paper_page.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

ReproducedExhibit small_table()
{
    ReproducedExhibit shown;
    shown.exhibit.name = "Table 1";
    shown.exhibit.caption = "Energies.";
    shown.exhibit.note = "\nThe second is too coarse.\n";
    shown.exhibit.columns = {.key = "angle", .values = {std::int64_t{30}, "any"}};
    shown.exhibit.lines = {{.what = "maximum"}, {.what = "count", .at_least = 2.0}, {.what = "speed"}};
    Spread ensemble;
    ensemble.add(0.2512);
    ensemble.add(0.2498);
    Spread one;
    one.add(3.0);
    shown.cells = {
        {{.expected = 0.2505, .computed = ensemble, .verdict = Verdict::inside_ensemble},
         {.expected = 0.123, .computed = {}, .verdict = Verdict::absent}},
        {{.computed = one, .verdict = Verdict::agrees}, {.computed = one, .verdict = Verdict::cannot}},
        {{.computed = one}, {.computed = one}}};
    return shown;
}

TEST(PaperPage, tables_put_what_was_expected_above_what_was_computed)
{
    EXPECT_EQ(exhibit_table(small_table()),
              "| angle   |        | 30                | any    |\n"
              "| ------- | ------ | ----------------- | ------ |\n"
              "| maximum | paper  | 0.2505            | 0.123  |\n"
              "|         | rebond | 0.2498 … 0.2512 ∋ | none ✗ |\n"
              "| count   | bound  | ≥ 2               | ≥ 2    |\n"
              "|         | rebond | 3 ✓               | 3 ≠    |\n"
              "| speed   | rebond | 3                 | 3      |\n");
}

ReproducedExhibit one_cell(const Expectation& line, const Cell& cell)
{
    ReproducedExhibit shown;
    shown.exhibit.lines = {line};
    shown.cells = {{cell}};
    return shown;
}

Spread spread_of(std::initializer_list<double> numbers)
{
    Spread spread;
    for (const double number : numbers) spread.add(number);
    return spread;
}

TEST(PaperPage, tells_ranks_accuracies_and_rows_that_lack_the_number)
{
    const auto text = [](const Expectation& line, const Cell& cell) {
        const std::string table = exhibit_table(one_cell(line, cell));
        const std::size_t last = table.rfind("| rebond | ");
        return table.substr(last + 11, table.find(" |", last + 11) - last - 11);
    };
    EXPECT_EQ(text({}, {.expected = 2.5,
                        .computed = spread_of({2.0, 3.0}),
                        .rows = 2,
                        .rank = 0.5,
                        .verdict = Verdict::inside_ensemble}),
              "2.0 … 3.0 ∋ 50 %");
    EXPECT_EQ(text({.source = Source::peer, .tolerance = 0.2}, {.expected = 68.9,
                                                                .computed = spread_of({68.87109}),
                                                                .rows = 1,
                                                                .accuracy = 0.0039,
                                                                .verdict = Verdict::agrees}),
              "68.871 ± 0.004 ✓");
    EXPECT_EQ(text({.source = Source::theory, .tolerance = 0.1},
                   {.expected = 2.0, .computed = spread_of({1.957}), .rows = 1, .verdict = Verdict::agrees}),
              "1.96 ✓");
    EXPECT_EQ(text({.tolerance = 0.05}, {.expected = 0.3,
                                         .computed = spread_of({0.31}),
                                         .rows = 4,
                                         .missing = 3,
                                         .verdict = Verdict::absent}),
              "0.3 (1 of 4 rows) ✗");
    EXPECT_EQ(
        text({.tolerance = 0.05},
             {.expected = 0.3, .computed = spread_of({0.5}), .rows = 1, .verdict = Verdict::unexplained}),
        "0.5 ?");
}

TEST(PaperPage, tells_who_said_what_was_expected)
{
    const auto holds_source = [](Source source, const char* word) {
        return exhibit_table(one_cell({.source = source}, {.expected = 1.0})).find(word) != std::string::npos;
    };
    EXPECT_TRUE(holds_source(Source::paper, "| paper "));
    EXPECT_TRUE(holds_source(Source::theory, "| theory "));
    EXPECT_TRUE(holds_source(Source::peer, "| peer "));
}

TEST(PaperPage, counts_verdicts)
{
    const VerdictCount count = count_verdicts(small_table());
    EXPECT_EQ(count.agree, 1u);
    EXPECT_EQ(count.inside, 1u);
    EXPECT_EQ(count.cannot, 1u);
    EXPECT_EQ(count.differ, 1u);
}

TEST(PaperPage, holds_pictures_troubles_and_notes)
{
    ReproducedExhibit exhibit = small_table();
    exhibit.pictures = {{"reproduced/a/table_1.svg", "Table 1"}};
    exhibit.troubles = {"2 of 9 cases: diverged"};
    const std::string page =
        papers_page({{.paper = {.name = "a", .title = "On impacts", .reference = "Key2000", .about = "Old."},
                      .exhibits = {exhibit}}});
    for (const char* part : {"# The papers, reproduced\n", "## On impacts\n", "[Key2000]", "### Table 1\n",
                             "![Table 1](reproduced/a/table_1.svg)\n", "**2 of 9 cases: diverged**",
                             "\n\nThe second is too coarse.\n"})
        EXPECT_NE(page.find(part), std::string::npos) << part;
    EXPECT_EQ(page.find("\n\n\n"), std::string::npos);
}

TEST(PaperPage, names_files_plainly)
{
    EXPECT_EQ(file_name_of("Table 3"), "table_3");
    EXPECT_EQ(file_name_of("The first bounce, N = 10"), "the_first_bounce_n_10");
}

}  // namespace
}  // namespace rebond
