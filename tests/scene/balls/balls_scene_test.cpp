#include "rebond/scene/balls/balls_scene.hpp"

#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

BallsAndWalls& model_of(Scene& scene)
{
    return std::get<BallsScene>(scene.subject).model;
}

// "key: what was expected", or "built".
std::string refusal(const Scene& scene)
{
    try {
        (void)build_problem(scene);
    } catch (const Unbuildable& refused) {
        return refused.what();
    }
    return "built";
}

TEST(BallsScene, contacts_are_pairs_then_the_floor_then_planes_then_circles)
{
    Scene scene = row_of_balls(2, 0.1);
    auto& model = model_of(scene);
    model.floor = 0.0;
    model.plane = {{.point = {-3.0, 0.0}, .normal = {2.0, 0.0}},
                   {.point = {5.0, 0.0}, .normal = {-1.0, 0.0}}};
    model.circle = {{.centre = {0.5, 1.0}, .radius = 4.0}};
    const Problem problem = build_problem(scene);
    std::vector<std::string> names;
    for (const Contact& contact : problem.contacts) names.push_back(contact.name);
    EXPECT_EQ(names,
              (std::vector<std::string>{"ball 1 – ball 2", "ball 1 – floor", "ball 2 – floor",
                                        "ball 1 – plane 1", "ball 2 – plane 1", "ball 1 – plane 2",
                                        "ball 2 – plane 2", "ball 1 – circle 1", "ball 2 – circle 1"}));
    const auto gap = [&](std::size_t k) { return gap_at(problem.contacts[k].gap, 0.0, problem.initial.q); };
    EXPECT_NEAR(gap(3), 2.5, 1e-15);  // a normal of any length; rounding
    EXPECT_NEAR(gap(6), 5.0 - 1.1 - 0.5, 1e-15);
    EXPECT_NEAR(gap(7), 4.0 - 0.5 - 0.5, 1e-15);
    model.circle[0] = {.centre = {0.5, -3.0}, .radius = 1.0, .side = CircleSide::outside};
    const Problem outside = build_problem(scene);
    EXPECT_NEAR(gap_at(outside.contacts[7].gap, 0.0, outside.initial.q), std::hypot(0.5, 4.0) - 1.5, 1e-15);
}

TEST(BallsScene, balls_turn_only_where_something_is_rough)
{
    Scene scene = row_of_balls(2, 0.1);
    auto& model = model_of(scene);
    model.ball[1].spin = 7.0;
    model.ball[1].inertia = 0.25;
    model.plane = {{.point = {0.0, -1.0}, .normal = {0.0, 1.0}, .friction = 0.0}};
    EXPECT_EQ(build_problem(scene).model->dofs(), 4);
    model.plane[0].friction = 0.3;
    const Problem problem = build_problem(scene);
    EXPECT_EQ(build_model(scene)->dofs(), 6);  // as drawings of a result need it
    EXPECT_EQ(problem.initial.v, (Vector{{0.0, 0.0, 0.0, -1.0, 0.0, 7.0}}));
    const Vector masses = dynamic_cast<const Linear&>(*problem.model).system().mass.diagonal();
    EXPECT_EQ(masses, (Vector{{1.0, 1.0, 1.0, 1.0, 0.125, 0.25}}));  // ½ m r² unless given
    EXPECT_EQ(problem.contacts[0].law.friction, 0.0);                // of the pair
    EXPECT_EQ(problem.contacts[1].law.friction, 0.3);                // of the plane
}

// u_t = t·(v₁ − v₂) + r₁ω₁ + r₂ω₂, t being the normal turned clockwise.
TEST(BallsScene, surfaces_slide_with_spin)
{
    Scene scene = row_of_balls(2, 0.1);
    scene.impact.friction = 0.5;
    auto& model = model_of(scene);
    model.floor = 0.0;
    model.plane = {{.point = {-3.0, 0.0}, .normal = {1.0, 0.0}}};
    model.circle = {{.centre = {0.0, 0.0}, .radius = 9.0}};
    model.ball[0] = {.radius = 0.4, .position = {0.0, 1.0}, .velocity = {2.0, 3.0}, .spin = 10.0};
    model.ball[1].spin = -4.0;
    const Problem problem = build_problem(scene);
    const auto sliding = [&](std::size_t k) {
        return rate_at(problem.contacts[k].slide, 0.0, problem.initial.q, problem.initial.v);
    };
    EXPECT_NEAR(sliding(0), (3.0 + 1.0) + 4.0 - 2.0, 1e-14);  // n = (−1, 0), t = (0, 1); rounding
    EXPECT_NEAR(sliding(1), 2.0 + 4.0, 1e-14);                // floor, t = (1, 0)
    EXPECT_NEAR(sliding(3), -3.0 + 4.0, 1e-14);               // plane, n = (1, 0), t = (0, −1)
    EXPECT_NEAR(sliding(5), -2.0 + 4.0, 1e-14);               // inside, n = (0, −1), t = (−1, 0)
}

TEST(BallsScene, a_plane_may_move_along_its_normal)
{
    Scene scene = row_of_balls(1, 0.0);
    model_of(scene).plane = {
        {.point = {0.0, 0.0},
         .normal = {0.0, 3.0},
         .motion = MotionSpec{.amplitude = 0.1, .frequency_hz = 1.0, .phase_deg = 180.0}}};
    const Problem problem = build_problem(scene);
    EXPECT_NEAR(gap_at(problem.contacts[0].gap, 0.0, problem.initial.q), 0.6, 1e-15);  // rounding
    EXPECT_NEAR(gap_at(problem.contacts[0].gap, 0.5, problem.initial.q), 0.4, 1e-15);
}

TEST(BallsScene, walls_that_leave_no_room_are_named)
{
    const auto with = [](auto&& change) {
        Scene scene = row_of_balls(1, 0.0);
        change(model_of(scene));
        return refusal(scene);
    };
    EXPECT_EQ(with([](BallsAndWalls& m) {
                  m.plane = {{.point = {0.0, 0.0}, .normal = {0.0, 0.0}}};
              }),
              "model.plane[0].normal: expected a direction: a normal that is not zero");
    EXPECT_EQ(
        with([](BallsAndWalls& m) {
            m.floor = 0.25;
            m.plane = {{.point = {0.0, 1.0}, .normal = {0.0, -1.0}}};
        }),
        "model.plane[0].point: expected room between floor and plane 1, which face each other 0.75 m apart: "
        "a ball of radius 0.5 m does not fit between them");
    EXPECT_EQ(
        with([](BallsAndWalls& m) {
            m.plane = {{.point = {0.0, 0.75}, .normal = {0.0, 1.0}}};
        }),
        "model.ball[0].position: expected a place of its own, but ball 1 and plane 1 overlap by 0.25 m");
    EXPECT_EQ(with([](BallsAndWalls& m) {
                  m.circle = {{.centre = {0.0, 1.0}, .radius = 0.5}};
              }),
              "model.circle[0].radius: expected more than the radius of ball 1 inside it, 0.5 m");
    EXPECT_EQ(
        with([](BallsAndWalls& m) {
            m.circle = {{.centre = {0.0, 0.0}, .radius = 1.0}};
        }),
        "model.ball[0].position: expected a place of its own, but ball 1 and circle 1 overlap by 0.5 m");
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
