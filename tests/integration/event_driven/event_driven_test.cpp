#include "rebond/integration/event_driven/event_driven.hpp"

#include "integration/linear_body.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond::test {
namespace {

const Scheme accurate = EventAccurate{};
const Scheme newmark = EventNewmark{.step = 1e-3};
const Scheme resolved = EventNewmark{.step = 1e-3, .substep = EventNewmark::Substep::resolved};

Story run(const Problem& problem, const Scheme& scheme)
{
    Story story;
    const Outcome outcome = integrate(problem, scheme, story);
    EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
    EXPECT_NEAR(outcome.time, problem.duration, 1e-12 * problem.duration);
    return story;
}

TEST(EventDriven, elastic_ball_bounces_for_ever)
{
    // Constant acceleration is exact for every flight here: impacts at 1, 3, 5, …, speed 2.
    for (const Scheme& scheme : {accurate, newmark, resolved}) {
        const Story story = run(bouncing_ball(1.0, 20.5), scheme);
        ASSERT_EQ(story.impacts.size(), 10u);
        for (std::size_t k = 0; k < story.impacts.size(); ++k) {
            EXPECT_NEAR(story.impacts[k].time, 1.0 + 2.0 * static_cast<double>(k), 1e-11);
            EXPECT_NEAR(story.impacts[k].velocity_after, 2.0, 1e-11);
            EXPECT_NEAR(story.impacts[k].impulse, 4.0, 1e-11);
        }
        EXPECT_NEAR(story.energy, 2.0, 1e-11);
    }
}

TEST(EventDriven, lossy_ball_comes_to_rest_when_its_bounces_have_added_up)
{
    // Flights 2u/g with u = 2, 2e, 2e², …: rest at t = 1 + 2e/(1 − e), for g = 2, u = 2; then the plane
    // carries m g.
    for (const Scheme& scheme : {accurate, newmark, resolved})
        for (const double e : {0.2, 0.5, 0.8}) {
            const double rest = 1.0 + 2.0 * e / (1.0 - e);
            const Story story = run(bouncing_ball(e, rest + 1.0), scheme);
            ASSERT_EQ(story.phases.size(), 1u) << e;
            // Completed once a bounce is lower than the rounding of a height of 1 m: u ≈ 4e-8, 2u/(g(1−e))
            // early.
            EXPECT_NEAR(story.phases[0].start, rest, 5e-7) << e;
            EXPECT_NEAR(story.phases[0].peak_force, 2.0, 1e-12);
            EXPECT_NEAR(story.phases[0].impulse, 2.0 * (rest + 1.0 - story.phases[0].start), 1e-10);
            EXPECT_NEAR(story.last.q(0), 0.0, 1e-20);
            EXPECT_NEAR(story.last.v(0), 0.0, 1e-20);
            double lost = 0.0;
            for (const Impact& impact : story.impacts) lost += impact.energy_loss;
            EXPECT_NEAR(lost, 2.0, 1e-11);  // all of m g h
        }
}

TEST(EventDriven, accumulation_does_not_depend_on_the_length_of_the_run)
{
    const std::size_t impacts = run(bouncing_ball(0.5, 10.0), accurate).impacts.size();
    EXPECT_GT(impacts, 20u);
    for (const double duration : {1e3, 1e5, 1e7}) {
        const Story story = run(bouncing_ball(0.5, duration), accurate);
        EXPECT_EQ(story.impacts.size(), impacts) << duration;
        EXPECT_NEAR(story.phases[0].start, 3.0, 5e-7) << duration;
    }
}

// From low down, too, unless the run is longer than its first bounce by as many orders as numbers have
// digits.
TEST(EventDriven, low_bounces_do_not_depend_on_the_length_of_the_run)
{
    const auto impacts = [](double duration) {
        Problem problem = bouncing_ball(0.5, duration);
        problem.initial.q(0) = 1e-9;
        return run(problem, accurate).impacts.size();
    };
    const std::size_t most = impacts(1e-3);
    EXPECT_GT(most, 20u);
    EXPECT_EQ(impacts(1.0), most);
    EXPECT_EQ(impacts(1e2), most);
    EXPECT_LT(impacts(1e7), most);
}

TEST(EventDriven, oscillator_makes_sine_arches)
{
    for (const double e : {1.0, 0.6}) {
        const Story story = run(bouncing_oscillator(e, 4.5 * std::numbers::pi), accurate);
        ASSERT_EQ(story.impacts.size(), 4u);
        for (std::size_t k = 0; k < 4; ++k) {
            EXPECT_NEAR(story.impacts[k].time, std::numbers::pi * static_cast<double>(k + 1), 1e-12);
            EXPECT_NEAR(story.impacts[k].velocity_after, std::pow(e, static_cast<double>(k + 1)), 1e-12);
        }
        EXPECT_NEAR(story.last.q(0), std::pow(e, 4.0), 1e-12);
    }
}

TEST(EventDriven, two_masses_stick_and_are_released)
{
    // Exact event-driven solution, computed independently; e = 0.
    const Story story = run(two_masses(0.0, 5.0), accurate);
    EXPECT_NEAR(story.last.q(0), -0.220992901933, 2e-12);
    EXPECT_NEAR(story.last.q(1), -9.9429546008, 2e-10);
    EXPECT_NEAR(story.last.v(0), 1.94127847174, 2e-11);
    EXPECT_NEAR(story.last.v(1), -1.29108220484, 2e-11);
    EXPECT_NEAR(story.energy, 50.0004162507, 1e-10);
    // The first mass lags behind and pulls the second off the stop for a moment before it presses it there.
    EXPECT_EQ(story.impacts.size(), 2u);
    EXPECT_EQ(story.phases.size(), 1u);
}

TEST(EventDriven, newmark_converges_to_the_sticking_solution_at_second_order)
{
    const auto error = [](double step) {
        const Story story =
            run(two_masses(0.0, 5.0), EventNewmark{.step = step, .substep = EventNewmark::Substep::resolved});
        return std::hypot(story.last.q(0) + 0.220992901933, story.last.q(1) + 9.9429546008);
    };
    const double order = std::log2(error(8e-3) / error(1e-3)) / 3.0;
    EXPECT_GT(order, 1.8);
    EXPECT_LT(order, 2.3);
}

TEST(EventDriven, reactions_never_pull_and_gaps_never_close)
{
    struct Watch final : Recorder {
        double least = 0.0;
        void step(const Instant& now) override { least = std::min(least, 1.0 - now.q()(1)); }
    };
    for (const double e : {0.0, 0.3, 1.0}) {
        Watch watch;
        const Outcome outcome = integrate(two_masses(e, 200.0), accurate, watch);
        EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
        EXPECT_GT(watch.least, -1e-14) << e;  // rounding
    }
}

TEST(EventDriven, contact_at_rest_on_the_plane_stays_there)
{
    Problem problem = bouncing_ball(0.5, 1.0);
    problem.initial.q.setZero();
    for (const Scheme& scheme : {accurate, newmark}) {
        const Story story = run(problem, scheme);
        EXPECT_TRUE(story.impacts.empty());
        ASSERT_EQ(story.phases.size(), 1u);
        EXPECT_EQ(story.last.q(0), 0.0);
        EXPECT_NEAR(story.phases[0].impulse, 2.0, 1e-12);
    }
}

TEST(EventDriven, contact_thrown_at_the_plane_at_the_start_bounces)
{
    Problem problem = bouncing_ball(0.5, 0.1);
    problem.initial.q.setZero();
    problem.initial.v(0) = -1.0;
    const Story story = run(problem, accurate);
    ASSERT_EQ(story.impacts.size(), 1u);
    EXPECT_EQ(story.impacts[0].time, 0.0);
    EXPECT_NEAR(story.last.v(0), 0.5 - 2.0 * 0.1, 1e-14);
}

TEST(EventDriven, interrupt_stops_the_run_and_keeps_its_place)
{
    struct Pull final : Recorder {
        std::atomic<bool>* cord = nullptr;
        void step(const Instant& now) override
        {
            if (now.t() > 0.5) cord->store(true);
        }
    };
    std::atomic<bool> cord{false};
    Pull pull;
    pull.cord = &cord;
    const Outcome outcome = integrate(bouncing_ball(1.0, 2.0), newmark, pull, &cord);
    EXPECT_EQ(outcome.status, Status::interrupted);
    EXPECT_NEAR(outcome.time, 0.5, 2e-3);
}

TEST(EventDriven, accurate_flight_meets_samples_exactly)
{
    Problem problem = bouncing_oscillator(1.0, 1.0);
    problem.sample_every = 0.01;
    const Story story = run(problem, accurate);
    for (int k = 1; k <= 100; ++k)
        EXPECT_TRUE(std::any_of(story.times.begin(), story.times.end(), [&](double t) {
            return std::abs(t - 0.01 * k) < 1e-15;
        })) << k;
}

}  // namespace
}  // namespace rebond::test
