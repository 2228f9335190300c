#include "rebond/io/scene/scene_reference.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace rebond {
namespace {

// `text` with the comment marks of the lines from `first` to the next empty line removed.
std::string uncommented(std::string text, std::string_view first)
{
    std::size_t line = text.find(first);
    while (line < text.size() && text[line] == '#') {
        text.erase(line, 2);
        line = text.find('\n', line) + 1;
    }
    return text;
}

TEST(SceneReference, commented_scene_is_the_default_scene)
{
    for (const std::string_view model : type_names<Subject>()) {
        const Scene scene = parse_scene(commented_scene(model), "new");
        EXPECT_EQ(type_name(scene.subject), model);
        // These have keys without a default, which the commented scene fills in.
        if (model == "linear" || model == "balls") continue;
        EXPECT_FALSE(scene.title.empty());
        const std::string least = "title = \"" + scene.title + "\"\nmodel.type = \"" + std::string(model) +
                                  "\"\nrun.duration = " + std::to_string(scene.run.duration);
        EXPECT_EQ(write_scene(scene), write_scene(parse_scene(least, "least")));
    }
}

TEST(SceneReference, optional_table_of_the_commented_scene_is_valid_once_uncommented)
{
    const Scene scene = parse_scene(uncommented(commented_scene("bar"), "# [initial.excitation]"), "new");
    EXPECT_TRUE(std::get<BarScene>(scene.subject).initial.excitation);
    const auto linear = [](std::string_view table) {
        return std::get<LinearScene>(
            parse_scene(uncommented(commented_scene("linear"), table), "new").subject);
    };
    EXPECT_TRUE(linear("# [contact.motion]").contact[0].motion);
    EXPECT_EQ(linear("# [[model.node]]").model.node.size(), 1u);
    const auto balls = [](std::string_view table) {
        return std::get<BallsScene>(parse_scene(uncommented(commented_scene("balls"), table), "new").subject);
    };
    EXPECT_EQ(balls("# [[model.plane]]").model.plane.size(), 1u);
    EXPECT_EQ(balls("# [[model.circle]]").model.circle.size(), 1u);
}

TEST(SceneReference, commented_scene_names_every_scheme_that_suits_the_model)
{
    const auto names = [](std::string_view model, std::string_view scheme) {
        return commented_scene(model).find("type = \"" + std::string(scheme) + '"') != std::string::npos;
    };
    for (const std::string_view model : type_names<Subject>()) {
        const auto serving = schemes_that_serve(build_problem(parse_scene(commented_scene(model), "new")));
        for (const std::string_view scheme : type_names<Scheme>()) {
            const bool suits = std::find(serving.begin(), serving.end(), scheme) != serving.end();
            EXPECT_EQ(names(model, scheme), suits) << model << " by " << scheme;
        }
    }
    EXPECT_TRUE(names("frame", "lagrange_newmark"));
    EXPECT_TRUE(names("linear", "event_modal"));
    EXPECT_TRUE(names("chain", "moreau_jean_conserving"));
    EXPECT_FALSE(names("chain", "lagrange_newmark"));
    EXPECT_FALSE(names("bar", "event_modal"));
    EXPECT_FALSE(names("bar", "moreau_jean_conserving"));
    EXPECT_TRUE(names("balls", "moreau_jean"));
    EXPECT_TRUE(names("rod", "moreau_jean"));
    EXPECT_FALSE(names("rod", "event_modal"));
    EXPECT_FALSE(names("ball_on_beam", "event_newmark"));
}

// The first scene's balls move by about their radius in a second, the bar's waves need 1e-7 s.
TEST(SceneReference, commented_scene_proposes_steps_that_suit_the_model)
{
    const auto steps = [](std::string_view model) {
        std::vector<std::string> found;
        std::istringstream lines(commented_scene(model));
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with("# step = ") && line.find("time step") != std::string::npos)
                found.push_back(line.substr(9, line.find(' ', 9) - 9));
        return found;
    };
    EXPECT_GE(steps("balls").size(), 3u);
    for (const std::string& step : steps("balls")) EXPECT_EQ(step, "0.001");
    const std::vector<std::string> of_bar = steps("bar");
    EXPECT_NE(std::find(of_bar.begin(), of_bar.end(), "1e-7"), of_bar.end());
}

// So that a larger one made of it gets the scheme that suits it.
TEST(SceneReference, commented_linear_scene_leaves_its_scheme_open)
{
    const std::string text = commented_scene("linear");
    EXPECT_NE(text.find("\n# type = \"event_accurate\""), std::string::npos);
    EXPECT_EQ(text.find("\ntype = \"event_accurate\""), std::string::npos);
    EXPECT_NE(commented_scene("bar").find("\ntype = \"event_accurate\""), std::string::npos);
}

TEST(SceneReference, unknown_model_names_the_nearest_one)
{
    try {
        commented_scene("bra");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.what(), fmt::format("error: no model 'bra': expected {}; did you mean 'bar'?",
                                            fmt::join(type_names<Subject>(), " or ")));
    }
}

TEST(SceneReference, schema_holds_ranges_defaults_and_units)
{
    const nlohmann::json schema = scene_schema();
    EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    EXPECT_EQ(schema["additionalProperties"], false);
    EXPECT_EQ(schema["required"], (nlohmann::json{"model", "run"}));

    const nlohmann::json& bar = schema["oneOf"][0]["properties"];
    EXPECT_EQ(bar["model"]["properties"]["type"]["const"], "bar");
    EXPECT_EQ(bar["model"]["required"], nlohmann::json{"type"});
    EXPECT_EQ(bar["model"]["additionalProperties"], false);
    const nlohmann::json segments = {{"type", "integer"},
                                     {"minimum", 2},
                                     {"maximum", 10'000'000},
                                     {"default", 9},
                                     {"description", "number of rigid segments n"}};
    EXPECT_EQ(bar["model"]["properties"]["segments"], segments);
    EXPECT_EQ(bar["model"]["properties"]["springs"]["enum"], (nlohmann::json{"spiral", "paired"}));
    EXPECT_EQ(bar["initial"]["properties"]["angle_deg"]["exclusiveMaximum"], 180.0);
    EXPECT_EQ(bar["initial"]["properties"]["velocity"]["default"], (nlohmann::json{0.0, -1.0}));
    EXPECT_EQ(schema["properties"]["run"]["required"], nlohmann::json{"duration"});
    EXPECT_EQ(schema["properties"]["run"]["properties"]["gravity"]["description"],
              "gravity, downwards [m/s²]");
}

TEST(SceneReference, schema_holds_both_forms_of_directions_and_starts)
{
    const nlohmann::json schema = scene_schema();
    const nlohmann::json& linear = schema["oneOf"][2]["properties"];
    ASSERT_EQ(linear["model"]["properties"]["type"]["const"], "linear");
    const nlohmann::json& contact = linear["contact"]["items"]["properties"];
    const nlohmann::json numbers = {{"type", "array"}, {"items", {{"type", "number"}}}};
    for (const char* key : {"normal", "tangent"}) {
        ASSERT_EQ(contact[key]["oneOf"].size(), 2u);
        EXPECT_EQ(contact[key]["oneOf"][0], numbers);
        EXPECT_EQ(contact[key]["oneOf"][1]["patternProperties"].size(), 1u);
    }
    EXPECT_EQ(contact["motion"]["required"], (nlohmann::json{"amplitude", "frequency_hz"}));
    const nlohmann::json& position = linear["initial"]["properties"]["position"]["oneOf"];
    ASSERT_EQ(position.size(), 2u);
    EXPECT_EQ(position[0], numbers);
    EXPECT_EQ(position[1]["const"], "static");
}

TEST(SceneReference, schema_has_one_alternative_per_scheme)
{
    const nlohmann::json schema = scene_schema();
    const nlohmann::json& schemes = schema["properties"]["scheme"]["oneOf"];
    const std::vector<std::string_view> names = type_names<Scheme>();
    ASSERT_EQ(schemes.size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        EXPECT_EQ(schemes[i]["properties"]["type"]["const"], names[i]);
    EXPECT_EQ(schemes[0]["required"], (nlohmann::json{"step", "type"}));
    EXPECT_FALSE(schemes[1].contains("required"));  // event_accurate, the default
}

// With REBOND_UPDATE in the environment the page is written instead.
TEST(SceneReference, manual_page_is_up_to_date)
{
    const std::string path = REBOND_SOURCE_DIR "/docs/guide/scene-reference.md";
    if (std::getenv("REBOND_UPDATE") != nullptr) std::ofstream(path) << scene_reference_markdown();
    std::ifstream file(path);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(page, scene_reference_markdown())
        << "docs/guide/scene-reference.md is out of date; run this test with REBOND_UPDATE=1";
}

}  // namespace
}  // namespace rebond
