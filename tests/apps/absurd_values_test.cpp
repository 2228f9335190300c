// Valid values nobody means: the program ends with a code of the contract, says why, and prints numbers or
// null, never nan.
#include "apps/program.hpp"
#include "rebond/io/results/results_hdf5.hpp"
#include "rebond/io/results/summary_json.hpp"
#include "scratch_directory.hpp"

#include <nlohmann/json.hpp>

#include <random>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;

class AbsurdValues : public testing::Test {
protected:
    AbsurdValues() { write_text(path_, short_drop); }

    // The run with overrides, stopped after a while if it would go on.
    Ended run(const Arguments& overrides)
    {
        Arguments arguments{"run", path_, "--json"};
        for (const std::string& assignment : overrides)
            arguments.insert(arguments.end(), {"--set", assignment});
        return run_rebond(arguments, {.interrupts = {std::chrono::milliseconds(100)}});
    }

    // Ended as the contract says, whichever way.
    void expect_defined(const Arguments& overrides)
    {
        const Ended ended = run(overrides);
        std::string told;
        for (const std::string& assignment : overrides) told += assignment + " ";
        SCOPED_TRACE(told);
        EXPECT_TRUE(ended.code == 0 || ended.code == 2 || ended.code == 3 || ended.code == 130)
            << "code " << ended.code << ", signal " << ended.signal;
        EXPECT_FALSE(holds(ended.err, "please report")) << ended.err;
        if (ended.code == 2) {
            EXPECT_EQ(ended.out, "");
            EXPECT_TRUE(holds(ended.err, "error: "));
            return;
        }
        if (ended.code == 130 && ended.err == "stopped\n") return;  // before its first step
        const Json json = Json::parse(ended.out, nullptr, false);
        ASSERT_TRUE(json.is_object()) << ended.out;
        EXPECT_EQ(json["status"] == "ok", ended.code == 0);
        EXPECT_EQ(json["reason"].is_null(), ended.code == 0);
        if (ended.code != 0) return;
        for (const auto& q : json["final"]["position"]) EXPECT_TRUE(q.is_number());
    }

    ScratchDirectory folder_;
    std::string path_ = folder_ / "scene.toml";
};

const std::vector<Arguments> schemes{{"scheme.type=event_accurate"},
                                     {"scheme.type=event_newmark", "scheme.step=1e-6"},
                                     {"scheme.type=paoli_schatzman", "scheme.step=1e-7"},
                                     {"scheme.type=paoli_schatzman_implicit", "scheme.step=1e-6"}};

TEST_F(AbsurdValues, one_at_a_time_end_in_a_defined_way)
{
    const Arguments values{"model.density=1e-30",        "model.density=1e300",
                           "model.young=1e-300",         "model.young=1e300",
                           "model.length=1e300",         "model.radius=1e-300",
                           "model.segments=1000",        "initial.angle_deg=1e-300",
                           "initial.tip_height=1e300",   "initial.velocity=[1e300, -1e300]",
                           "initial.velocity=[0, -1e8]", "initial.excitation={energy_fraction=1e300}",
                           "impact.restitution=1e-9",    "run.gravity=1e30",
                           "run.gravity=1e300"};
    for (const Arguments& scheme : schemes)
        for (const std::string& value : values) {
            Arguments overrides = scheme;
            overrides.push_back(value);
            expect_defined(overrides);
        }
}

TEST_F(AbsurdValues, times_of_any_size_end_in_a_defined_way)
{
    for (const Arguments& scheme : schemes) {
        Arguments overrides = scheme;
        overrides.insert(overrides.end(), {"run.duration=1e-300", "run.sample_every=1e-300"});
        expect_defined(overrides);
        overrides = scheme;
        overrides.emplace_back("run.duration=1e300");
        expect_defined(overrides);
        overrides = scheme;
        overrides.emplace_back("scheme.step=1e-300");
        expect_defined(overrides);
        overrides = scheme;
        overrides.emplace_back("scheme.step=1e300");
        expect_defined(overrides);
    }
    expect_defined({"run.sample_every=1e-300"});
    expect_defined({"analysis.restitution_window=1e-300", "analysis.episode_gap=0"});
    expect_defined(
        {"analysis.restitution_window=1e300", "analysis.episode_gap=1e300", "run.stop_when_quiet=true"});
    expect_defined({"scheme.tolerance=1e-300"});
    expect_defined({"scheme.tolerance=0.999"});
}

TEST_F(AbsurdValues, drawn_at_random_end_in_a_defined_way)
{
    std::mt19937 random(7);
    const auto drawn = [&](double least, double most) {  // evenly in the exponent
        const double share = static_cast<double>(random()) / 4294967296.0;
        return "1e" + std::to_string(static_cast<int>(least + (most - least) * share));
    };
    for (int trial = 0; trial < 20; ++trial) {
        Arguments overrides = schemes[random() % schemes.size()];
        overrides.insert(overrides.end(),
                         {"model.density=" + drawn(-30, 30), "model.young=" + drawn(-30, 30),
                          "run.gravity=" + drawn(-10, 10), "impact.restitution=" + drawn(-20, 1),
                          "initial.velocity=[0, -" + drawn(-10, 10) + "]"});
        expect_defined(overrides);
    }
}

TEST_F(AbsurdValues, numbers_that_refuse_are_exit_code_3_and_keep_what_was_reached)
{
    for (const char* scheme : {"event_newmark", "paoli_schatzman_implicit"}) {
        const std::string out = folder_ / scheme;
        const Ended ended =
            run_rebond({"run", path_, "--json", "--set", std::string("scheme.type=") + scheme, "--set",
                        "scheme.step=1e-2", "--set", "run.duration=1", "--out", out});
        ASSERT_EQ(ended.code, 3) << scheme << ended.out;
        const Json json = Json::parse(ended.out, nullptr, false);
        EXPECT_EQ(json["status"], "solve_failed");
        EXPECT_TRUE(json["reason"].is_string());
        EXPECT_LT(json["final"]["time"], 1.0);
        const Result result = read_result(out + "/result.h5");
        EXPECT_EQ(result.status, "solve_failed");
        EXPECT_EQ(summary_text_json(result.summary), ended.out);
        EXPECT_EQ(result.time.back(), json["final"]["time"].get<double>());
        EXPECT_EQ(folder_.names(scheme).size(), 8u);
    }
}

TEST_F(AbsurdValues, people_are_told_why_numbers_refuse)
{
    const Ended ended = run_rebond({"run", path_, "--set", "scheme.type=event_newmark", "--set",
                                    "scheme.step=1e-2", "--set", "run.duration=1"});
    EXPECT_EQ(ended.code, 3);
    EXPECT_TRUE(ended.err.starts_with(path_ + ": stopped at t = ")) << ended.err;
    EXPECT_TRUE(holds(ended.out, "warning: scheme.step"));
}

}  // namespace
}  // namespace rebond
