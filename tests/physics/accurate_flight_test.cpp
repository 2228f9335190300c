// The reference scheme on the bar: its order, its energy, and that it misses no impact.
#include "integration/linear_body.hpp"
#include "physics/dropped_bar.hpp"

#include <cmath>
#include <random>

namespace rebond::test {
namespace {

// A bar low over the plane with its bending and stretching modes excited at random.
Problem shaken_bar(Springs springs, unsigned seed, double duration)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    Scene scene = dropped_bar(springs, 20.0 + 35.0 * (1.0 + unit(random)), 1.0, duration);
    BarScene& bar = bar_of(scene);
    bar.model.segments = 5;
    bar.initial.tip_height = bar.model.radius + 4e-6 * (1.0 + unit(random)) + 1e-7;
    bar.initial.velocity = {0.0, 0.3 * unit(random)};
    Problem problem = build_problem(scene);
    const Index n = bar.model.segments;
    for (Index i = 0; i < n; ++i) {
        problem.initial.q(2 + i) += 4e-4 * unit(random);
        problem.initial.q(2 + n + i) += 2e-6 * unit(random);
        problem.initial.v(2 + n + i) += 0.5 * unit(random);
    }
    problem.sample_every = duration;
    return problem;
}

TEST(AccurateFlight, misses_no_impact_that_brute_force_sampling_sees)
{
    // Free flight in steps of 2 ns, an independent integrator, shows when the gap is first negative.
    struct Sampler final : Recorder {
        double radius = 0.0;
        double previous = 0.0;
        double least = 1.0;
        std::optional<double> first_below;
        void step(const Instant& now) override
        {
            const double gap = now.q()(1) - radius;
            least = std::min(least, gap);
            if (gap < 0.0 && !first_below) first_below = now.t();
        }
        bool enough() const override { return first_below.has_value(); }
    };
    struct FirstImpact final : Recorder {
        std::optional<double> time;
        void impact(const Impact& impact) override
        {
            if (!time) time = impact.time;
        }
        bool enough() const override { return time.has_value(); }
    };
    constexpr double step = 2e-9;
    constexpr double duration = 2.4e-5;
    int touching = 0, grazing = 0;
    for (const Springs springs : {Springs::spiral, Springs::paired})
        for (unsigned seed = 1; seed <= 150; ++seed) {
            Problem problem = shaken_bar(springs, seed, duration);
            FirstImpact found;
            ASSERT_EQ(integrate(problem, EventAccurate{}, found).status, Status::ok);

            Sampler sampler;
            sampler.radius = -problem.contacts[0].gap.offset;
            problem.contacts.clear();
            ASSERT_EQ(integrate(problem, PaoliSchatzmanImplicit{.step = step}, sampler).status, Status::ok);
            if (sampler.first_below) {
                ++touching;
                ASSERT_TRUE(found.time) << seed;
                // No later than seen; earlier by more than a sample only if it dipped between two samples.
                EXPECT_LT(*found.time, *sampler.first_below + 1e-11) << seed;
                if (*found.time < *sampler.first_below - 1.01 * step) ++grazing;
            } else if (found.time) {
                EXPECT_LT(sampler.least, 1e-12) << seed;  // between two samples
                ++grazing;
            }
        }
    EXPECT_GT(touching, 100);
    EXPECT_LE(grazing, 3);
}

TEST(AccurateFlight, misses_no_impact_after_bounces_lifts_and_releases)
{
    // Steps of 2 ns leave a gap no room to close and open unseen: the same impacts, at the same times.
    for (const Springs springs : {Springs::spiral, Springs::paired})
        for (const double e : {0.0, 0.5, 1.0})
            for (unsigned seed = 1; seed <= 8; ++seed) {
                Problem problem = shaken_bar(springs, seed, 3e-5);
                problem.contacts[0].law.restitution = e;
                Story free_steps, small_steps;
                ASSERT_EQ(integrate(problem, EventAccurate{}, free_steps).status, Status::ok);
                ASSERT_EQ(integrate(problem, EventAccurate{.step = 2e-9}, small_steps).status, Status::ok);
                // Errors grow from impact to impact, so the first few are compared.
                constexpr std::size_t compared = 6;
                const std::size_t count = std::min(compared, small_steps.impacts.size());
                ASSERT_GE(free_steps.impacts.size(), count) << seed;
                for (std::size_t k = 0; k < count; ++k)
                    EXPECT_NEAR(free_steps.impacts[k].time, small_steps.impacts[k].time, 1e-11)
                        << "seed " << seed << ", e = " << e << ", impact " << k;
            }
}

TEST(AccurateFlight, keeps_the_energy_of_elastic_impacts)
{
    for (const Springs springs : {Springs::spiral, Springs::paired})
        for (const double angle : {30.0, 45.0, 60.0, 90.0}) {
            const Findings found = run_by(reference, dropped_bar(springs, angle, 1.0));
            EXPECT_GT(found.impacts, 5);
            EXPECT_LT((*found.energy.max - *found.energy.min) / found.energy.initial, 1e-9) << angle;
            EXPECT_LT(std::abs(found.energy.balance_error) / found.energy.initial, 1e-9) << angle;
        }
}

TEST(AccurateFlight, closes_the_energy_books_with_losses_and_sticking)
{
    for (const double e : {0.0, 0.5, 0.75}) {
        const Findings found = run_by(reference, dropped_bar(Springs::paired, 40.0, e));
        EXPECT_GT(found.energy.lost_in_impacts, 1e-4);
        EXPECT_LT(std::abs(found.energy.balance_error) / found.energy.initial, 1e-9) << e;
    }
}

double position_error(const Problem& problem, const Scheme& scheme, const Vector& expected)
{
    Story story;
    EXPECT_EQ(integrate(problem, scheme, story).status, Status::ok);
    return (story.last.q - expected).cwiseAbs().maxCoeff();
}

// Free flight of a vibrating bar, well above the plane.
Problem flying_bar(Springs springs)
{
    Scene scene = dropped_bar(springs, 50.0, 1.0, 6.4e-4);
    bar_of(scene).model.segments = 3;
    bar_of(scene).initial.tip_height = 0.1;
    bar_of(scene).initial.excitation = Excitation{.energy_fraction = 1.0, .phase_deg = 30.0};
    Problem problem = build_problem(scene);
    for (Index i = 0; i < 3; ++i) problem.initial.v(5 + i) = 0.5 - 0.3 * static_cast<double>(i);
    problem.sample_every = problem.duration;
    return problem;
}

TEST(AccurateFlight, is_of_order_twelve)
{
    const Problem problem = flying_bar(Springs::paired);
    Story truth;
    ASSERT_EQ(integrate(problem, EventAccurate{.step = 1e-6}, truth).status, Status::ok);
    const auto error = [&](int steps) {  // equal steps: no error control
        return position_error(problem, EventAccurate{.step = problem.duration / steps, .tolerance = 0.999},
                              truth.last.q);
    };
    const double order = std::log(error(40) / error(56)) / std::log(56.0 / 40.0);
    EXPECT_GT(order, 11.0) << error(40) << " " << error(56);
    EXPECT_LT(order, 13.5);
}

TEST(SecondOrderFlights, are_of_order_two)
{
    for (const Springs springs : {Springs::spiral, Springs::paired}) {
        const Problem problem = flying_bar(springs);
        Story truth;
        ASSERT_EQ(integrate(problem, EventAccurate{}, truth).status, Status::ok);
        const auto order = [&](auto scheme) {
            const auto error = [&](int steps) {
                scheme.step = problem.duration / steps;
                return position_error(problem, scheme, truth.last.q);
            };
            return std::log2(error(16000) / error(64000)) / 2.0;
        };
        EXPECT_NEAR(order(EventNewmark{}), 2.0, 0.1);
        EXPECT_NEAR(order(PaoliSchatzman{}), 2.0, 0.1);
        EXPECT_NEAR(order(PaoliSchatzmanImplicit{}), 2.0, 0.1);
    }
}

TEST(Schemes, give_the_same_bits_twice)
{
    for (const Scheme& scheme : {reference, printed_newmark, time_stepping}) {
        const Problem problem = build_problem(dropped_bar(Springs::spiral, 40.0, 0.5, 4e-3));
        Story first, second;
        ASSERT_EQ(integrate(problem, scheme, first).status, Status::ok);
        ASSERT_EQ(integrate(problem, scheme, second).status, Status::ok);
        EXPECT_EQ(first.last.q, second.last.q);
        EXPECT_EQ(first.last.v, second.last.v);
        EXPECT_EQ(first.impacts.size(), second.impacts.size());
    }
}

}  // namespace
}  // namespace rebond::test
