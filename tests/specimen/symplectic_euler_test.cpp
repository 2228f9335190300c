// A scheme that CONTRIBUTING.md's list of files is enough for: named in a scene, run, refused.
#include "rebond/integration/time_stepping/symplectic_euler.hpp"

#include "integration/linear_body.hpp"
#include "io/scene/scene_texts.hpp"
#include "rebond/scene/fields.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

// The state of a pendulum soon after its first impact.
Story swung_by(std::string_view scheme)
{
    const Scene scene = parse_scene(
        "model.type = \"pendulum\"\nrun.duration = 0.8\n[scheme]\n" + std::string(scheme), "s.toml");
    Story story;
    const Outcome outcome = integrate(build_problem(scene), scene.scheme, story);
    EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
    EXPECT_EQ(story.impacts.size(), 1u);
    return story;
}

TEST(SymplecticEuler, converges_at_first_order_through_an_impact)
{
    const double exact = swung_by("type = \"event_accurate\"").last.q(0);
    const double coarse = swung_by("type = \"symplectic_euler\"\nstep = 1e-4").last.q(0) - exact;
    const double fine = swung_by("type = \"symplectic_euler\"\nstep = 1e-5").last.q(0) - exact;
    EXPECT_LE(std::abs(coarse), 1e-3 * std::abs(exact));  // discretisation
    EXPECT_LE(std::abs(fine), 0.3 * std::abs(coarse));    // its order, and where in a step the impact lies
}

// Its energy oscillates by a part of hω, and does not drift.
TEST(SymplecticEuler, keeps_the_energy_of_free_motion)
{
    Problem problem = bouncing_oscillator(1.0, 100.0);
    problem.contacts.clear();
    Story story;
    const Outcome outcome = integrate(problem, SymplecticEuler{.step = 1e-2}, story);
    EXPECT_EQ(outcome.status, Status::ok);
    EXPECT_NEAR(story.energy, 0.5, 1e-2 * 0.5);
}

TEST(SymplecticEuler, says_what_it_does_not_serve)
{
    const std::string scene =
        "model.type = \"frame\"\nrun.duration = 1e-4\n[scheme]\ntype = \"symplectic_euler\"\nstep = 1e-8\n";
    const std::string trouble = trouble_building(scene);
    EXPECT_NE(trouble.find("symplectic_euler serves one contact"), std::string::npos) << trouble;
    EXPECT_EQ(
        diagnostic("model.type = \"pendulum\"\nrun.duration = 1\n[scheme]\ntype = \"symplectic_euler\"\n"),
        "s.toml:3:1: error: scheme.step is missing: time step h, a number > 0 [s]");
}

}  // namespace
}  // namespace rebond::test
