#include "rebond/scene/advice/suited_scheme.hpp"

#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

// A row of unit masses on springs between two walls, and nothing to touch.
Scene row_scene(Index n, double stiffness, double duration)
{
    MatrixSpec mass{.file = {}, .rows = n, .columns = n, .entries = {}}, springs = mass;
    for (Index i = 0; i < n; ++i) {
        mass.entries.push_back({i, i, 1.0});
        springs.entries.push_back({i, i, 2.0 * stiffness});
        if (i + 1 < n) springs.entries.push_back({i, i + 1, -stiffness});
        if (i + 1 < n) springs.entries.push_back({i + 1, i, -stiffness});
    }
    Scene scene;
    scene.subject = LinearScene{
        .model = {.mass = mass, .damping = {}, .stiffness = springs}, .initial = {}, .contact = {}};
    scene.run.duration = duration;
    return scene;
}

TEST(SuitedScheme, small_or_slow_systems_keep_the_reference)
{
    EXPECT_TRUE(std::holds_alternative<EventAccurate>(suited_scheme(row_scene(2, 1e4, 1.0))));
    EXPECT_TRUE(std::holds_alternative<EventAccurate>(suited_scheme(row_scene(300, 1.0, 1.0))));
}

TEST(SuitedScheme, large_stiff_systems_fly_by_their_modes)
{
    Scene scene = row_scene(300, 1e10, 1.0);
    scene.scheme = EventAccurate{.step = 0.1};
    const Scheme chosen = suited_scheme(scene);
    ASSERT_TRUE(std::holds_alternative<EventModal>(chosen));
    EXPECT_EQ(std::get<EventModal>(chosen).step, 0.1);
}

TEST(SuitedScheme, what_is_named_stays)
{
    Scene scene = row_scene(300, 1e10, 1.0);
    scene.scheme = MoreauJean{.step = 1e-6};
    EXPECT_TRUE(std::holds_alternative<MoreauJean>(suited_scheme(scene)));
}

TEST(SuitedScheme, what_modes_cannot_follow_needs_the_reference)
{
    for (const bool is_rough : {false, true}) {
        Scene scene = row_scene(300, 1e10, 1.0);
        scene.run.gravity = 0.0;
        ContactSpec stop{.normal = {.numbers = {}, .terms = {{299, 1.0}}, .is_sparse = true}, .offset = 1.0};
        stop.tangent = RowSpec{.numbers = {}, .terms = {{0, 1.0}}, .is_sparse = true};
        if (is_rough) stop.friction = 0.3;
        std::get<LinearScene>(scene.subject).contact = {stop};
        EXPECT_EQ(std::holds_alternative<EventModal>(suited_scheme(scene)), !is_rough);
    }
}

TEST(SuitedScheme, damping_that_couples_modes_needs_the_reference)
{
    Scene scene = row_scene(300, 1e10, 1.0);
    auto& model = std::get<LinearScene>(scene.subject).model;
    model.damping = MatrixSpec{.file = {}, .rows = 300, .columns = 300, .entries = {{0, 0, 1e3}}};
    EXPECT_TRUE(std::holds_alternative<EventAccurate>(suited_scheme(scene)));
}

}  // namespace
}  // namespace rebond::test
