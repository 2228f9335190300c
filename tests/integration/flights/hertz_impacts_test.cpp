#include "rebond/integration/flights/hertz_impacts.hpp"

#include "allocation_count.hpp"
#include "integration/flights/ball_hits_beam.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <optional>
#include <vector>

namespace rebond::test {
namespace {

// All that a run tells.
class Listener final : public Recorder {
public:
    explicit Listener(bool until_separation = true) : until_separation_(until_separation)
    {
        impacts.reserve(1000);
    }

    void step(const Instant& now) override
    {
        const double total = now.energy().total();
        if (steps == 0) energy_0 = total;
        imbalance = std::max(imbalance, std::abs(total + damping - energy_0));
        EXPECT_GE(now.t(), time);
        time = now.t();
        q = now.q();
        v = now.v();
        if (separation_) least_gap_after = std::min(least_gap_after, gap());
        ++steps;
    }
    void work(const Work& done) override { damping += done.damping; }
    void arrival(const Instant& before) override { arrived = before.t(); }
    void contact_begins(Index /*contact*/, double t) override
    {
        EXPECT_FALSE(is_open);
        EXPECT_EQ(arrived, t);
        is_open = true;
    }
    void impact(const Impact& impact) override
    {
        EXPECT_TRUE(is_open);
        is_open = false;
        impacts.push_back(impact);
    }
    void received(Index /*contact*/, double normal, double /*friction*/) override { impulse += normal; }
    void separation(const Separation& separation) override { separation_ = separation; }
    bool enough() const override { return until_separation_ && separation_; }

    double gap() const { return model != nullptr ? -model->indentation(q) : 0.0; }

    const BallOnBeam* model = nullptr;
    std::vector<Impact> impacts;
    std::optional<Separation> separation_;
    double energy_0 = 0.0, imbalance = 0.0, damping = 0.0, impulse = 0.0;
    double time = 0.0, arrived = -1.0, least_gap_after = 1.0;
    bool is_open = false;
    long steps = 0;
    Vector q, v;

private:
    bool until_separation_;
};

Listener run(const Problem& problem, double tolerance = 1e-6, bool until_separation = true)
{
    Listener listener(until_separation);
    listener.model = &ball_of(problem);
    const Outcome outcome = integrate_hertz_impacts(problem, {.tolerance = tolerance}, listener, nullptr);
    EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
    EXPECT_EQ(outcome.time, listener.time);
    return listener;
}

double final_velocity(const BallOnBeamSpec& spec, double tolerance = 1e-6)
{
    const Listener listener = run(ball_hits(spec), tolerance);
    EXPECT_TRUE(listener.separation_);
    return listener.separation_ ? listener.separation_->velocity : 0.0;
}

// The same equations by the classical Runge–Kutta method with steps that see nothing of contacts.
State by_runge_kutta(const Problem& problem, long steps)
{
    const BallOnBeam& model = ball_of(problem);
    const Index n = model.modes();
    const double h = problem.duration / static_cast<double>(steps);
    const Vector square = model.frequencies().cwiseAbs2();
    const Vector drag = 2.0 * model.damping_ratio() * model.frequencies();
    Vector q = problem.initial.q, v = problem.initial.v;
    Vector a(n + 1), x(q), y(v), dq(q), dv(v);
    const auto accelerate = [&](const Vector& at, const Vector& rate) {
        const double F = model.hertz().force(model.indentation(at));
        a(0) = F / model.ball_mass();
        for (Index i = 0; i < n; ++i)
            a(i + 1) = -model.shape()(i) * F - drag(i) * rate(i + 1) - square(i) * at(i + 1);
    };
    for (long k = 0; k < steps; ++k) {
        dq.setZero();
        dv.setZero();
        x = q;
        y = v;
        for (const auto& [share, next] : {std::pair{1.0, 0.5}, {2.0, 0.5}, {2.0, 1.0}, {1.0, 0.0}}) {
            accelerate(x, y);
            dq += share * y;
            dv += share * a;
            x = q + next * h * y;
            y = v + next * h * a;
        }
        q += h / 6.0 * dq;
        v += h / 6.0 * dv;
    }
    return {problem.duration, q, v};
}

TEST(HertzImpacts, a_ball_leaves_a_rigid_wall_as_fast_as_it_came)
{
    const Problem problem = ball_hits({.ball = {.mass = 0.1}, .beam = {.modes = 0}});
    const Listener listener = run(problem);
    ASSERT_TRUE(listener.separation_);
    EXPECT_NEAR(listener.separation_->velocity, 1.0, 1e-12);  // tolerance of the steps
    EXPECT_NEAR(listener.separation_->sensitivity, 0.0,
                2e-8);  // that of a derivative, its root of F loses more
    ASSERT_EQ(listener.impacts.size(), 1U);
    const Impact& impact = listener.impacts[0];
    const HertzContact& hertz = ball_of(problem).hertz();
    EXPECT_NEAR(impact.end / contact_time(hertz, 0.1, 1.0), 1.0, 1e-12);
    EXPECT_NEAR(impact.peak_force / hertz.force(deepest_indentation(hertz, 0.1, 1.0)), 1.0, 1e-9);
    EXPECT_NEAR(impact.impulse, 0.2, 1e-12);
    EXPECT_EQ(impact.velocity_before, -1.0);
    EXPECT_NEAR(impact.velocity_after, 1.0, 1e-12);
    EXPECT_TRUE(impact.is_over);
}

TEST(HertzImpacts, ball_and_first_modes_move_as_runge_kutta_says)
{
    for (const Support support : {Support::clamped_free, Support::free_free}) {
        const Problem problem = ball_hits(steel(support, 2.0, 1.0, 8), 1.0, 1e-3);
        const Listener listener = run(problem, 1e-6, false);
        EXPECT_GE(listener.impacts.size(), 2U);
        const State expected = by_runge_kutta(problem, 400'000);
        // At each touch and release Runge and Kutta lose K u^{3/2} h^{5/2}/M, some 1e-12 of the velocity.
        EXPECT_NEAR((listener.v - expected.v).cwiseAbs().maxCoeff(), 0.0, 2e-11);
        EXPECT_NEAR((listener.q - expected.q).cwiseAbs().maxCoeff(), 0.0, 2e-14);
    }
}

struct Known {
    Support support;
    double mass_ratio, location, velocity;
    std::size_t impacts;
};

// Known from computations by other means; six digits.
TEST(HertzImpacts, balls_on_steel_beams_rebound_as_known)
{
    for (const Known& c : {Known{Support::pinned_pinned, 0.005, 0.5, 0.772978, 1},
                           {Support::pinned_pinned, 0.05, 0.5, 0.042981, 1},
                           {Support::pinned_pinned, 0.5, 0.3, 0.441738, 9},
                           {Support::clamped_free, 0.5, 0.6, 0.503083, 20},
                           {Support::clamped_free, 2.0, 1.0, 0.889807, 69}}) {
        SCOPED_TRACE(::testing::Message() << "M/M_b = " << c.mass_ratio << ", b = " << c.location);
        const Listener listener = run(ball_hits(steel(c.support, c.mass_ratio, c.location)));
        ASSERT_TRUE(listener.separation_);
        EXPECT_NEAR(listener.separation_->velocity, c.velocity, 6e-7);  // digits given
        EXPECT_EQ(listener.impacts.size(), c.impacts);
    }
}

TEST(HertzImpacts, energy_goes_into_damping_alone)
{
    for (const Support support : {Support::pinned_pinned, Support::clamped_free, Support::free_free})
        for (const double damping_ratio : {0.0, 0.01, 0.3}) {
            Problem problem = ball_hits(steel(support, 0.5, 0.6, 40, damping_ratio), 1.0, 0.02);
            problem.sample_every = 1e-5;
            const Listener listener = run(problem, 1e-6, false);
            EXPECT_LT(listener.imbalance, 1e-10 * listener.energy_0);  // of the dense output inside steps
            EXPECT_EQ(damping_ratio > 0.0, listener.damping > 0.0);
        }
}

TEST(HertzImpacts, the_ball_gains_all_impulses)
{
    const Problem problem = ball_hits(steel(Support::free_free, 0.5, 1.0));
    const Listener listener = run(problem);
    double sum = 0.0;
    for (const Impact& impact : listener.impacts) sum += impact.impulse;
    const double gained = ball_of(problem).ball_mass() * (listener.separation_->velocity + 1.0);
    EXPECT_NEAR(sum, gained, 1e-13);  // rounding
    EXPECT_NEAR(listener.impulse, gained, 1e-13);
    // What the ball loses goes into the beam's translation.
    EXPECT_NEAR(listener.v(1) * ball_of(problem).shape()(0), -gained / beam_mass, 1e-12);
}

TEST(HertzImpacts, errors_fall_with_the_square_of_the_tolerance)
{
    const BallOnBeamSpec spec = steel(Support::pinned_pinned, 0.5, 0.3);
    const double exact = final_velocity(spec, 3e-8);
    for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7}) {
        const double allowed = 100.0 * tolerance * tolerance + 1e-12;  // sub-impacts amplify; rounding
        EXPECT_LT(std::abs(final_velocity(spec, tolerance) - exact), allowed) << tolerance;
    }
}

TEST(HertzImpacts, the_sensitivity_is_that_of_runs_with_other_masses)
{
    // By central differences in ln M. The last is so sensitive that only tiny ones are in proportion, and its
    // velocity is found to 1e-11 only.
    struct Sensitive {
        BallOnBeamSpec spec;
        double difference, allowed;
    };
    for (const auto& [spec, d, allowed] : {Sensitive{steel(Support::pinned_pinned, 0.05, 0.5), 1e-5, 1e-7},
                                           {steel(Support::pinned_pinned, 0.5, 0.3), 1e-6, 1e-5},
                                           {steel(Support::free_free, 0.5, 1.0), 1e-6, 1e-5},
                                           {steel(Support::clamped_free, 0.5, 0.6), 2e-7, 1e-3}}) {
        BallOnBeamSpec lighter = spec;
        BallOnBeamSpec heavier = spec;
        lighter.ball.mass *= std::exp(-d);
        heavier.ball.mass *= std::exp(d);
        const double slope = (final_velocity(heavier, 1e-7) - final_velocity(lighter, 1e-7)) / (2.0 * d);
        const Listener listener = run(ball_hits(spec));
        EXPECT_NEAR(listener.separation_->sensitivity / slope, 1.0, allowed);
    }
}

TEST(HertzImpacts, samples_change_nothing)
{
    Problem problem = ball_hits(steel(Support::clamped_free, 0.5, 0.6), 1.0, 0.1);
    const Listener plain = run(problem, 1e-6, false);
    problem.sample_every = 1e-5;
    const Listener sampled = run(problem, 1e-6, false);
    EXPECT_GT(sampled.steps, plain.steps + 9000);
    EXPECT_EQ(plain.separation_->velocity, sampled.separation_->velocity);
    EXPECT_EQ(plain.separation_->sensitivity, sampled.separation_->sensitivity);
    ASSERT_EQ(plain.impacts.size(), sampled.impacts.size());
    for (std::size_t k = 0; k < plain.impacts.size(); ++k)
        EXPECT_NEAR(plain.impacts[k].impulse, sampled.impacts[k].impulse, 1e-14);  // sums in other parts
    EXPECT_EQ(plain.q, sampled.q);
    // The separation was for good.
    EXPECT_GT(sampled.least_gap_after, -1e-15);
    EXPECT_NEAR(sampled.impulse, plain.impulse, 1e-13);
}

TEST(HertzImpacts, the_last_touch_of_an_undamped_beam_is_certified_too)
{
    Problem problem = ball_hits(steel(Support::pinned_pinned, 0.5, 0.3, 40, 0.0), 1.0, 0.2);
    problem.sample_every = 1e-5;
    const Listener listener = run(problem, 1e-6, false);
    ASSERT_TRUE(listener.separation_);
    EXPECT_EQ(listener.separation_->time, listener.impacts.back().end);
    EXPECT_GT(listener.least_gap_after, -1e-15);
}

TEST(HertzImpacts, a_run_that_ends_before_it_is_certain_tells_no_separation)
{
    const Problem problem = ball_hits(steel(Support::clamped_free, 0.5, 0.6), 1.0, 0.02);
    const Listener listener = run(problem);
    EXPECT_FALSE(listener.separation_);
    EXPECT_FALSE(listener.is_open);
    EXPECT_EQ(listener.time, 0.02);
}

TEST(HertzImpacts, a_run_may_end_while_they_press)
{
    const Problem problem = ball_hits(steel(Support::clamped_free, 0.5, 0.6), 1.0, 1e-5);
    const Listener listener = run(problem);
    ASSERT_EQ(listener.impacts.size(), 1U);
    EXPECT_FALSE(listener.impacts[0].is_over);
    EXPECT_EQ(listener.impacts[0].end, 1e-5);
    EXPECT_EQ(listener.time, 1e-5);
    EXPECT_NEAR(listener.impacts[0].impulse, ball_of(problem).ball_mass() * (listener.v(0) + 1.0), 1e-14);
}

TEST(HertzImpacts, a_ball_may_come_from_above_or_never_come)
{
    const BallOnBeamSpec spec = steel(Support::pinned_pinned, 0.5, 0.3);
    Problem problem = ball_hits(spec);
    problem.initial.q(0) = 0.01;
    const Listener listener = run(problem);
    EXPECT_NEAR(listener.impacts.front().time, 0.01, 1e-16);
    EXPECT_NEAR(listener.separation_->velocity, final_velocity(spec), 1e-10);

    problem.initial.v(0) = 1.0;
    const Listener missed = run(problem);
    EXPECT_TRUE(missed.impacts.empty());
    EXPECT_FALSE(missed.separation_);
    EXPECT_EQ(missed.v(0), 1.0);

    problem.initial.q(0) = 0.0;
    problem.initial.v(0) = 0.0;
    EXPECT_TRUE(run(problem).impacts.empty());
}

TEST(HertzImpacts, speeds_and_masses_of_any_size_are_handled)
{
    for (const double speed : {1e-9, 1e-3, 1e3}) {
        const Problem problem = ball_hits(steel(Support::pinned_pinned, 0.5, 0.3), speed);
        const Listener listener = run(problem);
        ASSERT_TRUE(listener.separation_) << speed;
        EXPECT_LT(listener.imbalance, 1e-11 * listener.energy_0);
    }
    for (const double ratio : {1e-9, 1e-3, 100.0}) {
        const Listener listener = run(ball_hits(steel(Support::pinned_pinned, ratio, 0.3), 1.0, 5.0));
        ASSERT_TRUE(listener.separation_) << ratio;
        EXPECT_LT(listener.imbalance, 1e-10 * listener.energy_0);
    }
}

TEST(HertzImpacts, a_tolerance_below_rounding_is_that_of_rounding)
{
    const BallOnBeamSpec spec = steel(Support::pinned_pinned, 0.05, 0.5);
    EXPECT_EQ(final_velocity(spec, 1e-9), final_velocity(spec, 1e-12));
}

TEST(HertzImpacts, a_largest_step_is_kept)
{
    const Problem problem = ball_hits({.ball = {.mass = 0.1}, .beam = {.modes = 0}}, 1.0, 1e-4);
    Listener listener(false);
    const Outcome outcome = integrate_hertz_impacts(problem, {.step = 1e-7}, listener, nullptr);
    EXPECT_EQ(outcome.status, Status::ok);
    EXPECT_GE(outcome.steps, 1000);
}

TEST(HertzImpacts, more_steps_allocate_no_more)
{
    const auto allocated = [](double duration) {
        const Problem problem = ball_hits(steel(Support::clamped_free, 2.0, 1.0), 1.0, duration);
        Recorder silent;
        const long before = allocations();
        const Outcome outcome = integrate_hertz_impacts(problem, {}, silent, nullptr);
        EXPECT_EQ(outcome.status, Status::ok);
        return allocations() - before;
    };
    EXPECT_EQ(allocated(0.02), allocated(0.15));
}

TEST(HertzImpacts, a_run_can_be_interrupted)
{
    const std::atomic<bool> interrupt = true;
    Recorder silent;
    const Problem problem = ball_hits(steel(Support::clamped_free, 2.0, 1.0));
    const Outcome outcome = integrate_hertz_impacts(problem, {}, silent, &interrupt);
    EXPECT_EQ(outcome.status, Status::interrupted);
    EXPECT_LT(outcome.time, 1e-3);
}

}  // namespace
}  // namespace rebond::test
