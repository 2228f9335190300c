#include "rebond/scene/advice/restitution_advice.hpp"

#include "rebond/scene/run_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace rebond::test {
namespace {

// A bar dropped on its tip from 1 µm above the plane.
Scene low_drop(double speed)
{
    Scene scene;
    scene.subject =
        BarScene{.model = {.segments = 4},
                 .initial = {.angle_deg = 80.0, .tip_height = 0.006351, .velocity = {0.0, -speed}}};
    scene.scheme = EventAccurate{};
    scene.run.duration = 0.01;
    scene.run.stop_when_quiet = true;
    return scene;
}

bool warns_of(const Scene& scene, const std::string& start)
{
    const auto warnings = run_scene(scene, prepare_problem(scene), {}, nullptr).outcome.warnings;
    return std::any_of(warnings.begin(), warnings.end(),
                       [&](const std::string& text) { return text.starts_with(start); });
}

TEST(RestitutionAdvice, gravity_that_slows_a_slow_rebound_is_told)
{
    // gW/2 = 12 mm/s.
    EXPECT_TRUE(warns_of(low_drop(0.1), "restitution.apparent is 0.12 less"));
    EXPECT_FALSE(warns_of(low_drop(1.0), "restitution.apparent is"));
    Scene weightless = low_drop(0.1);
    weightless.run.gravity = 0.0;
    EXPECT_FALSE(warns_of(weightless, "restitution.apparent is"));
}

TEST(RestitutionAdvice, a_window_shorter_than_the_pauses_of_a_burst_is_told)
{
    Scene scene = low_drop(1.0);
    EXPECT_FALSE(warns_of(scene, "restitution.apparent may be measured within"));
    scene.analysis.restitution_window = 1e-5;
    EXPECT_TRUE(warns_of(scene, "restitution.apparent may be measured within"));
}

TEST(RestitutionAdvice, an_episode_that_may_go_on_is_told)
{
    Scene scene = low_drop(1.0);
    const auto findings = run_scene(scene, prepare_problem(scene), {}, nullptr).findings;
    EXPECT_FALSE(warns_of(scene, "restitution.mass_centre may change"));
    ASSERT_EQ(findings.episodes.size(), 1u);
    scene.run.duration = findings.episodes.front().end + 1e-6;
    EXPECT_TRUE(warns_of(scene, "restitution.mass_centre may change"));
}

}  // namespace
}  // namespace rebond::test
