#include "rebond/io/papers/paper_file.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/studies/study_file.hpp"
#include "rebond/studies/papers/exhibit_rows.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace rebond {
namespace {

void write(const std::string& path, const std::string& text)
{
    std::ofstream(path) << text;
}

std::string diagnostic_of(const std::string& paper)
{
    const ScratchDirectory folder;
    write(folder / "scene.toml", "");
    write(folder / "study.toml", "");
    write(folder / "paper.toml", paper);
    try {
        (void)read_paper(folder.path());
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(PaperFile, reads_exhibits_and_their_lines)
{
    const ScratchDirectory folder;
    write(folder / "study.toml", "");
    write(folder / "paper.toml", R"(
title = "On impacts"
[[exhibit]]
name = "Table 1"
study = "study.toml"
columns = { key = "initial.angle_deg", values = [30, 45.5] }
[[exhibit.line]]
what = "energy"
of = "energy.max"
minus = "energy.min"
factor = -1
where = { "model.springs" = "paired" }
peer = [0.5, ""]
tolerance = 1e-3
cannot = [45.5]
unexplained = [30]
spread_over = "impact.restitution"
chance_over = "initial.tip_height"
)");
    const Paper paper = read_paper(folder.path());
    EXPECT_EQ(paper.title, "On impacts");
    ASSERT_EQ(paper.exhibits.size(), 1u);
    const Exhibit& table = paper.exhibits[0];
    EXPECT_TRUE(std::filesystem::equivalent(table.study, folder / "study.toml"));
    ASSERT_EQ(table.columns.values.size(), 2u);
    ASSERT_EQ(table.lines.size(), 1u);
    const Expectation& line = table.lines[0];
    EXPECT_EQ(line.quantity.of, "energy.max");
    EXPECT_EQ(line.quantity.minus, "energy.min");
    EXPECT_EQ(line.quantity.factor, -1.0);
    ASSERT_EQ(line.where.size(), 1u);
    EXPECT_EQ(line.where[0].first, "model.springs");
    EXPECT_EQ(line.expected, (std::vector<std::optional<double>>{0.5, std::nullopt}));
    EXPECT_EQ(line.source, Source::peer);
    EXPECT_EQ(line.cannot, (std::vector<bool>{false, true}));
    EXPECT_EQ(line.unexplained, (std::vector<bool>{true, false}));
    EXPECT_EQ(line.spread_over, "impact.restitution");
    EXPECT_EQ(line.chance_over, "initial.tip_height");
}

TEST(PaperFile, says_where_something_is_wrong)
{
    EXPECT_NE(diagnostic_of("title = \"x\"\n").find("exhibit is missing"), std::string::npos);
    EXPECT_NE(
        diagnostic_of("title = \"x\"\n[[exhibit]]\nname = \"a\"\nstudi = \"study.toml\"\n")
            .find(
                "paper.toml:4:1: error: exhibit.studi = \"study.toml\": unknown key; did you mean 'study'?"),
        std::string::npos);
    EXPECT_NE(diagnostic_of("title = \"x\"\n[[exhibit]]\nname = \"a\"\nstudy = \"none.toml\"\n")
                  .find("no such file"),
              std::string::npos);
    const std::string head = "title = \"x\"\n[[exhibit]]\nname = \"a\"\nstudy = \"study.toml\"\n";
    const std::string line = "[[exhibit.line]]\nwhat = \"w\"\nof = \"energy.max\"\n";
    EXPECT_NE(diagnostic_of(head + line + "paper = [1, 2]\ntolerance = 1\n").find("expected one number"),
              std::string::npos);
    EXPECT_NE(diagnostic_of(head + line + "paper = 1\n").find("expected a tolerance"), std::string::npos);
    EXPECT_NE(diagnostic_of(head + line + "tolerance = 1\n").find("expected paper, theory or peer with it"),
              std::string::npos);
    EXPECT_NE(diagnostic_of(head + line + "paper = 1\ntolerance = -1\n").find("expected a number ≥ 0"),
              std::string::npos);
    EXPECT_NE(diagnostic_of(head + "[[exhibit]]\nname = \"a\"\n").find("expected a name that no other has"),
              std::string::npos);
    EXPECT_NE(diagnostic_of(head + line + "paper = nan\ntolerance = 1\n").find("expected finite numbers"),
              std::string::npos);
    EXPECT_NE(diagnostic_of(head + line + "paper = 1\ntheory = 1\ntolerance = 1\n")
                  .find("expected one of paper, theory and peer"),
              std::string::npos);
    EXPECT_NE(diagnostic_of(head + line + "chance_over = \"a\"\n").find("expected spread_over with it"),
              std::string::npos);
    EXPECT_NE(diagnostic_of(head + line + "spread_over = \"a\"\nexponent_over = \"b\"\n")
                  .find("expected it or exponent_over, not both"),
              std::string::npos);
    EXPECT_NE(diagnostic_of(head + line + "paper = 1\ncannot = [3]\n").find("columns' values"),
              std::string::npos);
    EXPECT_NE(diagnostic_of(head + "[exhibit.line]\nwhat = \"w\"\n").find("expected tables [[exhibit.line]]"),
              std::string::npos);
}

TEST(PaperFile, reads_overlays_and_how_a_run_should_end)
{
    const ScratchDirectory folder;
    write(folder / "scene.toml", "");
    const std::string head = "title = \"x\"\n[[exhibit]]\nname = \"a\"\n";
    const std::string run = "[[exhibit.run]]\nname = \"r\"\nscene = \"scene.toml\"\n";
    write(folder / "paper.toml",
          head + "overlays = [\"friction_force\", \"normal_force\"]\n" + run + "status = \"unbalanced\"\n");
    const Exhibit exhibit = read_paper(folder.path()).exhibits.at(0);
    EXPECT_EQ(exhibit.overlays, (std::vector<std::string>{"friction_force", "normal_force"}));
    EXPECT_EQ(exhibit.runs.at(0).status, "unbalanced");

    EXPECT_NE(diagnostic_of(head + "overlays = [\"normal_forse\"]\n" + run)
                  .find("'normal_forse' is unknown; did you mean 'normal_force'?"),
              std::string::npos);
    EXPECT_NE(diagnostic_of(head + "overlays = [\"normal_force\"]\nstudy = \"study.toml\"\n")
                  .find("expected runs to lay over each other"),
              std::string::npos);
    EXPECT_NE(diagnostic_of(head + run + "status = \"fine\"\n").find("expected one of ok, diverged"),
              std::string::npos);
}

TEST(PaperFile, every_paper_of_the_tree_asks_for_columns_its_studies_have)
{
    int papers = 0;
    for (const auto& entry : std::filesystem::directory_iterator(REBOND_SOURCE_DIR "/papers")) {
        SCOPED_TRACE(entry.path().string());
        const Paper paper = read_paper(entry.path().string());
        EXPECT_FALSE(paper.title.empty());
        for (const Exhibit& exhibit : paper.exhibits) {
            if (exhibit.study.empty()) continue;
            const StudyFile file = read_study_file(exhibit.study);
            EXPECT_EQ(unknown_columns(exhibit, file.study, file.columns), std::vector<std::string>{})
                << exhibit.name;
        }
        ++papers;
    }
    EXPECT_GE(papers, 5);
}

}  // namespace
}  // namespace rebond
