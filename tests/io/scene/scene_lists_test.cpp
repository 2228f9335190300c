// Arrays, matrices and lists of tables in scenes: read, refused and written back.
#include "io/scene/scene_texts.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

namespace rebond::test {
namespace {

// The least linear scene; `model` stands in [model], from line 5, and `rest` after all.
std::string linear_with(std::string_view model, std::string_view rest = "")
{
    return "[model]\ntype = \"linear\"\nmass = [[1, 0], [0, 2.5]]\nstiffness = [[2, -1], [-1, 1]]\n" +
           std::string(model) + "\n[run]\nduration = 1\n" + std::string(rest);
}

const LinearScene& linear_of(const Scene& scene)
{
    return std::get<LinearScene>(scene.subject);
}

Matrix dense(const MatrixSpec& spec)
{
    Matrix A = Matrix::Zero(spec.rows, spec.columns);
    for (const auto& [i, j, value] : spec.entries) A(i, j) = value;
    return A;
}

constexpr std::string_view everything = R"(
title = "lists"
[model]
type = "linear"
mass = [[1, 0], [0, 2.5]]
damping = [[0.5, 0.25], [0.25, 1e-3]]
stiffness = [[2, -1], [-1, 1]]
force = [0.1, -7]
[[model.harmonic]]
amplitude = [1, 0]
frequency_hz = 3
phase_deg = 45
[[model.harmonic]]
amplitude = [0, 1e-300]
frequency_hz = 0
[initial]
position = [0.125, -0.0]
velocity = [10, 10]
[[contact]]
normal = [0, -1]
offset = 1
[[contact]]
normal = [1, 1]
offset = 0.1
restitution = 0.75
[impact]
restitution = 0.5
[scheme]
type = "moreau_jean_conserving"
step = 0.002
theta = 0.7
activation = "predicted"
corrected = [0]
[run]
duration = 1
)";

void expect_everything(const Scene& scene)
{
    const auto& [model, initial, contacts] = linear_of(scene);
    EXPECT_EQ(dense(model.mass), (Matrix(2, 2) << 1.0, 0.0, 0.0, 2.5).finished());
    EXPECT_EQ(dense(*model.damping), (Matrix(2, 2) << 0.5, 0.25, 0.25, 1e-3).finished());
    EXPECT_EQ(dense(model.stiffness), (Matrix(2, 2) << 2.0, -1.0, -1.0, 1.0).finished());
    EXPECT_EQ(model.force, (std::vector{0.1, -7.0}));
    ASSERT_EQ(model.harmonic.size(), 2u);
    EXPECT_EQ(model.harmonic[0].amplitude, (std::vector{1.0, 0.0}));
    EXPECT_EQ(model.harmonic[0].frequency_hz, 3.0);
    EXPECT_EQ(model.harmonic[0].phase_deg, 45.0);
    EXPECT_EQ(model.harmonic[1].amplitude, (std::vector{0.0, 1e-300}));
    EXPECT_EQ(model.harmonic[1].phase_deg, 0.0);
    EXPECT_EQ(initial.position.value().numbers, (std::vector{0.125, -0.0}));
    EXPECT_EQ(initial.velocity, (std::vector{10.0, 10.0}));
    ASSERT_EQ(contacts.size(), 2u);
    EXPECT_EQ(contacts[0].normal.numbers, (std::vector{0.0, -1.0}));
    EXPECT_EQ(contacts[0].offset, 1.0);
    EXPECT_FALSE(contacts[0].restitution);
    EXPECT_EQ(contacts[1].normal.numbers, (std::vector{1.0, 1.0}));
    EXPECT_EQ(contacts[1].restitution, 0.75);
    const auto& scheme = std::get<MoreauJeanConserving>(scene.scheme);
    EXPECT_EQ(scheme.step, 0.002);
    EXPECT_EQ(scheme.theta, 0.7);
    EXPECT_EQ(scheme.activation, MoreauJean::Activation::predicted);
    EXPECT_EQ(scheme.corrected, (std::vector<Index>{0}));
    EXPECT_EQ(scene.run.gravity, 0.0);  // the default of linear systems
}

TEST(SceneLists, every_list_reaches_its_field)
{
    expect_everything(parse_scene(everything, "s.toml"));
}

TEST(SceneLists, written_lists_read_back)
{
    const std::string written = write_scene(parse_scene(everything, "s.toml"));
    const Scene again = parse_scene(written, "written");
    expect_everything(again);
    EXPECT_EQ(write_scene(again), written);
}

// Directions by some of their coordinates, a table inside the element of a list, and a word for numbers.
constexpr std::string_view rough = R"(
[model]
type = "linear"
mass = [[1, 0], [0, 2.5]]
stiffness = [[2, -1], [-1, 1]]
[[model.node]]
position = [0, 0]
dofs = [-1, -1]
[[model.node]]
position = [1, 0]
dofs = [0, 1]
[model.line]
nodes = [1, 0]
[initial]
position = "static"
[[contact]]
normal = { 1 = -1.0 }
offset = 1
tangent = { 1 = 0.5, 0 = 2 }
law = "stronge"
friction = 0.25
slide_velocity = -2
name = "a belt"
motion = { amplitude = 0.02, frequency_hz = 4 }
[[contact]]
normal = {}
[impact]
bounded = false
[run]
duration = 1
)";

void expect_rough(const Scene& scene)
{
    const auto& [model, initial, contacts] = linear_of(scene);
    ASSERT_EQ(model.node.size(), 2u);
    EXPECT_EQ(model.node[1].position, (std::array{1.0, 0.0}));
    EXPECT_EQ(model.node[0].dofs, (std::vector<Index>{-1, -1}));
    EXPECT_EQ(model.line.value().nodes, (std::vector<Index>{1, 0}));
    EXPECT_TRUE(initial.position.value().is_static);
    ASSERT_EQ(contacts.size(), 2u);
    ASSERT_TRUE(contacts[0].normal.is_sparse);
    ASSERT_EQ(contacts[0].normal.terms.size(), 1u);
    EXPECT_EQ(contacts[0].normal.terms[0].coordinate, 1);
    EXPECT_EQ(contacts[0].normal.terms[0].weight, -1.0);
    const Row& tangent = contacts[0].tangent.value().terms;
    ASSERT_EQ(tangent.size(), 2u);
    EXPECT_EQ(tangent[0].coordinate, 0);  // in their order
    EXPECT_EQ(tangent[0].weight, 2.0);
    EXPECT_EQ(contacts[0].law, Law::stronge);
    EXPECT_EQ(contacts[0].friction, 0.25);
    EXPECT_EQ(contacts[0].slide_velocity, -2.0);
    EXPECT_EQ(contacts[0].name, "a belt");
    EXPECT_EQ(contacts[0].motion.value().amplitude, 0.02);
    EXPECT_EQ(contacts[0].motion.value().frequency_hz, 4.0);
    EXPECT_EQ(contacts[0].motion.value().phase_deg, 0.0);
    EXPECT_TRUE(contacts[1].normal.is_sparse);
    EXPECT_TRUE(contacts[1].normal.terms.empty());
    EXPECT_FALSE(contacts[1].motion);
    EXPECT_FALSE(scene.impact.bounded);
}

TEST(SceneLists, rough_contacts_are_read_and_written_back)
{
    const Scene scene = parse_scene(rough, "s.toml");
    expect_rough(scene);
    const std::string written = write_scene(scene);
    EXPECT_NE(written.find("normal = { 1 = -1.0 }\n"), std::string::npos) << written;
    EXPECT_NE(written.find("tangent = { 0 = 2.0, 1 = 0.5 }\n"), std::string::npos) << written;
    EXPECT_NE(written.find("motion = { amplitude = 0.02, frequency_hz = 4.0, phase_deg = 0.0 }\n"),
              std::string::npos)
        << written;
    EXPECT_NE(written.find("position = \"static\"\n"), std::string::npos) << written;
    const Scene again = parse_scene(written, "written");
    expect_rough(again);
    EXPECT_EQ(write_scene(again), written);
}

TEST(SceneLists, a_table_of_an_element_may_have_a_heading)
{
    const Scene scene = parse_scene(
        linear_with("", "[[contact]]\nnormal = [0, -1]\n[contact.motion]\namplitude = 1\nfrequency_hz = 3\n"),
        "s.toml");
    EXPECT_EQ(linear_of(scene).contact[0].motion.value().frequency_hz, 3.0);
}

TEST(SceneLists, wrong_directions_are_named_where_they_go_wrong)
{
    const auto normal = [](std::string_view value) {
        return diagnostic(linear_with("", "[[contact]]\nnormal = " + std::string(value) + "\n"));
    };
    EXPECT_EQ(normal("{ 0 = 1.0, 1 = nan }"),
              "s.toml:9:25: error: contact.normal.1 = nan in contact 1: expected a finite number");
    EXPECT_EQ(normal("{ 1 = \"2\" }"),
              "s.toml:9:16: error: contact.normal.1 = \"2\" in contact 1: expected a finite number");
    for (const char* key : {"x", "-1", "01", "1e0", "99999999999999999999"})
        EXPECT_EQ(
            normal("{ " + std::string(key) + " = 1.0 }"),
            "s.toml:9:12: error: contact.normal." + std::string(key) +
                " = 1.0 in contact 1: expected the number of a coordinate, counted from 0, in the place "
                "of '" +
                key + "'");
    EXPECT_EQ(
        normal("1"),
        "s.toml:9:10: error: contact.normal = 1 in contact 1: expected an array of finite numbers, or { "
        "COORDINATE = number, … }, not an integer");
    EXPECT_EQ(diagnostic(linear_with("", "[initial]\nposition = \"rest\"\n")),
              "s.toml:9:12: error: initial.position = \"rest\": expected an array of finite numbers [m], or "
              "\"static\"");
}

TEST(SceneLists, wrong_motions_are_named)
{
    const auto motion = [](std::string_view value) {
        return diagnostic(
            linear_with("", "[[contact]]\nnormal = [0, 1]\nmotion = " + std::string(value) + "\n"));
    };
    EXPECT_EQ(motion("{ amplitude = 1, frequency_hz = -1 }"),
              "s.toml:10:42: error: contact.motion.frequency_hz = -1 in contact 1: expected a finite number "
              "in [0, 1000000000000] "
              "[Hz]");
    EXPECT_EQ(
        motion("{ amplitude = 1, frequency_hz = 1, phase = 1 }"),
        "s.toml:10:45: error: contact.motion.phase = 1 in contact 1: unknown key; expected one of amplitude, "
        "frequency_hz, phase_deg");
    EXPECT_EQ(
        motion("3"),
        "s.toml:10:10: error: contact.motion = 3 in contact 1: expected a table [contact.motion], not an "
        "integer");
    const std::string missing = motion("{ amplitude = 1 }");
    EXPECT_TRUE(
        missing.starts_with("s.toml:10:10: error: contact.motion.frequency_hz is missing in contact 1: "))
        << missing;
}

TEST(SceneLists, overrides_reach_coordinates_of_directions)
{
    const Scene scene = parse_scene(rough, "s.toml",
                                    {"contact.0.normal.0=0.5", "contact.0.motion.amplitude=0.5",
                                     "initial.position=[1, 2]", "contact.1.normal=[0, 1]"});
    EXPECT_EQ(linear_of(scene).contact[0].normal.terms.size(), 2u);
    EXPECT_EQ(linear_of(scene).contact[0].motion->amplitude, 0.5);
    EXPECT_EQ(linear_of(scene).initial.position->numbers, (std::vector{1.0, 2.0}));
    EXPECT_EQ(linear_of(scene).contact[1].normal.numbers, (std::vector{0.0, 1.0}));
    EXPECT_TRUE(parse_scene(everything, "s.toml", {"initial.position=static"}).impact.bounded);
    EXPECT_EQ(
        diagnostic(rough, {"contact.0.normal.first=0.5"}),
        "--set contact.0.normal.first=0.5: error: contact.normal.first = 0.5 in contact 1: expected the "
        "number of a coordinate, counted from 0, in the place of 'first'");
}

TEST(SceneLists, what_is_left_out_is_absent)
{
    const Scene scene = parse_scene(linear_with(""), "s.toml");
    EXPECT_FALSE(linear_of(scene).model.damping);
    EXPECT_FALSE(linear_of(scene).model.force);
    EXPECT_TRUE(linear_of(scene).model.harmonic.empty());
    EXPECT_FALSE(linear_of(scene).initial.position);
    EXPECT_TRUE(linear_of(scene).contact.empty());
    const std::string written = write_scene(scene);
    EXPECT_EQ(written.find("[[contact]]"), std::string::npos);
    EXPECT_EQ(write_scene(parse_scene(written, "written")), written);
}

TEST(SceneLists, inline_tables_are_tables_too)
{
    const Scene scene = parse_scene(
        "contact = [{ normal = [0, -1], offset = 1 }, { normal = [1, 0] }]\n" + linear_with("harmonic = []"),
        "s.toml");
    ASSERT_EQ(linear_of(scene).contact.size(), 2u);
    EXPECT_EQ(linear_of(scene).contact[1].offset, 0.0);
}

TEST(SceneLists, a_field_of_a_chain_has_a_number_for_each_mass)
{
    const auto chain = [](std::string_view field) {
        return "[model]\ntype = \"chain\"\nsprings = 2\nfield = " + std::string(field) +
               "\n[run]\nduration = 1\n";
    };
    const Scene scene = parse_scene(chain("[1, 2.5, -3]"), "s.toml");
    EXPECT_EQ(std::get<ChainScene>(scene.subject).model.field, (std::vector{1.0, 2.5, -3.0}));
    EXPECT_EQ(scene.run.gravity, 9.81);
    const std::string written = write_scene(scene);
    EXPECT_EQ(write_scene(parse_scene(written, "written")), written);
    const std::string short_field = diagnostic(chain("[1, 2]"));
    EXPECT_TRUE(short_field.starts_with(
        "s.toml:4:9: error: model.field = [1.0, 2.0]: expected one number for each mass"))
        << short_field;
}

TEST(SceneLists, matrices_come_from_files_beside_the_scene)
{
    const ScratchDirectory directory;
    std::filesystem::create_directory(directory / "matrices");
    std::ofstream(directory / "matrices/K.mtx")
        << "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 2\n2 1 -1\n2 2 1\n";
    std::ofstream(directory / "s.toml") << "[model]\ntype = \"linear\"\nmass = [[1, 0], [0, 1]]\nstiffness = "
                                           "{ file = \"matrices/K.mtx\" }\n[run]\nduration = 1\n";
    const Scene scene = read_scene(directory / "s.toml");
    EXPECT_EQ(linear_of(scene).model.stiffness.file, "matrices/K.mtx");
    EXPECT_EQ(dense(linear_of(scene).model.stiffness), (Matrix(2, 2) << 2.0, -1.0, -1.0, 1.0).finished());
    // Written out, so that a result needs no files beside it.
    const std::string written = write_scene(scene);
    EXPECT_NE(written.find("stiffness = [[2.0, -1.0], [-1.0, 1.0]]"), std::string::npos) << written;
    const Scene again = parse_scene(written, "written");
    EXPECT_EQ(dense(linear_of(again).model.stiffness), dense(linear_of(scene).model.stiffness));
}

TEST(SceneLists, files_that_are_no_matrices_are_named)
{
    const ScratchDirectory directory;
    std::ofstream(directory / "bad.mtx") << "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 5\n";
    const auto message = [&](const std::string& file) -> std::string {
        std::ofstream(directory / "s.toml") << "[model]\ntype = \"linear\"\nmass = { file = \"" << file
                                            << "\" }\nstiffness = [[1]]\n[run]\nduration = 1\n";
        try {
            read_scene(directory / "s.toml");
        } catch (const InputError& error) {
            return error.what();
        } catch (const FileError& error) {
            return std::string("FileError ") + error.what();
        }
        return "accepted";
    };
    const std::string bad = message("bad.mtx");
    EXPECT_NE(bad.find("s.toml:3:8: error: model.mass: "), std::string::npos) << bad;
    EXPECT_NE(bad.find("bad.mtx:3: error: "), std::string::npos) << bad;
    const std::string missing = message("none.mtx");
    EXPECT_NE(missing.find("none.mtx"), std::string::npos) << missing;
    EXPECT_NE(missing, "accepted");
}

TEST(SceneLists, text_that_is_no_file_names_no_files)
{
    EXPECT_EQ(diagnostic("[model]\ntype = \"linear\"\nmass = { file = \"M.mtx\" }\nstiffness = "
                         "[[1]]\n[run]\nduration = 1\n"),
              "s.toml:3:8: error: model.mass = {…}: a scene that is no file cannot name files; write the "
              "matrix out");
}

TEST(SceneLists, wrong_matrices_are_named_where_they_go_wrong)
{
    const auto mass = [](std::string_view value) {
        return diagnostic("[model]\ntype = \"linear\"\nmass = " + std::string(value) +
                          "\nstiffness = [[1]]\n[run]\nduration = 1\n");
    };
    EXPECT_EQ(mass("3"),
              "s.toml:3:8: error: model.mass = 3: expected an array of rows or { file = \"….mtx\" }, not an "
              "integer");
    EXPECT_EQ(mass("[1, 2]"),
              "s.toml:3:9: error: model.mass = 1: expected an array of finite numbers for each row");
    EXPECT_EQ(mass("[[1, 2], [3]]"),
              "s.toml:3:17: error: model.mass = [3]: expected 2 numbers, as in the first row");
    EXPECT_EQ(mass("[[1, nan]]"),
              "s.toml:3:13: error: model.mass = [1, nan]: expected an array of finite numbers for each row, "
              "but row 1, column 2 is nan");
    EXPECT_EQ(mass("[[1, 0],\n[0, \"2\"]]"),
              "s.toml:4:5: error: model.mass = [0, \"2\"]: expected an array of finite numbers for each row, "
              "but row 2, column 2 is \"2\"");
    EXPECT_EQ(mass("{ path = \"M.mtx\" }"),
              "s.toml:3:8: error: model.mass = {…}: expected { file = \"….mtx\" }, a Matrix Market file");
    EXPECT_EQ(mass("{ file = \"\" }"),
              "s.toml:3:8: error: model.mass = {…}: expected { file = \"….mtx\" }, a Matrix Market file");
    EXPECT_EQ(mass("{ file = \"M.mtx\", format = 1 }"),
              "s.toml:3:8: error: model.mass = {…}: expected { file = \"….mtx\" }, a Matrix Market file");
}

TEST(SceneLists, wrong_arrays_are_named)
{
    EXPECT_EQ(diagnostic(linear_with("force = 1")),
              "s.toml:5:9: error: model.force = 1: expected an array of finite numbers [N], not an integer");
    EXPECT_EQ(diagnostic(linear_with("force = [1, inf]")),
              "s.toml:5:13: error: model.force = [1, inf]: expected an array of finite numbers [N], but "
              "number 2 is inf");
    EXPECT_EQ(diagnostic(linear_with("", "[initial]\nvelocity = [1, [2]]\n")),
              "s.toml:9:16: error: initial.velocity = [1, […]]: expected an array of finite numbers [m/s], "
              "but number 2 is [2]");
    const auto corrected = [](std::string_view value) {
        return diagnostic(linear_with(
            "", "[scheme]\ntype = \"moreau_jean_conserving\"\nstep = 1\ncorrected = " + std::string(value) +
                    "\n"));
    };
    EXPECT_EQ(corrected("[0.5]"),
              "s.toml:11:13: error: scheme.corrected = [0.5]: expected an array of integers ≥ 0");
    EXPECT_EQ(corrected("[-1]"),
              "s.toml:11:13: error: scheme.corrected = [-1]: expected an array of integers ≥ 0");
    EXPECT_EQ(corrected("0"),
              "s.toml:11:13: error: scheme.corrected = 0: expected an array of integers ≥ 0, not an integer");
}

TEST(SceneLists, wrong_tables_are_named)
{
    EXPECT_EQ(diagnostic(linear_with("", "[contact]\nnormal = [0, 1]\n")),
              "s.toml:8:1: error: contact = {…}: expected tables [[contact]], not a table");
    EXPECT_EQ(diagnostic(linear_with("", "[[contact]]\nnormal = [0, 1]\noffst = 1\n")),
              "s.toml:10:1: error: contact.offst = 1 in contact 1: unknown key; did you mean 'offset'?");
    EXPECT_EQ(
        diagnostic(linear_with("", "[[contact]]\nnormal = [0, 1]\nrestitution = 2\n")),
        "s.toml:10:15: error: contact.restitution = 2 in contact 1: expected a finite number in [0, 1]");
    EXPECT_EQ(diagnostic(linear_with("", "[[contact]]\nnormal = [0, 1]\n[[contact]]\nnormal = [0, nan]\n")),
              "s.toml:11:14: error: contact.normal = [0, nan] in contact 2: expected an array of finite "
              "numbers, but number 2 is nan");
    const std::string missing = diagnostic(linear_with("", "[[contact]]\noffset = 1\n"));
    EXPECT_TRUE(missing.starts_with("s.toml:8:1: error: contact.normal is missing in contact 1: "))
        << missing;
    const std::string harmonic = diagnostic(linear_with("[[model.harmonic]]\namplitude = [1, 0]\n"));
    EXPECT_TRUE(
        harmonic.starts_with("s.toml:5:1: error: model.harmonic.frequency_hz is missing in harmonic 1: "))
        << harmonic;
    EXPECT_EQ(diagnostic("contact = [1]\n" + linear_with("")),
              "s.toml:1:11: error: contact = [1]: expected tables [[contact]], not an array");
}

TEST(SceneLists, missing_matrices_are_missed)
{
    const std::string missing = diagnostic("[model]\ntype = \"linear\"\n[run]\nduration = 1\n");
    EXPECT_NE(missing.find("model.mass is missing"), std::string::npos) << missing;
    EXPECT_NE(missing.find("model.stiffness is missing"), std::string::npos) << missing;
}

TEST(SceneLists, a_missing_matrix_is_not_called_a_number)
{
    const std::string missing = diagnostic("[model]\ntype = \"linear\"\n[[contact]]\n[run]\nduration = 1\n");
    EXPECT_EQ(missing.find("a number"), std::string::npos) << missing;
}

TEST(SceneLists, a_scheme_that_does_not_suit_the_model_is_refused)
{
    EXPECT_EQ(trouble_building(scene_with("[scheme]\ntype = \"moreau_jean_conserving\"\nstep = 1e-7\n")),
              "scheme.type: expected event_newmark or event_accurate or paoli_schatzman or "
              "paoli_schatzman_implicit or moreau_jean: moreau_jean_conserving needs a linear model, of "
              "constant mass, damping and stiffness");
}

TEST(SceneLists, gravity_of_a_linear_system_is_zero)
{
    const std::string message = diagnostic(linear_with("", "gravity = 9.81\n"));
    EXPECT_TRUE(message.starts_with("s.toml:8:11: error: run.gravity = 9.81: expected 0")) << message;
}

TEST(SceneLists, overrides_reach_lists_as_wholes)
{
    const Scene scene =
        parse_scene(everything, "s.toml", {"initial.velocity=[1, 2]", "model.mass=[[3,0],[0,4]]"});
    EXPECT_EQ(linear_of(scene).initial.velocity, (std::vector{1.0, 2.0}));
    EXPECT_EQ(dense(linear_of(scene).model.mass), (Matrix(2, 2) << 3.0, 0.0, 0.0, 4.0).finished());
}

TEST(SceneLists, overrides_reach_elements_by_their_index)
{
    const Scene scene =
        parse_scene(everything, "s.toml",
                    {"contact.1.restitution=0.5", "contact.0.restitution=0.25",
                     "model.harmonic.0.amplitude=[3, 4]", "model.mass.1.1=7", "initial.velocity.0=-1"});
    EXPECT_EQ(linear_of(scene).contact[0].restitution, 0.25);
    EXPECT_EQ(linear_of(scene).contact[1].restitution, 0.5);
    EXPECT_EQ(linear_of(scene).contact[1].offset, 0.1);
    EXPECT_EQ(linear_of(scene).model.harmonic[0].amplitude, (std::vector{3.0, 4.0}));
    EXPECT_EQ(dense(linear_of(scene).model.mass), (Matrix(2, 2) << 1.0, 0.0, 0.0, 7.0).finished());
    EXPECT_EQ(linear_of(scene).initial.velocity, (std::vector{-1.0, 10.0}));
    EXPECT_EQ(diagnostic(everything, {"contact.1.restitution=2"}),
              "--set contact.1.restitution=2: error: contact.restitution = 2 in contact 2: expected a finite "
              "number in [0, 1]");
}

TEST(SceneLists, overrides_of_elements_that_are_not_there_say_so)
{
    EXPECT_EQ(
        diagnostic(everything, {"contact.2.restitution=0"}),
        "--set contact.2.restitution=0: error: contact has 2 elements, counted from 0: there is no '2'");
    EXPECT_EQ(diagnostic(everything, {"contact.first.restitution=0"}),
              "--set contact.first.restitution=0: error: contact has 2 elements, counted from 0: there is no "
              "'first'");
    EXPECT_EQ(diagnostic(linear_with(""), {"contact.0.restitution=0"}),
              "--set contact.0.restitution=0: error: there is no list contact in the scene to take element 0 "
              "of");
    EXPECT_EQ(diagnostic(linear_with(""), {"model.harmonic.0.phase_deg=0"}),
              "--set model.harmonic.0.phase_deg=0: error: there is no list model.harmonic in the scene to "
              "take element 0 of");
}

}  // namespace
}  // namespace rebond::test
