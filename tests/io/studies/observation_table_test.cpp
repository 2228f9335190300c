#include "rebond/io/studies/observation_table.hpp"

#include "io/studies/study_texts.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/studies/study_file.hpp"

namespace rebond {
namespace {

// A forced mass with a stop; the loads can be taken away.
const std::string load = R"([[scene.model.harmonic]]
amplitude = [1.0]
frequency_hz = 0.5
)";
const std::string scene = R"([scene.model]
type = "linear"
mass = [[1.0]]
stiffness = [[1.0]]
)" + load + R"([[scene.contact]]
normal = [-1.0]
offset = 5.0
[scene.initial]
position = [0.0]
[scene.scheme]
type = "event_modal"
[scene.run]
duration = 100.0
)";
const std::string vary = "[vary]\n\"model.harmonic.0.frequency_hz\" = { from = 0.3, to = 0.5, step = 0.1 }\n";

// What is said of a study.
std::string said_of(const std::string& text)
{
    try {
        (void)parse_study(text, "study.toml");
        return "accepted";
    } catch (const InputError& error) {
        return error.what();
    }
}

std::string said_of_observe(const std::string& table)
{
    return said_of("[observe]\n" + table + vary + scene);
}

TEST(ObservationTable, is_read)
{
    const StudyFile file = parse_study(
        "[observe]\nevery = 0.5\ntransient = 2.5\ncount = 7\nvalues = [\"velocity.0\", \"phase\"]\ncarry = "
        "\"both\"\n" +
            vary + scene,
        "study.toml");
    const Observation& observation = file.study.observation.value();
    EXPECT_EQ(observation.every, Every::time);
    EXPECT_EQ(observation.spacing, 0.5);
    EXPECT_EQ(observation.transient, 2.5);
    EXPECT_EQ(observation.count, 7u);
    EXPECT_EQ(point_columns(observation),
              (std::vector<std::string>{"time", "velocity.0", "phase", "direction"}));
}

TEST(ObservationTable, is_refused_where_it_is_wrong)
{
    const std::string every = "every = \"period\"\n";
    const auto expect = [](const std::string& table, const std::string& message) {
        const std::string said = said_of_observe(table);
        EXPECT_TRUE(said.starts_with("study.toml:")) << said;
        EXPECT_TRUE(holds(said, message)) << said << "\nexpected: " << message;
    };
    expect("count = 3\n", "observe.every is missing");
    expect("every = \"week\"\n", "every = \"week\": expected \"period\", \"impact\" or a time > 0 [s]");
    expect("every = 0\n", "expected \"period\", \"impact\" or a time > 0 [s]");
    expect(every + "count = 0\n", "count = 0: expected an integer from 1 to 10000000");
    expect(every + "transient = -1\n", "transient = -1: expected a whole number ≥ 0 of periods");
    expect(every + "transient = 1.5\n", "expected a whole number ≥ 0 of periods");
    expect("every = 1.0\ntransient = -1\n", "expected a time ≥ 0 [s]");
    expect(every + "values = [\"positon.0\"]\n", "did you mean 'position.0'?");
    expect(every + "values = [\"position.3\"]\n", "there is no position.3: the body has 1 coordinate");
    expect(every + "values = [\"impact.impulse\"]\n", "expected every = \"impact\" with impact.impulse");
    expect(every + "values = [\"phase\", \"phase\"]\n", "phase appears twice");
    expect(every + "carry = \"left\"\n", "expected \"none\", \"up\", \"down\" or \"both\"");
    expect(every + "transient = 1000\n", "expected a first point within run.duration = 100 s");
    expect(every + "ever = 2\n", "ever");
}

TEST(ObservationTable, periods_need_a_load)
{
    const std::string free = with(scene, load, "");
    const std::string axis = "[vary]\nimpact.restitution = [0.5, 0.6]\n";
    const std::string observed = said_of("[observe]\nevery = \"period\"\n" + axis + free);
    EXPECT_TRUE(
        holds(observed, "study.toml:2:9: error: observe.every = \"period\": expected a scene with a load"))
        << observed;
    const std::string linked = said_of("[link]\n\"run.duration\" = { periods = 3 }\n" + axis + free);
    EXPECT_TRUE(holds(linked, "study.toml:2:18: error: link.\"run.duration\": expected a scene with a load"))
        << linked;
}

TEST(ObservationTable, a_carried_axis_is_one_of_numbers_that_keeps_the_structure)
{
    const std::string observe = "[observe]\nevery = 1.0\ncarry = \"up\"\n";
    const auto expect = [&](const std::string& text, const std::string& message) {
        const std::string said = said_of(observe + text);
        EXPECT_TRUE(holds(said, "study.toml:3:9: error: observe.carry = \"up\": " + message)) << said;
    };
    expect("[vary]\n\"scheme.type\" = [\"event_modal\", \"event_accurate\"]\n" + scene,
           "expected numbers on the first axis, scheme.type");
    expect("[sample]\n\"impact.restitution\" = { uniform = [0, 1], count = 2 }\n" + scene,
           "expected no [sample]");
    expect(vary +
               "[bisect]\nalong = \"model.harmonic.0.frequency_hz\"\nof = \"energy.final\"\nlevel = 1\n"
               "tolerance = 0.1\n" +
               scene,
           "expected no [bisect]");
    expect(
        R"([vary]
"model.springs" = [2, 3]
[scene.model]
type = "chain"
springs = 2
length = 1.0
area = 1e-4
density = 7800.0
young = 2e11
[scene.initial]
gap = 1e-3
velocity = -1.0
[scene.run]
duration = 2.0
)",
        "expected a first axis that leaves the structure as it is; model.springs makes 3 and 4 coordinates");
}

TEST(ObservationTable, a_linked_key_is_the_duration_and_is_not_varied)
{
    const auto expect = [](const std::string& text, const std::string& message) {
        const std::string said = said_of(text);
        EXPECT_TRUE(said.starts_with("study.toml:2:")) << said;
        EXPECT_TRUE(holds(said, message)) << said;
    };
    expect("[link]\n\"run.duration\" = { periods = 3 }\n[vary]\n\"run.duration\" = [1.0, 2.0]\n" + scene,
           "the study varies this key");
    expect("[link]\n\"run.gravity\" = { periods = 3 }\n" + vary + scene, "the only key that can be linked");
    expect("[link]\n\"run.duration\" = { periods = 0 }\n" + vary + scene, "expected { periods = N }");
    expect("[link]\n\"run.duration\" = 3\n" + vary + scene, "expected { periods = N }");
}

TEST(ObservationTable, a_linked_duration_is_that_of_each_case)
{
    for (const std::string key : {"\"run.duration\"", "run.duration"}) {
        const StudyFile file = parse_study("[link]\n" + key + " = { periods = 30 }\n" + vary +
                                               with(scene, "duration = 100.0\n", "sample_every = 2.0\n"),
                                           "study.toml");
        VariedScene scenes = *file.base;
        Diagnostics diagnostics("");
        for (const double frequency : {0.3, 0.5}) {
            const Scene made = scenes.at({frequency}, diagnostics);
            EXPECT_EQ(made.run.duration, 30.0 / frequency);
        }
        EXPECT_EQ(diagnostics.size(), 0u) << diagnostics.gist();
    }
}

TEST(ObservationTable, decides_which_study_it_is)
{
    const auto print = [](const std::string& head) {
        return parse_study(head + vary + scene, "study.toml").fingerprint;
    };
    const std::uint64_t plain = print("");
    const std::uint64_t observed = print("[observe]\nevery = 1.0\n");
    EXPECT_NE(plain, observed);
    EXPECT_NE(observed, print("[observe]\nevery = 2.0\n"));
    EXPECT_NE(plain, print("[link]\nrun.duration = { periods = 3 }\n"));
}

}  // namespace
}  // namespace rebond
