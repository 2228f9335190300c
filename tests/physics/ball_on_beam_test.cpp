// A ball on a beam, by scenes: how its rebound depends on its mass, and when it has none.
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/run_scene.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace rebond::test {
namespace {

RunResult hit(double mass, double damping, double duration = 100.0)
{
    const std::string text = fmt::format(
        "[model]\ntype = \"ball_on_beam\"\nlocation = 0.5\n[model.ball]\nmass = "
        "{}\n[model.beam]\ndamping_ratio = {}\n"
        "[run]\nduration = {}\nstop_when_quiet = true\n",
        mass, damping, duration);
    const Scene scene = parse_scene(text, "scene");
    return run_scene(scene, prepare_problem(scene), {}, nullptr);
}

TEST(BallOnBeam, conditioning_is_the_slope_of_the_rebound_for_light_and_heavy_balls)
{
    for (const double mass : {0.05, 0.785, 40.0, 400.0}) {
        const double step = 1e-5;  // of ln M
        const RestitutionFindings at = hit(mass, 0.01).findings.restitution;
        const RestitutionFindings more = hit(mass * std::exp(step), 0.01).findings.restitution;
        const RestitutionFindings less = hit(mass * std::exp(-step), 0.01).findings.restitution;
        ASSERT_TRUE(at.apparent && at.conditioning) << mass;
        const double slope = (*more.apparent - *less.apparent) / (2.0 * step);
        // Curvature over the step, and errors of 1e-11 over it.
        EXPECT_NEAR(*at.conditioning, std::abs(slope), 1e-3 * std::abs(slope) + 1e-5) << mass;
    }
}

TEST(BallOnBeam, a_run_that_ends_too_early_says_so)
{
    const RunResult done = hit(0.785, 0.01, 1e-3);
    EXPECT_FALSE(done.findings.restitution.apparent);
    ASSERT_EQ(done.outcome.warnings.size(), 1u);
    EXPECT_NE(done.outcome.warnings.front().find("a longer run.duration may help"), std::string::npos);
}

}  // namespace
}  // namespace rebond::test
