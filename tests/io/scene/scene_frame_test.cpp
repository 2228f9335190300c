// Scenes of a beam at a wall: defaults, and what is refused.
#include "io/scene/scene_texts.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

struct Tables {
    std::string_view model = "", initial = "", impact = "", scheme = "type = \"moreau_jean\"\nstep = 1e-7";
};

std::string frame_with(const Tables& tables)
{
    std::string text = "[model]\ntype = \"frame\"\n";
    for (const auto& [name, keys] :
         {std::pair{"", tables.model}, std::pair{"[initial]\n", tables.initial},
          std::pair{"[impact]\n", tables.impact}, std::pair{"[scheme]\n", tables.scheme}})
        text += name + std::string(keys) + "\n";
    return text + "[run]\nduration = 1e-4\n";
}

Scene frame_scene(const Tables& tables)
{
    return parse_scene(frame_with(tables), "s.toml");
}

void expect_diagnostic(const Tables& tables, std::string_view part)
{
    const std::string message = diagnostic(frame_with(tables));
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

void expect_trouble(const Tables& tables, std::string_view part)
{
    const std::string message = trouble_building(frame_with(tables));
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(SceneFrame, has_the_defaults_of_a_beam)
{
    const Scene scene = frame_scene({});
    EXPECT_EQ(scene.run.gravity, 0.0);
    EXPECT_EQ(scene.impact.restitution, 0.0);
    EXPECT_EQ(scene.impact.law, Law::newton);
    const auto& frame = std::get<FrameScene>(scene.subject);
    EXPECT_EQ(frame.initial.angle_deg, 90.0);
    EXPECT_EQ(frame.model.theory, BeamTheory::timoshenko);
    EXPECT_EQ(frame.model.mass_matrix, BeamMass::lumped);
    EXPECT_TRUE(std::holds_alternative<MoreauJean>(frame_scene({.scheme = "step = 1e-7"}).scheme));
}

TEST(SceneFrame, refuses_what_is_no_beam)
{
    expect_diagnostic({.initial = "angle_deg = 0"},
                      "initial.angle_deg = 0: expected a finite number in (0, 90]");
    expect_diagnostic({.initial = "angle_deg = 91"}, "initial.angle_deg = 91: expected");
    expect_diagnostic({.model = "diameter = 0.2"},
                      "model.diameter = 0.2: expected at most model.length = 0.1");
    expect_diagnostic({.model = "elements = 0"}, "model.elements = 0: expected");
    expect_diagnostic({.model = "poisson_ratio = 0.6"}, "model.poisson_ratio = 0.6: expected");
    expect_diagnostic({.model = "mass_damping = -1"}, "model.mass_damping = -1: expected");
    expect_diagnostic({.model = "theory = \"timoshenk\""}, "did you mean \"timoshenko\"?");
    expect_diagnostic({.model = "theory = \"axial\"", .initial = "angle_deg = 60"},
                      "initial.velocity = [0.0, -1.0] by default: expected a velocity along the axis");
}

TEST(SceneFrame, refuses_friction_that_is_none)
{
    expect_diagnostic({.impact = "friction = -0.1"}, "impact.friction = -0.1: expected a finite number ≥ 0");
    expect_trouble({.impact = "friction = 0.5", .scheme = "type = \"event_newmark\"\nstep = 1e-7"},
                   "scheme.type: expected event_accurate or moreau_jean or lagrange_newmark: event_newmark "
                   "does not support "
                   "friction");
    expect_trouble({.impact = "law = \"poisson\"", .scheme = "type = \"lagrange_newmark\"\nstep = 1e-7"},
                   "lagrange_newmark does not support Poisson's law");
}

TEST(SceneFrame, refuses_more_modes_than_the_mesh_has)
{
    expect_diagnostic({.model = "elements = 10\nmodes = 11"},
                      "model.modes = 11: expected at most model.elements = 10");
    expect_diagnostic({.model = "elements = 10\nmodes = 5\nbending_modes = 21"},
                      "model.bending_modes = 21: expected at most twice model.elements = 10");
    expect_diagnostic({.model = "bending_modes = 3"},
                      "model.bending_modes = 3: expected model.modes beside it");
    expect_diagnostic({.model = "elements = 5000\nmodes = 5"},
                      "model.modes = 5: expected none for more than 1999 elements");
    EXPECT_EQ(*std::get<FrameScene>(frame_scene({.model = "elements = 10\nmodes = 10"}).subject).model.modes,
              10);
}

TEST(SceneFrame, refuses_massless_ends_where_they_cannot_be)
{
    const std::string_view massless = "contact_mass = \"massless\"";
    expect_trouble({.model = massless, .scheme = "type = \"event_modal\""},
                   "scheme.type: expected moreau_jean: event_modal needs mass at every contact");
    expect_diagnostic({.model = "elements = 5\ncontact_mass = \"massless\""},
                      "model.elements = 5: expected at least 6");
    expect_diagnostic({.model = "mass_matrix = \"consistent\"\ncontact_mass = \"massless\""},
                      "model.contact_mass = \"massless\": expected \"nodal\"");
}

TEST(SceneFrame, refuses_what_a_massless_end_cannot_do)
{
    const std::string_view massless = "contact_mass = \"massless\"";
    expect_diagnostic(
        {.model = massless, .impact = "restitution = 0.5"},
        "impact.restitution = 0.5: expected 0 if the ends are massless (ends without mass cannot bounce)");
    expect_trouble({.model = massless, .scheme = "type = \"moreau_jean\"\nstep = 1e-7\ntheta = 0"},
                   "scheme.theta: expected more than 0");
}

TEST(SceneFrame, an_axial_beam_at_an_angle_must_stick)
{
    const std::string_view oblique = "angle_deg = 45\nvelocity = [-1, -1]";
    const std::string_view axial = "theory = \"axial\"";
    expect_diagnostic({.model = axial, .initial = oblique, .impact = "friction = 0.9"},
                      "impact.friction = 0.9: expected at least the cotangent of the angle");
    EXPECT_EQ(frame_scene({.model = axial, .initial = oblique, .impact = "friction = 1"}).impact.friction,
              1.0);
}

TEST(SceneFrame, only_a_frame_has_the_printed_scheme)
{
    const std::string message = trouble_building(
        "[model]\ntype = \"chain\"\n[scheme]\ntype = \"lagrange_newmark\"\nstep = 1e-7\n[run]\nduration = "
        "1e-4\n");
    EXPECT_NE(message.find("lagrange_newmark needs contacts that can slide"), std::string::npos) << message;
}

}  // namespace
}  // namespace rebond::test
