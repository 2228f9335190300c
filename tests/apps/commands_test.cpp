// The commands around a run: new, schema, check, info, report, and what the program says of itself.
#include "apps/program.hpp"
#include "rebond/core/version.hpp"
#include "scene/advice/rough_cantilever.hpp"
#include "scratch_directory.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

class Commands : public testing::Test {
protected:
    Commands() { write_text(path_, short_drop); }

    ScratchDirectory folder_;
    std::string path_ = folder_ / "scene.toml";
    std::string out_ = folder_ / "out";
};

TEST_F(Commands, a_new_scene_can_be_checked_and_run_as_it_is)
{
    const Ended scene = run_rebond({"new", "bar"});
    EXPECT_EQ(scene.code, 0);
    EXPECT_EQ(scene.err, "");
    EXPECT_TRUE(holds(scene.out, "#"));
    write_text(path_, scene.out);
    const Ended checked = run_rebond({"check", path_});
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_TRUE(holds(checked.out, "a valid scene"));
    EXPECT_FALSE(holds(checked.out, "warning"));
    EXPECT_EQ(run_rebond({"check", "-"}, {.in = path_}).code, 0);
    EXPECT_EQ(run_rebond({"run", path_, "--quiet"}).code, 0);
}

TEST_F(Commands, every_new_scene_makes_contact_by_every_scheme_that_suits_it)
{
    for (const char* model : {"bar", "chain", "linear"}) {
        write_text(path_, run_rebond({"new", model}).out);
        for (const char* scheme : {"event_accurate", "event_newmark", "moreau_jean"}) {
            const Ended ended =
                run_rebond({"run", path_, "--json", "--set", std::string("scheme.type=") + scheme, "--set",
                            "scheme.step=1e-6", "--set", "run.duration=0.012"});
            ASSERT_EQ(ended.code, 0) << model << " " << scheme << " " << ended.err;
            EXPECT_GT(Json::parse(ended.out)["impacts"]["count"], 0) << model << " " << scheme;
        }
    }
}

TEST_F(Commands, the_schema_is_json_and_knows_the_keys)
{
    const Ended ended = run_rebond({"schema"});
    EXPECT_EQ(ended.code, 0);
    const Json schema = Json::parse(ended.out, nullptr, false);
    ASSERT_TRUE(schema.is_object());
    EXPECT_TRUE(schema.contains("$schema"));
    for (const char* key :
         {"restitution_window", "tip_height", "paoli_schatzman_implicit", "stop_when_quiet"})
        EXPECT_TRUE(holds(ended.out, key)) << key;
    EXPECT_TRUE(run_rebond({"schema", "--markdown"}).out.starts_with("# "));
}

TEST_F(Commands, check_tells_frequencies_and_the_step_limit)
{
    const Ended ended = run_rebond({"check", path_, "--json", "--set", "model.springs=spiral"});
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.err, "");
    const Json json = Json::parse(ended.out, nullptr, false);
    EXPECT_EQ(json["model"], "bar");
    EXPECT_EQ(json["scheme"], "event_accurate");
    EXPECT_EQ(json["dofs"], 20);
    ASSERT_EQ(json["frequencies_hz"].size(), 3u);
    EXPECT_GT(json["frequencies_hz"][0], 0.0);
    EXPECT_LT(json["frequencies_hz"][0], json["frequencies_hz"][1]);
    EXPECT_NEAR(json["explicit_step_limit"].get<double>(), 3.63324e-7, 1e-12);
    EXPECT_EQ(json["warnings"], Json::array());
    EXPECT_EQ(folder_.names(), Names{"scene.toml"});
}

TEST_F(Commands, check_tells_what_a_run_takes_by_each_scheme)
{
    const Json schemes = Json::parse(run_rebond({"check", path_, "--json"}).out, nullptr, false)["schemes"];
    Names names;
    for (const Json& scheme : schemes) {
        names.push_back(scheme["scheme"]);
        EXPECT_GT(scheme["seconds"], 0.0) << scheme;
        EXPECT_EQ(scheme["step"].is_null(), scheme["scheme"] == "event_accurate") << scheme;
        EXPECT_TRUE(scheme["trouble"].is_null()) << scheme;
    }
    EXPECT_EQ(names, (Names{"event_newmark", "event_accurate", "paoli_schatzman", "paoli_schatzman_implicit",
                            "moreau_jean"}));
    const std::string words = run_rebond({"check", path_}).out;
    EXPECT_TRUE(holds(words, "estimated time of a run by each scheme")) << words;
    EXPECT_TRUE(holds(words, "    paoli_schatzman            about ")) << words;
}

// A rough cantilever of 300 coordinates names no scheme: moreau_jean is chosen, and event_accurate is told to
// take long.
TEST_F(Commands, check_tells_what_a_rough_cantilever_takes)
{
    const test::Cantilever cantilever;
    for (const auto& [name, matrix] :
         {std::pair{"mass.mtx", &cantilever.M}, {"stiffness.mtx", &cantilever.K}}) {
        std::string entries;
        Index count = 0;
        for (Index i = 0; i < matrix->rows(); ++i)
            for (Index j = 0; j <= i; ++j)
                if ((*matrix)(i, j) != 0.0) {
                    entries += fmt::format("{} {} {}\n", i + 1, j + 1, (*matrix)(i, j));
                    ++count;
                }
        write_text(folder_ / name,
                   fmt::format("%%MatrixMarket matrix coordinate real symmetric\n{0} {0} {1}\n{2}",
                               matrix->rows(), count, entries));
    }
    std::string velocities;
    for (Index i = 0; i < test::Cantilever::elements; ++i) velocities += "-1.0, 0.0, ";
    const std::string scene = folder_ / "rough.toml";
    write_text(scene,
               "[model]\ntype = \"linear\"\nmass = { file = \"mass.mtx\" }\n"
               "stiffness = { file = \"stiffness.mtx\" }\n"
               "[[contact]]\nnormal = { 298 = 1.0 }\ntangent = { 299 = 0.005 }\n"
               "offset = 1e-6\nfriction = 0.3\n"
               "[initial]\nvelocity = [" +
                   velocities + "]\n[run]\nduration = 0.28\n");
    const Ended ended = run_rebond({"check", scene, "--json"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Json checked = Json::parse(ended.out, nullptr, false);
    EXPECT_EQ(checked["scheme"], "moreau_jean");
    EXPECT_TRUE(holds(checked["warnings"].dump(), "no scheme is named")) << checked["warnings"];
    double reference = 0.0, chosen = 0.0;  // [s]
    for (const Json& scheme : checked["schemes"]) {
        // lagrange_newmark may be found to make energy before it was timed.
        if (scheme["scheme"] == "lagrange_newmark" && scheme["trouble"].is_string()) continue;
        ASSERT_TRUE(scheme["seconds"].is_number()) << scheme;
        if (scheme["scheme"] == "event_accurate") reference = scheme["seconds"];
        if (scheme["scheme"] == "moreau_jean") chosen = scheme["seconds"];
    }
    EXPECT_EQ(checked["schemes"].size(), 3u);  // the third is lagrange_newmark
    EXPECT_GT(chosen, 0.0);
    EXPECT_GT(reference, 5.0 * chosen);  // of estimates from a fifth of a second each
}

// A step that one scheme can take may be too long for another.
TEST_F(Commands, check_tells_which_schemes_do_not_take_the_step)
{
    const Arguments coarse{"check",           path_, "--json", "--set", "scheme.type=moreau_jean", "--set",
                           "scheme.step=1e-5"};
    const Json checked = Json::parse(run_rebond(coarse).out, nullptr, false);
    for (const Json& scheme : checked["schemes"])
        if (scheme["scheme"] == "paoli_schatzman") {
            EXPECT_TRUE(scheme["seconds"].is_null()) << scheme;
            EXPECT_TRUE(scheme["trouble"].get<std::string>().starts_with(
                "cannot run this scene: scheme.step = 1e-5: expected"))
                << scheme;
        } else if (scheme["scheme"] == "moreau_jean") {
            EXPECT_EQ(scheme["step"], 1e-5);
        }
}

TEST_F(Commands, check_knows_bodies_that_no_step_is_too_long_for)
{
    const std::string ball = std::string(REBOND_SOURCE_DIR) + "/examples/06_bouncing_ball/scene.toml";
    const Ended words = run_rebond({"check", ball});
    EXPECT_TRUE(holds(words.out, "linear, 1 coordinate, by")) << words.out;
    EXPECT_TRUE(holds(words.out, "stable for any step")) << words.out;
    EXPECT_TRUE(Json::parse(run_rebond({"check", ball, "--json"}).out)["explicit_step_limit"].is_null());
}

TEST_F(Commands, check_warns_of_a_step_that_does_not_resolve_the_waves)
{
    const Arguments coarse{"check", path_, "--set", "scheme.type=event_newmark", "--set", "scheme.step=1e-4"};
    const Ended words = run_rebond(coarse);
    EXPECT_EQ(words.code, 0);
    EXPECT_TRUE(holds(words.out, "warning: scheme.step = 0.0001 s does not resolve")) << words.out;
    Arguments json = coarse;
    json.emplace_back("--json");
    // The other is of what the substep as printed makes of such waves.
    EXPECT_EQ(Json::parse(run_rebond(json).out, nullptr, false)["warnings"].size(), 2u);
    json.insert(json.end(), {"--set", "scheme.substep=resolved"});
    EXPECT_EQ(Json::parse(run_rebond(json).out, nullptr, false)["warnings"].size(), 1u);
}

TEST_F(Commands, check_refuses_what_run_refuses)
{
    const Arguments bad{"--set", "scheme.type=paoli_schatzman", "--set", "scheme.step=1e-4", "--json"};
    Arguments check{"check", path_};
    Arguments run{"run", path_};
    check.insert(check.end(), bad.begin(), bad.end());
    run.insert(run.end(), bad.begin(), bad.end());
    const Ended checked = run_rebond(check);
    EXPECT_EQ(checked.code, 2);
    EXPECT_EQ(checked.out, "");
    EXPECT_EQ(checked.err, run_rebond(run).err);
}

TEST_F(Commands, info_shows_what_a_result_contains)
{
    ASSERT_EQ(run_rebond({"run", path_, "--out", out_, "--quiet"}).code, 0);
    for (const std::string& result : {out_, out_ + "/", out_ + "/result.h5"}) {
        const Ended words = run_rebond({"info", result});
        EXPECT_EQ(words.code, 0);
        EXPECT_EQ(words.err, "");
        for (const char* part : {"A short drop", "written by rebond", "status                ok", "episode",
                                 "101 × 20  m or rad"})
            EXPECT_TRUE(holds(words.out, part)) << part;
        const Ended json = run_rebond({"info", result, "--json"});
        EXPECT_EQ(json.code, 0);
        EXPECT_EQ(json.out, text_of(out_ + "/summary.json"));
    }
}

TEST_F(Commands, info_refuses_a_damaged_result)
{
    ASSERT_EQ(run_rebond({"run", path_, "--out", out_, "--quiet"}).code, 0);
    const std::string whole = text_of(out_ + "/result.h5");
    for (const double part : {0.0, 0.1, 0.5, 0.99}) {
        write_text(out_ + "/result.h5",
                   whole.substr(0, static_cast<std::size_t>(part * static_cast<double>(whole.size()))));
        for (const char* command : {"info", "report"}) {
            const Ended ended = run_rebond({command, out_});
            EXPECT_EQ(ended.code, 4) << command << " " << part;
            EXPECT_TRUE(holds(ended.err, out_ + "/result.h5")) << ended.err;
            EXPECT_EQ(ended.out, "");
        }
    }
}

TEST_F(Commands, new_without_a_model_lists_the_models)
{
    for (const Arguments& command : {Arguments{"new"}, Arguments{"new", "--help"}}) {
        const Ended ended = run_rebond(command);
        EXPECT_EQ(ended.code, 0);
        EXPECT_EQ(ended.err, "");
        for (const char* line : {"  bar           planar elastic bar", "  chain         longitudinal",
                                 "  linear        any linear", "  frame         elastic beam",
                                 "  balls         rigid balls", "  ball_on_beam  ball that"})
            EXPECT_TRUE(holds(ended.out, line)) << line << " in " << ended.out;
    }
}

TEST_F(Commands, check_says_what_rows_of_a_study_are)
{
    const std::string study = folder_ / "study.toml";
    write_text(study, "base = \"scene.toml\"\n[vary]\n\"impact.restitution\" = [0.0, 0.5]\n");
    ASSERT_EQ(run_rebond({"sweep", study, "--out", out_, "--quiet"}).code, 0);
    for (const std::string& rows : {out_, out_ + "/study.db"}) {
        const Ended ended = run_rebond({"check", rows});
        EXPECT_EQ(ended.code, 2);
        EXPECT_TRUE(holds(ended.err, rows + ": error: the rows of a study")) << ended.err;
        EXPECT_TRUE(holds(ended.err, "rebond info " + rows)) << ended.err;
    }
}

TEST_F(Commands, a_folder_named_like_a_plot_stops_a_run_before_it_begins)
{
    std::filesystem::create_directories(out_ + "/energy.svg");
    const Ended ended = run_rebond({"run", path_, "--out", out_, "--force"});
    EXPECT_EQ(ended.code, 4);
    EXPECT_TRUE(holds(ended.err, "energy.svg: error: a folder has the name of a file")) << ended.err;
    EXPECT_FALSE(std::filesystem::exists(out_ + "/result.h5"));
}

TEST_F(Commands, elastic_stops_without_play_get_advice_that_works)
{
    write_text(path_,
               "model = {type = \"linear\", mass = [[1.0]], stiffness = [[1.0]]}\n"
               "contact = [{normal = [1.0]}, {normal = [-1.0]}]\n"
               "initial.velocity = [1.0]\nimpact.restitution = 1.0\nrun.duration = 1.0\n");
    for (const char* scheme : {"event_accurate", "event_modal"}) {
        const std::string taken = std::string("scheme.type=\"") + scheme + '"';
        const Ended ended = run_rebond({"run", path_, "--set", taken});
        EXPECT_EQ(ended.code, 3);
        EXPECT_TRUE(holds(ended.err, "set impact.restitution, or that of one of these contacts, below 1"))
            << ended.err;
        for (const char* advised :
             {"impact.restitution=0.999", "contact.0.restitution=0", "contact.0.offset=1e-3"})
            EXPECT_EQ(run_rebond({"run", path_, "--set", taken, "--set", advised}).code, 0) << advised;
    }
}

TEST_F(Commands, check_takes_a_study)
{
    const std::string study = folder_ / "study.toml";
    write_text(study, "base = \"scene.toml\"\n[vary]\n\"impact.restitution\" = [0.0, 0.5, 1.0]\n");
    const Ended ended = run_rebond({"check", study, "--set", "model.segments=5"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(holds(ended.out, study + ": a valid study of 3 cases\n")) << ended.out;
    EXPECT_TRUE(holds(ended.out, "impact.restitution: 3 values")) << ended.out;
    EXPECT_TRUE(holds(ended.out, "bar, 12 coordinates, by event_accurate")) << ended.out;
    const Json json = Json::parse(run_rebond({"check", study, "--json"}).out, nullptr, false);
    EXPECT_EQ(json["cases"], 3);
    EXPECT_EQ(json["axes"], Json::array({"impact.restitution"}));
    EXPECT_EQ(json["base"]["dofs"], 20);
    write_text(study, "base = \"scene.toml\"\n[vary]\n\"impact.restitutio\" = [0.0]\n");
    const Ended wrong = run_rebond({"check", study});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(holds(wrong.err, "did you mean 'restitution'?")) << wrong.err;
}

// They are the balls' own.
TEST_F(Commands, balls_may_have_empty_tables_where_others_have_values)
{
    const std::string balls = R"([model]
type = "balls"
[[model.ball]]
mass = 1.0
radius = 0.1
position = [0.0, 0.0]
velocity = [1.0, 0.0]
[run]
duration = 1.0
)";
    for (const char* tables : {"", "[initial]\n[scheme]\n", "[initial]\n", "[scheme]\n"}) {
        write_text(path_, balls + tables);
        const Ended ended = run_rebond({"run", path_, "--quiet"});
        EXPECT_EQ(ended.code, 0) << ended.err;
    }
    write_text(path_, balls + "[initial]\nvelocity = 1.0\n");
    EXPECT_TRUE(holds(run_rebond({"run", path_}).err, "[initial]: it belongs to type bar"));
}

TEST_F(Commands, report_draws_the_page_of_a_result_again)
{
    ASSERT_EQ(run_rebond({"run", path_, "--out", out_, "--quiet"}).code, 0);
    const std::string page = text_of(out_ + "/report.html");
    std::filesystem::remove(out_ + "/report.html");
    const Ended beside = run_rebond({"report", out_});
    EXPECT_EQ(beside.code, 0) << beside.err;
    EXPECT_EQ(beside.out, out_ + "/report.html\n");
    EXPECT_EQ(text_of(out_ + "/report.html"), page);
    const Ended elsewhere = run_rebond({"report", out_ + "/result.h5", "--out", folder_ / "page.html"});
    EXPECT_EQ(elsewhere.code, 0) << elsewhere.err;
    EXPECT_EQ(text_of(folder_ / "page.html"), page);
    EXPECT_EQ(run_rebond({"report", out_, "--out", folder_ / "nowhere/page.html"}).code, 4);
}

TEST_F(Commands, the_page_needs_nothing_from_elsewhere)
{
    ASSERT_EQ(run_rebond({"run", path_, "--out", out_, "--quiet"}).code, 0);
    const std::string page = text_of(out_ + "/report.html");
    for (const char* outside : {"src=\"http", "href=\"http", "@import", "src='http", "fetch("})
        EXPECT_FALSE(holds(page, outside)) << outside;
}

TEST_F(Commands, help_and_version_are_output_not_errors)
{
    const Ended version_text = run_rebond({"--version"});
    EXPECT_EQ(version_text.code, 0);
    EXPECT_TRUE(version_text.out.starts_with("rebond " + std::string(version) + " (")) << version_text.out;
    const Ended help = run_rebond({"--help"});
    EXPECT_EQ(help.code, 0);
    for (const char* command : {"run", "check", "new", "schema", "info", "report"}) {
        EXPECT_TRUE(holds(help.out, std::string("\n  ") + command + " ")) << command;
        const Ended own = run_rebond({command, "--help"});
        EXPECT_EQ(own.code, 0);
        EXPECT_TRUE(holds(own.out, "Usage: rebond " + std::string(command))) << own.out;
        EXPECT_EQ(own.err, "");
    }
}

}  // namespace
}  // namespace rebond
