#include "rebond/integration/time_stepping/crowd_stepper.hpp"

#include "rebond/analysis/findings.hpp"
#include "rebond/contact/gaps/distance.hpp"
#include "rebond/integration/integrate.hpp"
#include "rebond/mechanics/balls/balls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace rebond::test {
namespace {

// Balls in rows above a floor, each row shifted, thrown to the side.
std::vector<Ball> rows_of_balls(Index count, Index in_a_row)
{
    std::vector<Ball> balls;
    for (Index k = 0; k < count; ++k) {
        const auto column = static_cast<double>(k % in_a_row), row = static_cast<double>(k / in_a_row);
        balls.push_back({.mass = 1.0 + 0.1 * static_cast<double>(k % 3),
                         .radius = 0.1,
                         .position = {0.23 * column + 0.03 * row, 0.11 + 0.21 * row},
                         .velocity = {0.2, 0.0}});
    }
    return balls;
}

// The same balls, with a contact for each pair and as a crowd.
struct BallsTwice {
    Problem listed, crowd;
};

BallsTwice balls_twice(Index count, const ImpactLaw& law, double duration)
{
    const std::vector<Ball> balls = rows_of_balls(count, 4);
    Problem problem;
    problem.model = std::make_shared<Balls>(BallsSpec{.ball = balls, .floor = 0.0, .spins = true}, 9.81);
    problem.duration = problem.sample_every = duration;
    problem.initial = {.t = 0.0, .q = Vector::Zero(3 * count), .v = Vector::Zero(3 * count)};
    Crowd crowd{.radii = {}, .spins = true, .law = law, .walls = {}};
    std::vector<Contact> pairs;
    for (Index i = 0; i < count; ++i) {
        const Ball& ball = balls[static_cast<std::size_t>(i)];
        problem.initial.q.segment<2>(2 * i) << ball.position[0], ball.position[1];
        problem.initial.v.segment<2>(2 * i) << ball.velocity[0], ball.velocity[1];
        crowd.radii.push_back(ball.radius);
        crowd.walls.push_back({.gap = {.terms = {{2 * i + 1, 1.0}}, .offset = -ball.radius},
                               .law = law,
                               .slide = {.terms = {{2 * i, 1.0}, {2 * count + i, ball.radius}}}});
        for (Index j = i + 1; j < count; ++j) {
            const Centres centres{.first = 2 * i, .second = 2 * j};
            pairs.push_back(
                {.gap = {.terms = {}, .offset = -0.2, .function = std::make_shared<Distance>(centres)},
                 .law = law,
                 .slide = {.terms = {{2 * count + i, 0.1}, {2 * count + j, 0.1}},
                           .function = std::make_shared<SlideAround>(centres)}});
        }
    }
    BallsTwice both{problem, problem};
    both.listed.contacts = pairs;
    both.listed.contacts.insert(both.listed.contacts.end(), crowd.walls.begin(), crowd.walls.end());
    both.crowd.crowd = crowd;
    return both;
}

Findings run(const Problem& problem, double step, Outcome& outcome)
{
    Analyst analyst(problem, {});
    outcome = integrate(problem, MoreauJean{.step = step}, analyst);
    return analyst.findings();
}

// Until many contacts press at once both have the same impulses, to the tolerance of the sweeps.
TEST(CrowdStepper, moves_balls_as_a_contact_for_each_pair_does)
{
    for (const double e : {0.0, 0.5}) {
        const BallsTwice both = balls_twice(8, {.restitution = e, .friction = 0.3}, 0.3);
        Outcome listed, crowd;
        const Findings by_pairs = run(both.listed, 1e-3, listed), by_search = run(both.crowd, 1e-3, crowd);
        ASSERT_EQ(listed.status, Status::ok) << listed.reason;
        ASSERT_EQ(crowd.status, Status::ok) << crowd.reason;
        EXPECT_LT((by_pairs.final.q - by_search.final.q).cwiseAbs().maxCoeff(), 1e-6) << e;
        EXPECT_NEAR(by_pairs.energy.lost_in_impacts, by_search.energy.lost_in_impacts, 1e-5) << e;
    }
}

// Rounding of the energies that fall: the losses are those of the impulses found, whatever these miss.
TEST(CrowdStepper, books_what_contacts_take)
{
    const BallsTwice both = balls_twice(40, {.restitution = 0.3, .friction = 0.4}, 0.5);
    Outcome outcome;
    const Findings found = run(both.crowd, 1e-3, outcome);
    ASSERT_EQ(outcome.status, Status::ok) << outcome.reason;
    EXPECT_GT(found.energy.lost_in_impacts, 1.0);
    EXPECT_NEAR(found.energy.balance_error, 0.0, 1e-10);
}

// Two balls that touch, one on the floor, thrown at each other with spin: Newton's law with friction can make
// energy of sliding that turns round.
TEST(CrowdStepper, newtons_law_adds_no_energy_unless_it_may)
{
    std::mt19937 random(5);
    const auto between = [&](double least, double most) {
        return std::uniform_real_distribution<double>(least, most)(random);
    };
    double most_gained = 0.0;
    for (int trial = 0; trial < 100; ++trial) {
        const double angle = between(0.3, 2.8);
        std::vector<Ball> balls(2);
        for (Ball& ball : balls) {
            ball.mass = std::pow(10.0, between(-1.0, 1.0));
            ball.radius = 0.1;
        }
        balls[0].position = {0.0, 0.1};
        balls[1].position = {0.2 * std::cos(angle), 0.1 + 0.2 * std::sin(angle)};
        Problem problem;
        problem.model = std::make_shared<Balls>(BallsSpec{.ball = balls, .floor = 0.0, .spins = true}, 0.0);
        problem.duration = problem.sample_every = 2e-3;
        problem.initial = {.t = 0.0, .q = Vector::Zero(6), .v = Vector::Zero(6)};
        for (Index i = 0; i < 2; ++i)
            problem.initial.q.segment<2>(2 * i) << balls[static_cast<std::size_t>(i)].position[0],
                balls[static_cast<std::size_t>(i)].position[1];
        problem.initial.v << between(-2.0, 2.0), 0.0, between(-2.0, 2.0), between(-3.0, 0.0),
            between(-30.0, 30.0), between(-30.0, 30.0);
        for (const bool is_bounded : {true, false}) {
            const ImpactLaw law{.restitution = 1.0, .friction = 1.0, .bounded = is_bounded};
            Crowd crowd{.radii = {0.1, 0.1}, .spins = true, .law = law, .walls = {}};
            for (Index i = 0; i < 2; ++i)
                crowd.walls.push_back({.gap = {.terms = {{2 * i + 1, 1.0}}, .offset = -0.1},
                                       .law = law,
                                       .slide = {.terms = {{2 * i, 1.0}, {4 + i, 0.1}}}});
            problem.crowd = crowd;
            Outcome outcome;
            const Findings found = run(problem, 1e-4, outcome);
            ASSERT_EQ(outcome.status, Status::ok) << outcome.reason;
            const double gained = found.energy.final / found.energy.initial - 1.0;
            if (is_bounded) {
                EXPECT_LT(gained, 1e-6) << trial;  // of the residual of the impulses
            } else {
                most_gained = std::max(most_gained, gained);
            }
        }
    }
    EXPECT_GT(most_gained, 0.05);
}

// Packed as closely as they can be: every impulse is found in the first step, and nothing moves.
TEST(CrowdStepper, a_packed_box_of_five_hundred_lies_still_from_the_first_step)
{
    constexpr Index columns = 50, rows = 10;
    const double r = 0.05;
    std::vector<Ball> balls;
    for (Index row = 0; row < rows; ++row)
        for (Index i = 0; i < columns - row % 2; ++i)
            balls.push_back({.radius = r,
                             .position = {r * static_cast<double>(1 + 2 * i + row % 2),
                                          r * (1.0 + std::sqrt(3.0) * static_cast<double>(row))}});
    const auto count = static_cast<Index>(balls.size());
    const ImpactLaw law{.restitution = 0.0, .friction = 0.4};
    Problem problem;
    problem.model = std::make_shared<Balls>(BallsSpec{.ball = balls, .floor = 0.0, .spins = true}, 9.81);
    problem.duration = problem.sample_every = 0.02;
    problem.initial = {.t = 0.0, .q = Vector::Zero(3 * count), .v = Vector::Zero(3 * count)};
    Crowd crowd{.radii = {}, .spins = true, .law = law, .walls = {}};
    const double width = 2.0 * r * columns;
    for (Index i = 0; i < count; ++i) {
        const Ball& ball = balls[static_cast<std::size_t>(i)];
        problem.initial.q.segment<2>(2 * i) << ball.position[0], ball.position[1];
        crowd.radii.push_back(r);
        crowd.walls.push_back({.gap = {.terms = {{2 * i + 1, 1.0}}, .offset = -r},
                               .law = law,
                               .slide = {.terms = {{2 * i, 1.0}, {2 * count + i, r}}}});
        crowd.walls.push_back({.gap = {.terms = {{2 * i, 1.0}}, .offset = -r},
                               .law = law,
                               .slide = {.terms = {{2 * i + 1, -1.0}, {2 * count + i, r}}}});
        crowd.walls.push_back({.gap = {.terms = {{2 * i, -1.0}}, .offset = width - r},
                               .law = law,
                               .slide = {.terms = {{2 * i + 1, 1.0}, {2 * count + i, r}}}});
    }
    problem.crowd = crowd;
    Outcome outcome;
    const Findings found = run(problem, 1e-3, outcome);
    ASSERT_EQ(outcome.status, Status::ok) << outcome.reason;
    EXPECT_LE(outcome.residual.value(), 1e-8);
    // Residuals of 10⁻⁸ g h add up to no more than this in twenty steps; a spin is a speed over a radius.
    EXPECT_LT(found.final.v.cwiseAbs().maxCoeff(), 1e-6);
}

TEST(CrowdStepper, a_heap_comes_to_rest_and_stays_there)
{
    const BallsTwice both = balls_twice(12, {.restitution = 0.0, .friction = 0.5}, 20.0);
    Outcome outcome;
    const Findings found = run(both.crowd, 2e-3, outcome);
    ASSERT_EQ(outcome.status, Status::ok) << outcome.reason;
    // Balls that roll alone on the floor go on; none moves up or down.
    for (Index i = 0; i < 12; ++i) EXPECT_LT(std::abs(found.final.v(2 * i + 1)), 1e-7) << i;
}

TEST(CrowdStepper, other_schemes_and_laws_refuse_a_crowd)
{
    Problem crowd = balls_twice(4, {}, 0.1).crowd;
    EXPECT_FALSE(scheme_refusal(crowd, MoreauJean{.step = 1e-3}));
    EXPECT_TRUE(scheme_refusal(crowd, EventAccurate{}));
    EXPECT_TRUE(scheme_refusal(crowd, PaoliSchatzman{.step = 1e-3}));
    crowd.crowd->law.law = Law::poisson;
    EXPECT_TRUE(scheme_refusal(crowd, MoreauJean{.step = 1e-3}));
}

}  // namespace
}  // namespace rebond::test
