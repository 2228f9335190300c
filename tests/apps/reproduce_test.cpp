// `rebond reproduce` as a user sees it.
#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <nlohmann/json.hpp>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;

void write(const std::string& path, const std::string& text)
{
    std::ofstream(path) << text;
}

// A ball that falls from one metre: exact heights and times. `restitution` is what the paper claims.
std::string small_paper(const ScratchDirectory& scratch, const std::string& restitution)
{
    const std::string folder = scratch / "ball_paper";
    std::filesystem::create_directory(folder);
    write(folder + "/ball.toml", R"(
model = { type = "linear", mass = [[1.0]], stiffness = [[0.0]], force = [-9.81] }
initial = { position = [1.0], velocity = [0.0] }
contact = [{ normal = [1.0], offset = 0.0 }]
impact.restitution = 0.5
scheme.type = "event_modal"
run.duration = 0.7
analysis.restitution_window = 0.1
)");
    write(folder + "/study.toml", R"(
base = "ball.toml"
vary."impact.restitution" = [0.5, 0.8]
plot = { x = "impact.restitution", y = "energy.final" }
)");
    write(folder + "/paper.toml", R"(
title = "On balls"
about = "A ball."
[[exhibit]]
name = "Table 1"
caption = "Falls."
study = "study.toml"
columns = { key = "impact.restitution", values = [0.5, 0.8] }
[[exhibit.line]]
what = "speed [m/s]"
of = "restitution.impact_speed"
theory = [4.42944691807, 4.42944691807]
tolerance = 1e-12
[[exhibit.line]]
what = "lost [J]"
of = "energy.lost_in_impacts"
paper = )" + restitution + R"(
tolerance = 1e-9
[[exhibit]]
name = "Figure 1"
plots = ["energy"]
[[exhibit.run]]
name = "soft"
scene = "ball.toml"
set = ["impact.restitution=0.25"]
[[exhibit.line]]
what = "first impact [s]"
of = "impacts.first_time"
theory = 0.451523640985728
tolerance = 1e-12
)");
    return folder;
}

TEST(Reproduce, draws_a_figure_that_nothing_is_asked_of)
{
    const ScratchDirectory scratch;
    const std::string paper = small_paper(scratch, "[1, 1]");
    write(paper + "/paper.toml", "title = \"x\"\n[[exhibit]]\nname = \"Figure 1\"\nstudy = \"study.toml\"\n");
    const Ended ended = run_rebond({"reproduce", paper, "--out", scratch / "o"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(std::filesystem::exists(scratch / "o/reproduced/ball_paper/figure_1.svg"));
}

// g h (1 − e²)
constexpr auto right = "[7.3575, 3.5316]";

TEST(Reproduce, lists_the_papers_without_a_name)
{
    const Ended ended = run_rebond({"reproduce"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    for (const char* name : {"000_paoli_schatzman", "001_yoong_acary_legrand", "002_elhady", "004_nqi"})
        EXPECT_NE(ended.out.find(name), std::string::npos) << ended.out;
}

TEST(Reproduce, prints_numbers_beside_the_papers_and_writes_nothing_unasked)
{
    const ScratchDirectory scratch;
    const std::string paper = small_paper(scratch, right);
    const Ended ended = run_rebond({"reproduce", paper, "-j", "2"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("4.429446918070 ✓"), std::string::npos) << ended.out;
    EXPECT_NE(
        ended.out.find("5 agree, 0 lie inside an ensemble, 0 cannot agree as explained, 0 do not agree"),
        std::string::npos)
        << ended.out;
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"ball_paper"});
    EXPECT_EQ(scratch.names("ball_paper").size(), 3u);
}

TEST(Reproduce, refuses_numbers_that_differ)
{
    const ScratchDirectory scratch;
    const Ended ended = run_rebond({"reproduce", small_paper(scratch, "[7.3575, 3.5]"), "--json"});
    EXPECT_EQ(ended.code, 3);
    const Json paper = Json::parse(ended.out)["papers"][0];
    EXPECT_EQ(paper["verdicts"]["differ"], 1);
    const Json& cell = paper["exhibits"][0]["lines"][1]["cells"][1];
    EXPECT_EQ(cell["verdict"], "differs");
    EXPECT_EQ(cell["expected"], 3.5);
    EXPECT_NEAR(cell["computed"]["mean"].get<double>(), 3.5316, 1e-12);
    EXPECT_EQ(cell["impact.restitution"], 0.8);
}

TEST(Reproduce, writes_a_page_with_its_pictures_and_goes_on_with_what_is_there)
{
    const ScratchDirectory scratch;
    const std::string paper = small_paper(scratch, right);
    const std::string out = scratch / "o";
    for (int i = 0; i < 2; ++i) {
        const Ended ended = run_rebond({"reproduce", paper, "--out", out});
        ASSERT_EQ(ended.code, 0) << ended.err;
        EXPECT_NE(ended.out.find("wrote " + out + "/ball_paper.md"), std::string::npos) << ended.out;
        for (const char* file :
             {"/ball_paper.md", "/reproduced/ball_paper/table_1.svg",
              "/reproduced/ball_paper/figure_1_soft_energy.svg", "/reproduced/ball_paper/data/study.db"})
            EXPECT_TRUE(std::filesystem::exists(out + file)) << file;
    }
    // Another study under the same name begins anew.
    write(paper + "/study.toml", "base = \"ball.toml\"\nvary.\"impact.restitution\" = [0.8, 0.5]\n");
    EXPECT_EQ(run_rebond({"reproduce", paper, "--out", out}).code, 0);
}

TEST(Reproduce, lays_the_forces_of_runs_over_each_other)
{
    const ScratchDirectory scratch;
    const std::string paper = small_paper(scratch, right);
    write(paper + "/beam.toml", R"(
model = { type = "frame", elements = 5 }
scheme = { type = "moreau_jean", step = 1e-7 }
run = { duration = 50e-6, sample_every = 1e-6 }
)");
    const std::string text = R"(
title = "x"
[[exhibit]]
name = "Figure 1"
overlays = ["normal_force"]
[[exhibit.run]]
name = "five"
scene = "beam.toml"
[[exhibit.run]]
name = "ten & more"
scene = "beam.toml"
set = ["model.elements=10"]
)";
    write(paper + "/paper.toml", text);
    const Ended ended = run_rebond({"reproduce", paper, "--out", scratch / "o"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const std::string svg = text_of(scratch / "o/reproduced/ball_paper/figure_1_normal_force.svg");
    EXPECT_TRUE(holds(svg, "five"));
    EXPECT_TRUE(holds(svg, "ten &amp; more"));
    EXPECT_TRUE(holds(text_of(scratch / "o/ball_paper.md"),
                      "![Figure 1](reproduced/ball_paper/figure_1_normal_force.svg)"));
}

TEST(Reproduce, a_run_may_be_expected_to_fail_and_then_has_to)
{
    const ScratchDirectory scratch;
    const std::string paper = small_paper(scratch, right);
    write(paper + "/beam.toml", R"(
model = { type = "frame", elements = 10 }
scheme = { type = "lagrange_newmark", step = 1e-7 }
run.duration = 60e-6
)");
    const std::string text =
        "title = \"x\"\n[[exhibit]]\nname = \"T\"\n[[exhibit.run]]\nname = \"r\"\nscene = \"beam.toml\"\n";
    write(paper + "/paper.toml", text);
    EXPECT_EQ(run_rebond({"reproduce", paper}).code, 3);
    write(paper + "/paper.toml", text + "status = \"unbalanced\"\n");
    EXPECT_EQ(run_rebond({"reproduce", paper}).code, 0);
    write(paper + "/paper.toml", text + "status = \"unbalanced\"\nset = [\"scheme.type=moreau_jean\"]\n");
    const Ended ended = run_rebond({"reproduce", paper});
    EXPECT_EQ(ended.code, 3);
    EXPECT_TRUE(holds(ended.out, "r: ok, expected unbalanced")) << ended.out;
}

TEST(Reproduce, explains_what_it_cannot_find)
{
    Ended ended = run_rebond({"reproduce", "004_nki"});
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.err.find("did you mean '004_nqi'?"), std::string::npos) << ended.err;

    const ScratchDirectory scratch;
    const std::string paper = small_paper(scratch, right);
    write(paper + "/study.toml", "base = \"ball.toml\"\nvary.\"impact.restitution\" = [0.5, 0.8]\n");
    std::string text =
        "title = \"x\"\n[[exhibit]]\nname = \"T\"\nstudy = \"study.toml\"\n"
        "[[exhibit.line]]\nwhat = \"w\"\nof = \"energy.maximum\"\n";
    write(paper + "/paper.toml", text);
    ended = run_rebond({"reproduce", paper});
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.err.find("energy.maximum"), std::string::npos) << ended.err;

    write(paper + "/paper.toml", with(with(text, "study = \"study.toml\"\n",
                                           "[[exhibit.run]]\nname = \"r\"\nscene = \"ball.toml\"\n"),
                                      "energy.maximum", "enrgy.final"));
    ended = run_rebond({"reproduce", paper});
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(holds(ended.err,
                      "enrgy.final: error: the summary of a run has no such number; did you mean 'energy'?"))
        << ended.err;
}

TEST(Reproduce, a_column_without_rows_is_not_passed_over)
{
    const ScratchDirectory scratch;
    const std::string paper = small_paper(scratch, right);
    write(paper + "/paper.toml", R"(
title = "x"
[[exhibit]]
name = "T"
study = "study.toml"
columns = { key = "impact.restitution", values = [0.5, 0.9] }
[[exhibit.line]]
what = "energy [J]"
of = "energy.final"
)");
    const Ended ended = run_rebond({"reproduce", paper, "--json"});
    EXPECT_EQ(ended.code, 3) << ended.out;
    const Json cells = Json::parse(ended.out)["papers"][0]["exhibits"][0]["lines"][0]["cells"];
    EXPECT_EQ(cells[0]["verdict"], "shown");
    EXPECT_EQ(cells[1]["verdict"], "absent");
}

// A ball at rest on the plane from the start is a scene; one below it is none.
TEST(Reproduce, a_case_that_failed_is_not_passed_over)
{
    const ScratchDirectory scratch;
    const std::string paper = small_paper(scratch, right);
    write(paper + "/study.toml", R"(
base = "ball.toml"
vary."initial.position.0" = [1.0, -1.0]
vary."impact.restitution" = [0.5]
)");
    const std::string text = R"(
title = "x"
[[exhibit]]
name = "T"
study = "study.toml"
)";
    write(paper + "/paper.toml", text + R"(
[[exhibit.line]]
what = "lost [J]"
of = "energy.lost_in_impacts"
theory = 7.3575
tolerance = 1e-9
)");
    Ended ended = run_rebond({"reproduce", paper, "--json"});
    EXPECT_EQ(ended.code, 3) << ended.out;
    const Json cell = Json::parse(ended.out)["papers"][0]["exhibits"][0]["lines"][0]["cells"][0];
    EXPECT_EQ(cell["verdict"], "absent");
    EXPECT_EQ(cell["rows"], 2);
    EXPECT_EQ(cell["missing"], 1);

    write(paper + "/paper.toml", text);
    EXPECT_EQ(run_rebond({"reproduce", paper}).code, 3);
}

TEST(Reproduce, studies_that_differ_in_their_plot_share_rows_and_each_is_drawn_once)
{
    const ScratchDirectory scratch;
    const std::string paper = small_paper(scratch, right);
    write(paper + "/other.toml", R"(
base = "ball.toml"
vary."impact.restitution" = [0.5, 0.8]
plot = { x = "impact.restitution", y = "energy.max" }
)");
    std::filesystem::create_directory(paper + "/more");
    write(paper + "/more/study.toml", "base = \"../ball.toml\"\nvary.\"impact.restitution\" = [0.1]\n");
    write(paper + "/paper.toml", R"(
title = "x"
exhibit = [
  { name = "A", study = "study.toml" }, { name = "B", study = "other.toml" },
  { name = "C", study = "study.toml" }, { name = "D", study = "more/study.toml" } ]
)");
    const Ended ended = run_rebond({"reproduce", paper, "--out", scratch / "o"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const std::string folder = scratch / "o/reproduced/ball_paper/";
    EXPECT_TRUE(std::filesystem::exists(folder + "a.svg"));
    EXPECT_TRUE(std::filesystem::exists(folder + "b.svg"));
    EXPECT_FALSE(std::filesystem::exists(folder + "c.svg"));
    EXPECT_TRUE(std::filesystem::exists(folder + "data/study.db"));
    EXPECT_FALSE(std::filesystem::exists(folder + "data/other.db"));
    EXPECT_TRUE(std::filesystem::exists(folder + "data/more__study.db"));
}

TEST(Reproduce, replaces_what_is_no_study_only_if_forced)
{
    const ScratchDirectory scratch;
    const std::string paper = small_paper(scratch, right);
    const std::string out = scratch / "o", database = out + "/reproduced/ball_paper/data/study.db";
    ASSERT_EQ(run_rebond({"reproduce", paper, "--out", out}).code, 0);
    std::filesystem::resize_file(database, std::filesystem::file_size(database) / 2);
    const Ended refused = run_rebond({"reproduce", paper, "--out", out});
    EXPECT_EQ(refused.code, 4);
    EXPECT_TRUE(holds(refused.err, database + ": error: is not the database of a study")) << refused.err;
    const Ended forced = run_rebond({"reproduce", paper, "--out", out, "--force"});
    EXPECT_EQ(forced.code, 0) << forced.err;
}

}  // namespace
}  // namespace rebond
