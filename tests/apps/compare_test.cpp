// `rebond compare` as a user sees it.
#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <nlohmann/json.hpp>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;

const std::string two_masses = std::string(REBOND_SOURCE_DIR) + "/examples/04_two_masses/scene.toml";
const std::string bar = std::string(REBOND_SOURCE_DIR) + "/examples/01_dropped_bar/scene.toml";

TEST(Compare, judges_schemes_by_the_reference_at_the_order_they_have)
{
    const Ended ended =
        run_rebond({"compare", two_masses, "--schemes", "moreau_jean,event_newmark,event_modal", "--steps",
                    "1e-3,5e-4", "--json"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Json json = Json::parse(ended.out);
    EXPECT_EQ(json["reference"]["scheme"], "event_accurate");
    const Json& rows = json["rows"];
    ASSERT_EQ(rows.size(), 5u);  // event_modal chooses its steps: once
    const auto error = [&](std::size_t row) { return rows[row]["error"]["position"].get<double>(); };
    EXPECT_NEAR(error(0) / error(1), 2.0, 0.1);  // first order
    EXPECT_NEAR(error(2) / error(3), 4.0, 0.8);  // second, except for where in a step the impact falls
    EXPECT_LT(error(4), 1e-11);
    EXPECT_EQ(rows[4]["step"], nullptr);
    for (const Json& row : rows) EXPECT_EQ(row["status"], "ok");
}

// That scene names no scheme, and so no step.
TEST(Compare, a_scheme_without_a_step_is_refused_with_what_to_add)
{
    const ScratchDirectory folder;
    const std::string scene = folder / "scene.toml";
    write_text(scene, R"([model]
type = "linear"
mass = [[1.0]]
stiffness = [[1.0]]
[initial]
position = [1.0]
[run]
duration = 1.0
)");
    const Arguments arguments{"compare", scene, "--schemes", "event_accurate,moreau_jean"};
    const auto with = [&](const Arguments& more) {
        Arguments all = arguments;
        all.insert(all.end(), more.begin(), more.end());
        return run_rebond(all);
    };
    const Ended ended = with({});
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_TRUE(
        ended.err.starts_with("--schemes event_accurate,moreau_jean: error: moreau_jean needs a step"))
        << ended.err;
    EXPECT_TRUE(holds(ended.err, "add --steps h1,h2,...")) << ended.err;
    EXPECT_EQ(with({"--steps", "1e-2"}).code, 0);
    EXPECT_EQ(with({"--set", "scheme.step=1e-2"}).code, 0);
}

// The scene's step is for the scheme it names.
TEST(Compare, schemes_that_choose_their_step_are_not_limited_to_the_scenes)
{
    const auto steps = [](const Arguments& more) {
        Arguments arguments{"compare", two_masses, "--schemes", "event_modal", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Ended ended = run_rebond(arguments);
        EXPECT_EQ(ended.code, 0) << ended.err;
        const Json json = Json::parse(ended.out);
        return std::pair(json["rows"][0]["steps"].get<long>(), json["reference"]["steps"].get<long>());
    };
    const auto [free, judge] = steps({"--set", "run.sample_every=1.0"});
    const auto [limited, limited_judge] =
        steps({"--set", "run.sample_every=1.0", "--set", "scheme.step=0.002"});
    EXPECT_LT(20 * free, limited);
    EXPECT_LT(2 * judge, limited_judge);
}

TEST(Compare, an_override_of_a_scheme_is_for_those_that_have_the_key)
{
    const auto error_with = [](const Arguments& more) {
        Arguments arguments{"compare", two_masses, "--schemes", "moreau_jean,event_newmark",
                            "--steps", "1e-3",     "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Ended ended = run_rebond(arguments);
        EXPECT_EQ(ended.code, 0) << ended.err;
        const Json rows = Json::parse(ended.out)["rows"];
        return std::pair(rows[0]["error"]["position"].get<double>(),
                         rows[1]["error"]["position"].get<double>());
    };
    const auto [plain, newmark] = error_with({});
    const auto [implicit, same] = error_with({"--set", "scheme.theta=1.0"});
    EXPECT_NE(plain, implicit);
    EXPECT_EQ(newmark, same);

    const Ended unused =
        run_rebond({"compare", two_masses, "--schemes", "event_newmark", "--set", "scheme.theta=1.0"});
    EXPECT_EQ(unused.code, 2);
    EXPECT_TRUE(
        holds(unused.err, "--set scheme.theta=1.0: error: expected a key of a scheme that is compared"))
        << unused.err;
}

TEST(Compare, goes_on_where_a_scheme_is_refused)
{
    const Ended ended = run_rebond({"compare", bar, "--schemes", "event_modal,paoli_schatzman", "--steps",
                                    "1e-7,1e-3", "--set", "run.duration=0.001", "--json"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Json rows = Json::parse(ended.out)["rows"];
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0]["status"], "refused");  // not for bars
    EXPECT_EQ(rows[1]["status"], "ok");
    EXPECT_EQ(rows[2]["status"], "refused");  // unstable
    EXPECT_NE(rows[2]["reason"].get<std::string>().find("scheme.step"), std::string::npos);
    EXPECT_EQ(rows[2]["error"]["position"], nullptr);
}

TEST(Compare, prints_a_table_and_writes_what_it_drew)
{
    const ScratchDirectory scratch;
    const std::string out = scratch / "c";
    const Ended ended =
        run_rebond({"compare", two_masses, "--schemes", "moreau_jean", "--steps", "1e-3,5e-4", "--out", out});
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("reference event_accurate"), std::string::npos) << ended.out;
    EXPECT_TRUE(std::filesystem::exists(out + "/compare.json"));
    const std::string drawing = text_of(out + "/compare.svg");
    EXPECT_TRUE(holds(drawing, ">time a run takes [")) << drawing;
    EXPECT_TRUE(holds(drawing, ">error of position")) << drawing;
    EXPECT_FALSE(holds(drawing, "log₁₀")) << drawing;
}

TEST(Compare, tells_the_warnings_of_each_run)
{
    const Ended ended =
        run_rebond({"compare", two_masses, "--schemes", "paoli_schatzman,event_modal", "--steps", "0.3"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_TRUE(holds(ended.out, "\npaoli_schatzman, step 0.3 s, warning: the energy balance does not close"))
        << ended.out;
    EXPECT_FALSE(holds(ended.out, "event_modal, warning")) << ended.out;
}

TEST(Compare, by_nothing_but_refusals_ends_with_an_error)
{
    EXPECT_EQ(run_rebond({"compare", bar, "--schemes", "event_modal", "--set", "run.duration=0.001"}).code,
              3);
}

// A scheme judged by itself is right, before an impact and after it.
TEST(Compare, finds_nothing_wrong_with_the_reference)
{
    const std::string beads = std::string(REBOND_SOURCE_DIR) + "/examples/09_beads_with_gaps/scene.toml";
    for (const char* every : {"run.sample_every=0.01", "run.sample_every=0.003"}) {
        const Ended ended =
            run_rebond({"compare", beads, "--schemes", "event_accurate", "--set", every, "--json"});
        ASSERT_EQ(ended.code, 0) << ended.err;
        EXPECT_LT(Json::parse(ended.out)["rows"][0]["error"]["velocity"].get<double>(), 1e-12) << every;
    }
}

TEST(Compare, refuses_what_it_cannot_know)
{
    for (const Arguments& wrong :
         std::vector<Arguments>{{"--schemes", "event_newmrk"},
                                {"--schemes", "event_newmark", "--steps", "-1"},
                                {"--schemes", "event_newmark", "--steps", "nan"},
                                {"--schemes", "event_newmark", "--reference", "truth"},
                                {}}) {
        Arguments arguments{"compare", bar};
        arguments.insert(arguments.end(), wrong.begin(), wrong.end());
        const Ended ended = run_rebond(arguments);
        EXPECT_EQ(ended.code, 2) << ended.err;
        EXPECT_NE(ended.err.find("error: "), std::string::npos);
        EXPECT_EQ(ended.out, "");
    }
    const std::string wrong = run_rebond({"compare", bar, "--schemes", "event_newmrk"}).err;
    EXPECT_TRUE(holds(wrong,
                      "--schemes event_newmrk: error: there is no scheme 'event_newmrk'; "
                      "did you mean 'event_newmark'?"))
        << wrong;
    const std::string reference =
        run_rebond({"compare", bar, "--schemes", "event_newmark", "--reference", "truth"}).err;
    EXPECT_TRUE(holds(reference, "--reference truth: error: there is no scheme 'truth'; expected one of "))
        << reference;
}

}  // namespace
}  // namespace rebond
