// The command that fits the law of a ball's rebound from a beam.
#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;

const std::string scene = R"([model]
type = "ball_on_beam"
location = 0.5
[model.beam]
support = "SUPPORT"
[run]
duration = 20.0
stop_when_quiet = true
)";

class Fit : public testing::Test {
protected:
    std::string study(const std::string& support, const std::string& axes)
    {
        write_text(folder_ / "scene.toml", with(scene, "SUPPORT", support));
        write_text(folder_ / "study.toml", "base = \"scene.toml\"\n[vary]\n" + axes);
        return folder_ / "study.toml";
    }

    static std::string grid(const std::string& places)
    {
        return "\"model.ball.mass\" = { from = 0.00785, to = 7.85, count = 13, spacing = \"log\" "
               "}\n\"model.location\" = " +
               places + "\n";
    }

    ScratchDirectory folder_;
};

void expect_fit(const Json& fit, double mu_0, double alpha_0, double alpha_1, double rms, double of_mass)
{
    EXPECT_EQ(fit["points"], 312);
    // Three digits are stated; chaotic cases move the last of them.
    EXPECT_NEAR(fit["parameters"]["mu_0"]["value"].get<double>(), mu_0, 2e-3 * mu_0);
    EXPECT_NEAR(fit["parameters"]["alpha_0"]["value"].get<double>(), alpha_0, 3e-3 * alpha_0);
    EXPECT_NEAR(fit["parameters"]["alpha_1"]["value"].get<double>(), alpha_1, 5e-3 * alpha_1);
    EXPECT_NEAR(fit["rms"].get<double>(), rms, 1e-3);
    EXPECT_NEAR(fit["rms_of_mass_alone"].get<double>(), of_mass, 1e-3);
    EXPECT_LT(fit["rms"], fit["rms_of_mass_alone"]);
    for (const auto& parameter : fit["parameters"]) {
        EXPECT_TRUE(parameter["is_determined"]);
        EXPECT_LT(parameter["low"], parameter["value"]);
        EXPECT_GT(parameter["high"], parameter["value"]);
    }
}

TEST_F(Fit, the_two_uniform_beams_have_the_parameters_that_are_known)
{
    const Ended pinned =
        run_rebond({"fit", study("pinned_pinned", grid("{ from = 0.04, to = 0.5, count = 24 }")), "--json"});
    ASSERT_EQ(pinned.code, 0) << pinned.err;
    expect_fit(Json::parse(pinned.out), 0.4516, 0.1226, 1.555, 0.078, 0.116);
    const Ended clamped =
        run_rebond({"fit", study("clamped_free", grid("{ from = 0.08, to = 1.0, count = 24 }")), "--json"});
    ASSERT_EQ(clamped.code, 0) << clamped.err;
    expect_fit(Json::parse(clamped.out), 0.4843, 3.467, 0.4241, 0.085, 0.114);
}

TEST_F(Fit, what_it_writes_can_be_fitted_again)
{
    const std::string out = folder_ / "out";
    const std::string path = study("free_free", grid("{ from = 0.0, to = 0.5, count = 4 }"));
    const Ended first = run_rebond({"fit", path, "--out", out, "--json"});
    ASSERT_EQ(first.code, 0) << first.err;
    for (const char* file : {"study.db", "study.csv", "fit.csv", "fit.json", "fit.svg"})
        EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(out) / file)) << file;
    Json again = Json::parse(run_rebond({"fit", out, "--json"}).out), before = Json::parse(first.out);
    again.erase("study");
    before.erase("study");
    EXPECT_EQ(again, before);
    EXPECT_TRUE(holds(run_rebond({"fit", path, "--out", out}).out, "RMS of the law"));
}

TEST_F(Fit, fewer_cases_than_parameters_and_other_models_are_refused_before_anything_is_run)
{
    const std::string out = folder_ / "out";
    const Ended few =
        run_rebond({"fit", study("pinned_pinned", "\"model.ball.mass\" = [0.1, 0.2]\n"), "--out", out});
    EXPECT_EQ(few.code, 2);
    EXPECT_TRUE(holds(few.err, "has 2 cases, and the law has 3 parameters")) << few.err;
    EXPECT_FALSE(std::filesystem::exists(out));

    const Ended alike = run_rebond({"fit", study("pinned_pinned", "\"initial.velocity\" = [-1, -2, -3]\n")});
    EXPECT_EQ(alike.code, 2);
    EXPECT_TRUE(holds(alike.err, "varies model.ball.mass and model.location")) << alike.err;

    write_text(folder_ / "scene.toml", short_drop);
    write_text(folder_ / "study.toml",
               "base = \"scene.toml\"\n[vary]\n\"initial.angle_deg\" = [30, 40, 50]\n");
    const Ended bar = run_rebond({"fit", folder_ / "study.toml"});
    EXPECT_EQ(bar.code, 2);
    EXPECT_TRUE(holds(bar.err, "\"ball_on_beam\"")) << bar.err;
    EXPECT_EQ(run_rebond({"fit", folder_ / "nowhere"}).code, 4);
}

TEST_F(Fit, too_few_rebounds_are_a_status_and_not_numbers)
{
    write_text(folder_ / "scene.toml", with(with(scene, "SUPPORT", "pinned_pinned"), "20.0", "1e-4"));
    write_text(folder_ / "study.toml",
               "base = \"scene.toml\"\n[vary]\n\"model.ball.mass\" = [1.0, 2.0, 4.0]\n");
    const std::string out = folder_ / "out";
    const Ended ended = run_rebond({"fit", folder_ / "study.toml", "--json", "--out", out});
    EXPECT_EQ(ended.code, 3);
    EXPECT_TRUE(holds(ended.err, "0 of 3 cases ended with a rebound")) << ended.err;
    const Json json = Json::parse(ended.out);
    EXPECT_EQ(json["status"], "too_few_points");
    EXPECT_TRUE(json["rms"].is_null());
    EXPECT_TRUE(json["parameters"]["mu_0"]["value"].is_null());
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(out) / "study.csv"));
    EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(out) / "fit.svg"));
}

TEST_F(Fit, balls_that_have_not_parted_are_left_out_and_said_to_be)
{
    write_text(folder_ / "scene.toml", with(with(scene, "SUPPORT", "pinned_pinned"), "20.0", "2e-3"));
    write_text(folder_ / "study.toml",
               "base = \"scene.toml\"\n[vary]\n\"model.ball.mass\" = [0.01, 0.02, 0.04, 0.08, 5.0]\n"
               "\"model.location\" = [0.3, 0.5]\n");
    const Ended ended = run_rebond({"fit", folder_ / "study.toml", "--json"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(Json::parse(ended.out)["without_rebound"], 4);
    EXPECT_EQ(Json::parse(ended.out)["points"], 6);
}

}  // namespace
}  // namespace rebond
