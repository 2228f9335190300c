#include "rebond/scene/balls/balls_scene.hpp"

#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

// Balls of radius 0.5 in a row, a metre and `apart` [m] from each other.
Scene row_of_balls(int count, double apart)
{
    BallsScene subject;
    for (int i = 0; i < count; ++i)
        subject.model.ball.push_back({.position = {i * (1.0 + apart), 1.0}, .velocity = {0.0, -1.0 * i}});
    Scene scene;
    scene.subject = subject;
    scene.run = {.duration = 1.0, .gravity = 0.0};
    return scene;
}

std::string refused_key(const Scene& scene)
{
    try {
        (void)build_problem(scene);
    } catch (const Unbuildable& refused) {
        return refused.key;
    }
    return "built";
}

TEST(BallsScene, every_pair_is_a_contact_then_every_ball_with_the_floor)
{
    Scene scene = row_of_balls(3, 0.1);
    std::get<BallsScene>(scene.subject).model.floor = 0.0;
    const Problem problem = build_problem(scene);
    EXPECT_EQ(problem.initial.q, (Vector{{0.0, 1.0, 1.1, 1.0, 2.2, 1.0}}));
    EXPECT_EQ(problem.initial.v, (Vector{{0.0, 0.0, 0.0, -1.0, 0.0, -2.0}}));
    ASSERT_EQ(problem.contacts.size(), 6u);
    const auto gap = [&](std::size_t k) { return gap_at(problem.contacts[k].gap, 0.0, problem.initial.q); };
    EXPECT_NEAR(gap(0), 0.1, 1e-15);  // rounding
    EXPECT_NEAR(gap(1), 1.2, 1e-15);
    EXPECT_NEAR(gap(2), 0.1, 1e-15);
    for (std::size_t k = 3; k < 6; ++k) EXPECT_EQ(gap(k), 0.5);
}

TEST(BallsScene, balls_that_touch_but_for_a_little_touch)
{
    for (const double apart : {-5e-7, 5e-7}) {
        const Problem problem = build_problem(row_of_balls(2, apart));
        EXPECT_EQ(gap_at(problem.contacts[0].gap, 0.0, problem.initial.q), 0.0);
    }
    EXPECT_EQ(refused_key(row_of_balls(2, -2e-6)), "model.ball[1].position");
}

TEST(BallsScene, a_ball_too_far_away_to_be_resolved_is_refused)
{
    EXPECT_EQ(refused_key(row_of_balls(2, 0.6e6)), "model.ball[1].position");
}

TEST(BallsScene, takes_memory_for_every_pair)
{
    const auto memory = [](int count) {
        return memory_of(std::get<BallsScene>(row_of_balls(count, 1.0).subject));
    };
    EXPECT_NEAR(memory(100) / memory(10), 100.0 * 101.0 / (10.0 * 11.0), 1e-12);  // rounding
}

}  // namespace
}  // namespace rebond::test
