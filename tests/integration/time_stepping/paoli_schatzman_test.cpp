#include "rebond/integration/time_stepping/paoli_schatzman.hpp"

#include "integration/linear_body.hpp"
#include "integration/linear_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <optional>

namespace rebond::test {
namespace {

Story stepped(const Problem& problem, const Scheme& scheme)
{
    Story story;
    const Outcome outcome = integrate(problem, scheme, story);
    EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
    return story;
}

TEST(PaoliSchatzman, free_flight_is_second_order)
{
    const auto error = [](bool implicit, int steps) {
        const double duration = 3.0;  // before the impact at π
        const Scheme scheme = implicit ? Scheme(PaoliSchatzmanImplicit{duration / steps})
                                       : Scheme(PaoliSchatzman{duration / steps});
        const Story story = stepped(bouncing_oscillator(1.0, duration), scheme);
        return std::hypot(story.last.q(0) - std::sin(3.0), story.last.v(0) - std::cos(3.0));
    };
    for (const bool implicit : {false, true}) {
        const double order = std::log2(error(implicit, 200) / error(implicit, 800)) / 2.0;
        EXPECT_NEAR(order, 2.0, 0.05);
    }
}

TEST(PaoliSchatzman, velocity_is_reversed_and_multiplied_by_restitution)
{
    // Without forces the printed calculation says: exactly, in at most two steps.
    for (const double e : {0.0, 0.5, 1.0}) {
        Problem problem = bouncing_ball(e, 2.0);
        problem.model =
            std::make_shared<LinearBody>(Matrix::Identity(1, 1), Matrix::Zero(1, 1), Vector::Zero(1));
        problem.initial.v(0) = -1.0;
        for (const double step : {0.01, 0.0137}) {
            const Story story = stepped(problem, PaoliSchatzman{step});
            ASSERT_EQ(story.impacts.size(), 1u);
            EXPECT_NEAR(story.impacts[0].velocity_before, -1.0, 1e-12);
            EXPECT_NEAR(story.impacts[0].velocity_after, e, 1e-11);
            EXPECT_NEAR(story.impacts[0].impulse, 1.0 + e, 1e-11);
            EXPECT_LE(story.impacts[0].end - story.impacts[0].time, 1.01 * step);
            EXPECT_NEAR(story.last.v(0), e, 1e-11);
        }
    }
}

TEST(PaoliSchatzman, a_contact_that_pushes_at_once_leaves_the_start_as_it_is)
{
    for (const bool implicit : {false, true})
        for (const bool leaps : {false, true}) {
            const double h = 1e-3;
            Problem problem = bouncing_ball(0.0, 0.1);
            if (leaps)
                problem.model = std::make_shared<Linear>(
                    linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1), Vector::Constant(1, -9.81)));
            problem.initial.q(0) = 0.0;
            problem.initial.v(0) = -2.0;
            const Path path =
                path_of(problem, implicit ? Scheme(PaoliSchatzmanImplicit{h}) : Scheme(PaoliSchatzman{h}));
            EXPECT_EQ(path.states.front().v(0), -2.0);
            EXPECT_DOUBLE_EQ(path.energies.front(), 2.0);
            ASSERT_GE(path.impacts.size(), 1u);
            EXPECT_NEAR(path.impacts[0].energy_loss, 2.0, 2.0 * 9.81 * h);  // what weight does in a step
        }
}

// q⁻¹ below the plane is no motion that was: a body that leaves the plane at the start gets no impulse.
TEST(PaoliSchatzman, a_body_that_leaves_at_the_start_is_not_struck)
{
    for (const double e : {0.0, 0.5, 1.0})
        for (const Scheme& scheme : {Scheme(PaoliSchatzman{1e-3}), Scheme(PaoliSchatzmanImplicit{1e-3})}) {
            Problem problem = bouncing_ball(e, 0.1);
            problem.initial.q(0) = 0.0;
            problem.initial.v(0) = 1.0;
            const Path path = path_of(problem, scheme);
            EXPECT_TRUE(path.impacts.empty()) << e;
        }
}

TEST(PaoliSchatzman, ball_comes_to_rest_on_the_plane)
{
    const Story story = stepped(bouncing_ball(0.0, 2.0), PaoliSchatzman{1e-3});
    ASSERT_EQ(story.impacts.size(), 1u);
    EXPECT_NEAR(story.impacts[0].time, 1.0, 2e-3);
    EXPECT_NEAR(story.impacts[0].end, 2.0, 1e-12);                 // lasting contact is one impact
    EXPECT_NEAR(story.impacts[0].impulse, 2.0 + 2.0 * 1.0, 1e-2);  // 2 to stop it, then m g over a second
    EXPECT_NEAR(story.last.q(0), 0.0, 1e-12);
}

TEST(PaoliSchatzman, energy_books_of_the_implicit_scheme_close_exactly)
{
    // E^{n+½} = ½|v^{n+½}|² + ½|q^{n+½}|²_K, from consecutive steps, changes by the work Δt ν w·vⁿ of the
    // reaction and by nothing else, whatever the step.
    constexpr double step = 0.05;
    struct HalfSteps final : Recorder {
        Matrix K = (Matrix(2, 2) << 2.0, -1.0, -1.0, 1.0).finished();
        std::optional<Vector> before;
        std::vector<double> energy;
        double lost = 0.0;
        void step(const Instant& now) override
        {
            if (before) {
                const Vector v = (now.q() - *before) / 0.05;
                const Vector q = 0.5 * (now.q() + *before);
                energy.push_back(0.5 * v.squaredNorm() + 0.5 * q.dot(K * q));
            }
            before = now.q();
        }
        void impact(const Impact& impact) override { lost += impact.energy_loss; }
    };
    for (const double e : {0.0, 0.4, 1.0}) {
        HalfSteps balance;
        ASSERT_EQ(integrate(two_masses(e, 20.0), PaoliSchatzmanImplicit{step}, balance).status, Status::ok);
        EXPECT_NEAR(balance.energy.back() - balance.energy.front(), -balance.lost, 1e-9) << e;  // rounding
        EXPECT_GT(std::abs(balance.lost), 1e-6) << e;
    }
}

TEST(PaoliSchatzman, converges_to_the_sticking_solution)
{
    const auto error = [](double step) {
        const Story story = stepped(two_masses(0.0, 5.0), PaoliSchatzman{step});
        return std::hypot(story.last.q(0) + 0.220992901933, story.last.q(1) + 9.9429546008);
    };
    EXPECT_LT(error(1e-4), 5e-3);
    EXPECT_LT(error(1e-5), 5e-4);
}

TEST(PaoliSchatzman, long_steps_are_no_trouble_for_the_implicit_scheme)
{
    // ω Δt = 20 on the stiffest spring.
    Matrix K(2, 2);
    K << 1e6 + 1.0, -1e6, -1e6, 1e6;
    Problem problem = two_masses(1.0, 10.0);
    problem.model = std::make_shared<LinearBody>(Matrix::Identity(2, 2), K, Vector::Zero(2));
    problem.initial.v << 1.0, 1.0;
    const Story story = stepped(problem, PaoliSchatzmanImplicit{0.0141});
    EXPECT_TRUE(std::isfinite(story.energy));
    EXPECT_LT(story.energy, 3.0);
}

TEST(PaoliSchatzman, says_that_a_run_ends_within_an_impact)
{
    // From ½ m the ball touches after √(1/9.81) = 0.3193 s.
    const auto warnings_until = [](double duration) {
        Path path;
        const Problem problem = linear_problem(
            linear_system(Matrix::Ones(1, 1), Matrix::Zero(1, 1), Vector::Constant(1, -9.81)),
            {contact_along(Vector::Ones(1), 0.0, 1.0)}, Vector::Constant(1, 0.5), Vector::Zero(1), duration);
        return integrate(problem, PaoliSchatzman{.step = 1e-3}, path).warnings.size();
    };
    EXPECT_EQ(warnings_until(0.3), 0u);
    EXPECT_EQ(warnings_until(0.321), 1u);
    EXPECT_EQ(warnings_until(0.33), 0u);
}

// A mass that rests on its stop has v^{−½} = 0, not +gΔt/2.
TEST(PaoliSchatzman, a_body_at_rest_loses_and_gains_nothing)
{
    const Problem problem =
        linear_problem(linear_system(Matrix::Ones(1, 1), Matrix::Zero(1, 1), Vector::Constant(1, -9.81)),
                       {contact_along(Vector::Ones(1), 0.0, 0.5)}, Vector::Zero(1), Vector::Zero(1), 1.0);
    for (const Scheme& scheme :
         {Scheme(PaoliSchatzman{.step = 1e-3}), Scheme(PaoliSchatzmanImplicit{.step = 1e-3})}) {
        const Path path = path_of(problem, scheme);
        EXPECT_EQ(path.last().q(0), 0.0);
        for (const Impact& impact : path.impacts) EXPECT_EQ(impact.energy_loss, 0.0);
    }
}

}  // namespace
}  // namespace rebond::test
