// A model that CONTRIBUTING.md's list of files is enough for: read, refused, built, run, written.
#include "io/scene/scene_texts.hpp"
#include "rebond/io/scene/scene_reference.hpp"
#include "rebond/scene/advice/resources.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/scene/pendulum/pendulum_scene.hpp"
#include "rebond/scene/run_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond::test {
namespace {

std::string pendulum_with(std::string_view lines)
{
    return "[model]\ntype = \"pendulum\"\nlength = 2\n" + std::string(lines) + "\n[run]\nduration = 3\n";
}

RunResult performed(const Scene& scene)
{
    return run_scene(scene, prepare_problem(scene));
}

TEST(Pendulum, is_read_from_its_scene)
{
    const Scene scene = parse_scene(pendulum_with("mass = 3\n[initial]\nspeed = -1"), "s.toml");
    const auto& [model, initial] = std::get<PendulumScene>(scene.subject);
    EXPECT_EQ(model.length, 2.0);
    EXPECT_EQ(model.mass, 3.0);
    EXPECT_EQ(initial.angle_deg, 30.0);
    EXPECT_EQ(initial.speed, -1.0);
    EXPECT_EQ(scene.impact.restitution, 0.8);  // its default
    EXPECT_EQ(subject_traits(scene).called, "swing");
    EXPECT_EQ(words_of_model(type_name(scene.subject)).whose_gap, "distance between bob and wall");
}

TEST(Pendulum, refuses_what_it_does_not_know)
{
    EXPECT_EQ(diagnostic(pendulum_with("lenght = 1")),
              "s.toml:4:1: error: model.lenght = 1: unknown key; did you mean 'length'?");
    EXPECT_EQ(diagnostic(pendulum_with("mass = 0")),
              "s.toml:4:8: error: model.mass = 0: expected a finite number > 0 [kg]");
    EXPECT_EQ(diagnostic("model.type = \"pendulum\"\nrun = { duration = 1, gravity = 0 }\n"),
              "s.toml:2:33: error: run.gravity = 0.0: expected more than 0 (weight moves a pendulum)");
}

TEST(Pendulum, is_written_as_it_is_read)
{
    const std::string written = write_scene(parse_scene(pendulum_with("mass = 3"), "s.toml"));
    EXPECT_NE(written.find("type = \"pendulum\"\nlength = 2"), std::string::npos) << written;
    EXPECT_EQ(write_scene(parse_scene(written, "written")), written);
}

TEST(Pendulum, is_in_the_manual_and_has_a_first_scene)
{
    EXPECT_NE(model_list().find("  pendulum      bob on a rod"), std::string::npos);
    EXPECT_NE(scene_reference_markdown().find("## Model `pendulum`"), std::string::npos);
    const Scene first = parse_scene(commented_scene("pendulum"), "new");
    EXPECT_EQ(first.title, "A first swing");
    EXPECT_EQ(performed(first).outcome.status, Status::ok);
}

TEST(Pendulum, takes_little_memory)
{
    Scene scene;
    scene.subject = PendulumScene{};
    EXPECT_LT(memory_needed(scene), 1000.0);
    EXPECT_THROW(require_memory(scene, 1.0), Unbuildable);
}

// Released at θ₀ it reaches the wall after √(l/g) K(sin ½θ₀), K the complete elliptic integral.
TEST(Pendulum, hits_the_wall_when_it_should)
{
    const Scene scene = parse_scene(pendulum_with("[initial]\nangle_deg = 80"), "s.toml");
    const RunResult done = performed(scene);
    ASSERT_EQ(done.outcome.status, Status::ok) << done.outcome.reason;
    const double k = std::sin(0.5 * 80.0 * std::numbers::pi / 180.0);
    EXPECT_NEAR(*done.findings.first_impact, std::sqrt(2.0 / 9.81) * std::comp_ellint_1(k),
                1e-9);  // tolerance
}

}  // namespace
}  // namespace rebond::test
