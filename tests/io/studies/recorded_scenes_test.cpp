#include "rebond/io/studies/recorded_scenes.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/studies/study_file.hpp"
#include "rebond/io/studies/study_store.hpp"
#include "rebond/scene/ball_on_beam/ball_on_beam_scene.hpp"
#include "rebond/studies/sweep.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

// A ball of two masses on a beam of one mode, which it leaves at once.
const char* const two_masses = R"(
[vary]
"model.ball.mass" = [0.01, 0.02]
[scene.model]
type = "ball_on_beam"
location = 0.1
[scene.model.ball]
mass = 0.01
young = 2e11
poisson_ratio = 0.3
density = 7800.0
[scene.model.beam]
support = "pinned_pinned"
modes = 1
damping_ratio = 0.01
young = 2e11
density = 7800.0
poisson_ratio = 0.3
[[scene.model.beam.section]]
length = 0.3
width = 0.02
height = 0.01
[scene.initial]
velocity = -0.1
[scene.run]
duration = 1.0
stop_when_quiet = true
)";

TEST(RecordedScenes, give_the_rebounds_of_a_study_their_masses)
{
    const StudyFile file = parse_study(two_masses, "two.toml");
    const auto store = open_case_store(file, "");
    const auto pool = thread_pool(file, 1);
    const std::atomic<bool> interrupt = false;
    const SweepState state = sweep(
        file.study, *store, *pool, false, [](const SweepState&) {}, interrupt);
    ASSERT_TRUE(state.is_finished);
    ASSERT_EQ(state.failed, 0u);

    EXPECT_NO_THROW(require_ball_on_beam(recorded_base(store->record(), "two.toml"), "two.toml"));
    const ReboundRows found = rebound_rows(*store, recorded_scenes(store->record(), "two.toml"));
    ASSERT_EQ(found.rows.size(), 2u);
    EXPECT_EQ(found.rows[0].mass, 0.01);
    EXPECT_EQ(found.rows[1].mass, 0.02);
    EXPECT_EQ(found.rows[1].location, 0.1);
    EXPECT_NEAR(found.rows[1].relative_mass, 0.02 / (7800.0 * 0.3 * 0.02 * 0.01), 1e-12);  // rounding
    EXPECT_EQ(found.without, 0u);
}

TEST(RecordedScenes, of_other_models_have_no_rebounds_to_fit)
{
    const StudyFile file = parse_study(R"(
[vary]
"impact.restitution" = [0.5, 1.0]
[scene.model]
type = "linear"
mass = [[1.0]]
stiffness = [[1.0]]
[scene.initial]
position = [0.0]
velocity = [1.0]
[scene.run]
duration = 1.0
)",
                                       "one.toml");
    const auto store = open_case_store(file, "");
    EXPECT_THROW(require_ball_on_beam(recorded_base(store->record(), "one.toml"), "one.toml"), InputError);
}

}  // namespace
}  // namespace rebond
