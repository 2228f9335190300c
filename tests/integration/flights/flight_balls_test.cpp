#include "rebond/integration/flights/flight_balls.hpp"

#include "rebond/contact/gaps/distance.hpp"
#include "rebond/integration/integrate.hpp"
#include "rebond/mechanics/balls/balls.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

constexpr double g = 10.0, r = 0.5;

// Unit balls; a gap for each pair, and one to the floor y = 0 for each ball if there is one.
Problem balls(const std::vector<Ball>& list, bool has_floor, double gravity)
{
    BallsSpec spec;
    spec.ball = list;
    if (has_floor) spec.floor = 0.0;
    Problem problem;
    problem.model = std::make_shared<Balls>(spec, gravity);
    const auto count = static_cast<Index>(list.size());
    problem.initial = {.t = 0.0, .q = Vector(2 * count), .v = Vector(2 * count)};
    for (Index i = 0; i < count; ++i) {
        const Ball& ball = list[static_cast<std::size_t>(i)];
        for (Index axis = 0; axis < 2; ++axis) {
            problem.initial.q(2 * i + axis) = ball.position[static_cast<std::size_t>(axis)];
            problem.initial.v(2 * i + axis) = ball.velocity[static_cast<std::size_t>(axis)];
        }
        for (Index j = 0; j < i; ++j)
            problem.contacts.push_back(
                {.gap = {.terms = {},
                         .offset = -2.0 * r,
                         .function = std::make_shared<Distance>(Centres{.first = 2 * j, .second = 2 * i})}});
        if (has_floor) problem.contacts.push_back({.gap = {.terms = {{2 * i + 1, 1.0}}, .offset = -r}});
    }
    problem.duration = 100.0;
    problem.sample_every = 100.0;
    return problem;
}

std::optional<double> touch_of(const Problem& problem, Index contact)
{
    BallsFlight flight(problem, EventAccurate{});
    std::vector<ClosedContact> none;
    const std::vector<Opening> openings(problem.contacts.size(), Opening::open);
    EXPECT_TRUE(flight.try_step(none, openings, problem.duration, true));
    return flight.first_touch(contact);
}

TEST(BallsFlight, balls_that_meet_head_on_touch_when_their_centres_are_two_radii_apart)
{
    const Problem problem =
        balls({{1.0, r, {0.0, 0.0}, {1.0, 0.0}}, {1.0, r, {5.0, 0.0}, {-3.0, 0.0}}}, false, 0.0);
    EXPECT_NEAR(touch_of(problem, 0).value(), 1.0, 1e-15);
}

// Centres that pass at a distance b < 2r touch √(4r² − b²) before the nearest point.
TEST(BallsFlight, balls_that_pass_obliquely_touch_on_their_way)
{
    const double b = 0.6;
    const Problem problem =
        balls({{1.0, r, {0.0, 0.0}, {2.0, 0.0}}, {1.0, r, {10.0, b}, {0.0, 0.0}}}, false, 0.0);
    EXPECT_NEAR(touch_of(problem, 0).value(), 0.5 * (10.0 - std::sqrt(1.0 - b * b)), 1e-14);
}

TEST(BallsFlight, balls_that_miss_do_not_touch)
{
    for (const double b : {1.0 + 1e-12, 1.5}) {
        const Problem problem =
            balls({{1.0, r, {0.0, 0.0}, {2.0, 0.0}}, {1.0, r, {10.0, b}, {0.0, 0.0}}}, false, 0.0);
        EXPECT_FALSE(touch_of(problem, 0)) << b;
    }
}

TEST(BallsFlight, gravity_does_not_change_when_two_falling_balls_meet)
{
    const std::vector<Ball> list{{1.0, r, {0.0, 50.0}, {1.0, 0.0}}, {1.0, r, {5.0, 50.0}, {-3.0, 0.0}}};
    EXPECT_NEAR(touch_of(balls(list, false, g), 0).value(), touch_of(balls(list, false, 0.0), 0).value(),
                1e-14);
}

TEST(BallsFlight, a_ball_falls_to_the_floor_on_a_parabola)
{
    const double h = 3.2;
    Problem problem = balls({{1.0, r, {0.0, h + r}, {1.0, 0.0}}}, true, g);
    const double fall = std::sqrt(2.0 * h / g);
    EXPECT_NEAR(touch_of(problem, 0).value(), fall, 1e-15);

    BallsFlight flight(problem, EventAccurate{});
    std::vector<ClosedContact> none;
    const std::vector<Opening> open{Opening::open};
    ASSERT_TRUE(flight.try_step(none, open, 10.0, true));
    ASSERT_TRUE(flight.land(0.5 * fall));
    EXPECT_NEAR(flight.gap(0), 0.75 * h, 1e-15 * h * 8);
    EXPECT_NEAR(flight.rate(0), -0.5 * g * fall, 1e-14);
}

TEST(BallsFlight, mobility_is_the_sum_of_inverse_masses_along_the_line_of_centres)
{
    Problem problem = balls({{2.0, r, {0.0, r}, {0.0, 0.0}}, {5.0, r, {0.6, r + 0.8}, {0.0, 0.0}}}, true, g);
    // Contacts: floor of the first; pair; floor of the second.
    BallsFlight flight(problem, EventAccurate{});
    Matrix G(2, 2);
    ASSERT_TRUE(flight.mobility({0, 1}, G));
    EXPECT_NEAR(G(0, 0), 1.0 / 2.0, 1e-15);
    EXPECT_NEAR(G(1, 1), 1.0 / 2.0 + 1.0 / 5.0, 1e-15);
    EXPECT_NEAR(G(0, 1), -0.8 / 2.0, 1e-15);  // the pair's gradient points down at the first ball
    EXPECT_NEAR(G(1, 0), G(0, 1), 1e-15);
}

// Kept at the distance 2r, the light one turns about the heavy one: a pull of m u²/2r, whatever gravity does
// to both.
TEST(BallsFlight, a_ball_that_stays_in_contact_with_another_on_its_way_round_pulls_by_its_centrifugal_force)
{
    const double heavy = 1e12, u = 1.0;
    Problem problem =
        balls({{heavy, r, {0.0, 0.0}, {0.0, 0.0}}, {1.0, r, {0.0, 2.0 * r}, {u, 0.0}}}, false, g);
    problem.duration = 1.0;
    BallsFlight free(problem, EventAccurate{});
    std::vector<ClosedContact> closed{{.contact = 0}};
    const std::vector<Opening> none_opens{Opening::none};
    ASSERT_TRUE(free.try_step(closed, none_opens, 1e-6, true));
    ASSERT_TRUE(free.land(0.0));
    EXPECT_NEAR(free.reaction(closed, 0).value(), -u * u / (2.0 * r), 1e-6);
}

struct FirstImpact : Recorder {
    void impact(const Impact& impact) override
    {
        if (!first) first = impact;
    }
    bool enough() const override { return first.has_value(); }
    std::optional<Impact> first;
};

// A gap that is none of discs: y₁ − y₂ − ½, closed after 2 s as the upper ball comes down by 1 m/s. The sum
// of all four coordinates is no gap of two centres either.
TEST(BallsFlight, gaps_that_are_not_those_of_discs_are_left_to_the_other_flight)
{
    Problem problem =
        balls({{1.0, r, {0.0, 12.5}, {0.0, -1.0}}, {1.0, r, {20.0, 10.0}, {0.0, 0.0}}}, false, g);
    EXPECT_TRUE(are_ballistic(problem));
    problem.contacts.push_back({.gap = {.terms = {{1, 1.0}, {3, -1.0}}, .offset = -0.5}});
    EXPECT_FALSE(are_ballistic(problem));
    FirstImpact first;
    EXPECT_EQ(integrate(problem, EventAccurate{}, first).status, Status::ok);
    ASSERT_TRUE(first.first);
    EXPECT_EQ(first.first->contact, 1);
    EXPECT_NEAR(first.first->time, 2.0, 1e-12);
    EXPECT_NEAR(first.first->velocity_before, -1.0, 1e-12);

    problem.contacts.back().gap.terms = {{0, 1.0}, {1, 1.0}, {2, 1.0}, {3, 1.0}};
    EXPECT_FALSE(are_ballistic(problem));
}

}  // namespace
}  // namespace rebond::test
