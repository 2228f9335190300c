#include "rebond/analysis/tangential_restitution.hpp"

#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/run_scene.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

// A mass of 1 kg that meets the plane y = 0 with (1, −2) m/s.
const std::string thrown_mass = R"([model]
type = "linear"
mass = [[1.0, 0.0], [0.0, 1.0]]
stiffness = [[0.0, 0.0], [0.0, 0.0]]
[initial]
position = [0.0, 0.5]
velocity = [1.0, -2.0]
[[contact]]
normal = [0.0, 1.0]
tangent = [1.0, 0.0]
[impact]
restitution = 0.5
[analysis]
restitution_window = 0.125
[run]
duration = 1.0
)";

Summary run(const std::vector<std::string>& overrides)
{
    const Scene scene = parse_scene(thrown_mass, "scene", overrides);
    const PreparedProblem ready = prepare_problem(scene);
    return summarise(scene, ready.problem, run_scene(scene, ready));
}

// The impulse is N = 2 (1 + e) = 3 N s, and friction takes μN of the tangential velocity.
TEST(TangentialRestitution, is_what_friction_leaves_of_the_velocity_over_the_approach_speed)
{
    EXPECT_NEAR(*run({}).restitution.tangential, 0.5, 1e-12);
    EXPECT_NEAR(*run({"impact.friction=0.1"}).restitution.tangential, (1.0 - 0.3) / 2.0, 1e-12);
    EXPECT_NEAR(*run({"impact.friction=0.5"}).restitution.tangential, 0.0, 1e-12);  // it sticks
    // Turned round.
    EXPECT_NEAR(*run({"impact.friction=0.1", "initial.velocity=[-1.0, -2.0]"}).restitution.tangential, -0.35,
                1e-12);
}

// Between impacts u_t is constant, so that no step is too long.
TEST(TangentialRestitution, is_the_same_by_time_stepping)
{
    const std::string scheme = "scheme={type=\"moreau_jean\", step=3.1e-3}";
    EXPECT_NEAR(*run({"impact.friction=0.1", scheme}).restitution.tangential, 0.35, 1e-12);
}

// An oscillator along the plane: x = sin(ωt)/ω from the impact on, without friction.
TEST(TangentialRestitution, is_a_mean_over_the_window)
{
    const Summary summary =
        run({"model.stiffness=[[400.0, 0.0], [0.0, 0.0]]", "initial.position=[0.0, 0.0]"});
    EXPECT_NEAR(*summary.restitution.tangential, std::sin(20.0 * 0.125) / (20.0 * 0.125) / 2.0, 1e-9);
}

TEST(TangentialRestitution, has_a_reason_where_there_is_none)
{
    const Summary straight = run({"contact=[{normal=[0.0, 1.0]}]"});
    EXPECT_FALSE(straight.restitution.tangential);
    EXPECT_EQ(straight.absent.at("restitution.tangential"),
              "the contact does not slide along a straight line");
    const Summary missed = run({"run.duration=0.1"});
    EXPECT_EQ(missed.absent.at("restitution.tangential"), "no impact");
}

}  // namespace
}  // namespace rebond
