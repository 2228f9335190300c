#include "rebond/scene/advice/suited_scheme.hpp"

#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/prepared_problem.hpp"
#include "scene/advice/rough_cantilever.hpp"

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
    EXPECT_TRUE(std::holds_alternative<EventAccurate>(suited_scheme(row_scene(2, 1e4, 1.0)).scheme));
    EXPECT_TRUE(std::holds_alternative<EventAccurate>(suited_scheme(row_scene(300, 1.0, 1.0)).scheme));
}

TEST(SuitedScheme, large_stiff_systems_fly_by_their_modes)
{
    Scene scene = row_scene(300, 1e10, 1.0);
    scene.scheme = EventAccurate{.step = 0.1};
    const Scheme chosen = suited_scheme(scene).scheme;
    ASSERT_TRUE(std::holds_alternative<EventModal>(chosen));
    EXPECT_EQ(std::get<EventModal>(chosen).step, 0.1);
}

TEST(SuitedScheme, what_is_named_stays)
{
    Scene scene = row_scene(300, 1e10, 1.0);
    scene.scheme = MoreauJean{.step = 1e-6};
    EXPECT_TRUE(std::holds_alternative<MoreauJean>(suited_scheme(scene).scheme));
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
        EXPECT_EQ(std::holds_alternative<EventModal>(suited_scheme(scene).scheme), !is_rough);
    }
}

// Its end may press a rough stop 2 mm away, along which it slides by its slope.
Scene rough_cantilever()
{
    const auto [M, K] = Cantilever();
    const auto spec = [](const Matrix& matrix) {
        MatrixSpec spec{.file = {}, .rows = matrix.rows(), .columns = matrix.cols(), .entries = {}};
        for (Index i = 0; i < matrix.rows(); ++i)
            for (Index j = 0; j < matrix.cols(); ++j)
                if (matrix(i, j) != 0.0) spec.entries.push_back({i, j, matrix(i, j)});
        return spec;
    };
    ContactSpec stop{.normal = {.numbers = {}, .terms = {{298, 1.0}}, .is_sparse = true}, .offset = 0.002};
    stop.tangent = RowSpec{.numbers = {}, .terms = {{299, 0.005}}, .is_sparse = true};
    stop.friction = 0.3;
    Scene scene;
    scene.subject = LinearScene{
        .model = {.mass = spec(M), .damping = {}, .stiffness = spec(K)}, .initial = {}, .contact = {stop}};
    scene.run = {.duration = 0.28, .gravity = 0.0};
    return scene;
}

// The reference would take some 3.5e6 steps.
TEST(SuitedScheme, a_rough_cantilever_of_300_coordinates_takes_steps_and_says_so)
{
    const Scene scene = rough_cantilever();
    const auto [scheme, warning] = suited_scheme(scene);
    ASSERT_TRUE(std::holds_alternative<MoreauJean>(scheme));
    const Problem problem = build_problem(scene);
    const double step = step_of(scheme);
    EXPECT_GE(step, resolving_step(problem));
    EXPECT_LE(step, problem.sample_every);
    EXPECT_LE(expected_time_of(scheme, problem)->total, 20.001);  // [s], rounding
    EXPECT_GT(expected_time_of(EventAccurate{}, problem)->total, 300.0);
    EXPECT_NE(warning.find("moreau_jean"), std::string::npos) << warning;
    EXPECT_NE(warning.find("event_accurate"), std::string::npos) << warning;
    Scene named = scene;
    named.scheme = scheme;
    named.scheme_warning = warning;
    EXPECT_EQ(prepare_problem(named).warnings.front(), warning);
}

TEST(SuitedScheme, the_step_of_a_scene_that_names_no_scheme_is_not_exceeded)
{
    Scene scene = rough_cantilever();
    scene.scheme = EventAccurate{.step = 1e-9};
    const Scheme scheme = suited_scheme(scene).scheme;
    ASSERT_TRUE(std::holds_alternative<MoreauJean>(scheme));
    EXPECT_EQ(step_of(scheme), 1e-9);
}

TEST(SuitedScheme, short_runs_of_a_rough_cantilever_keep_the_reference)
{
    Scene scene = rough_cantilever();
    scene.run.duration = 1e-3;
    const auto [scheme, warning] = suited_scheme(scene);
    EXPECT_TRUE(std::holds_alternative<EventAccurate>(scheme));
    EXPECT_EQ(warning, "");
}

TEST(SuitedScheme, damping_that_couples_modes_needs_the_reference)
{
    Scene scene = row_scene(300, 1e10, 1.0);
    auto& model = std::get<LinearScene>(scene.subject).model;
    model.damping = MatrixSpec{.file = {}, .rows = 300, .columns = 300, .entries = {{0, 0, 1e3}}};
    EXPECT_TRUE(std::holds_alternative<EventAccurate>(suited_scheme(scene).scheme));
}

}  // namespace
}  // namespace rebond::test
