#include "rebond/integration/time_stepping/moreau_jean.hpp"

#include "integration/linear_body.hpp"
#include "integration/linear_problem.hpp"
#include "physics/dropped_bar.hpp"
#include "rebond/analysis/findings.hpp"

#include <numbers>

namespace rebond::test {
namespace {

TEST(MoreauJean, free_flight_is_of_second_order_at_theta_one_half_and_of_first_beyond)
{
    const auto error = [](double theta, int steps) {
        const Path path =
            path_of(bouncing_oscillator(1.0, 3.0), MoreauJean{.step = 3.0 / steps, .theta = theta});
        return std::hypot(path.last().q(0) - std::sin(3.0), path.last().v(0) - std::cos(3.0));
    };
    EXPECT_NEAR(std::log2(error(0.5, 200) / error(0.5, 800)) / 2.0, 2.0, 0.05);
    EXPECT_NEAR(std::log2(error(0.8, 800) / error(0.8, 3200)) / 2.0, 1.0, 0.05);
}

TEST(MoreauJean, free_flight_is_the_rule_itself)
{
    // v⁺ = [(1 − θ(1−θ)h²)v − h q]/(1 + θ²h²) for a unit oscillator, by elimination.
    const double h = 0.3;
    for (const double theta : {0.0, 0.3, 0.5, 1.0}) {
        Problem problem = bouncing_oscillator(1.0, h);
        problem.initial.q(0) = 2.0;
        problem.initial.v(0) = -0.7;
        const State end = path_of(problem, MoreauJean{.step = h, .theta = theta}).last();
        const double v =
            ((1.0 - theta * (1.0 - theta) * h * h) * -0.7 - h * 2.0) / (1.0 + theta * theta * h * h);
        EXPECT_NEAR(end.v(0), v, 1e-15) << theta;
        EXPECT_NEAR(end.q(0), 2.0 + h * ((1.0 - theta) * -0.7 + theta * v), 1e-15) << theta;
    }
}

TEST(MoreauJean, theta_above_one_half_damps_and_below_it_gains)
{
    const auto energy = [](double theta) {
        return path_of(bouncing_oscillator(1.0, 3.0), MoreauJean{.step = 0.01, .theta = theta})
            .energies.back();
    };
    EXPECT_NEAR(energy(0.5), 0.5, 1e-13);
    EXPECT_LT(energy(0.6), 0.5);
    EXPECT_GT(energy(0.4), 0.5);
    // E^{i+1}/Eⁱ = (1 + (1−θ)²h²)/(1 + θ²h²).
    EXPECT_NEAR(energy(0.6), 0.5 * std::pow((1.0 + 0.16e-4) / (1.0 + 0.36e-4), 300), 1e-13);
}

TEST(MoreauJean, a_ball_is_reversed_and_multiplied_by_restitution_in_one_step)
{
    for (const auto activation : {MoreauJean::Activation::position, MoreauJean::Activation::predicted})
        for (const double e : {0.0, 0.5, 1.0}) {
            Problem problem = bouncing_ball(e, 2.0);
            problem.model =
                std::make_shared<LinearBody>(Matrix::Identity(1, 1), Matrix::Zero(1, 1), Vector::Zero(1));
            problem.initial.v(0) = -1.0;
            const Path path = path_of(problem, MoreauJean{.step = 0.0137, .activation = activation});
            ASSERT_EQ(path.impacts.size(), 1u) << e;
            EXPECT_NEAR(path.impacts[0].velocity_before, -1.0, 1e-14);
            EXPECT_NEAR(path.impacts[0].velocity_after, e, 1e-14);
            EXPECT_NEAR(path.impacts[0].impulse, 1.0 + e, 1e-14);
            EXPECT_NEAR(path.impacts[0].energy_loss, 0.5 * (1.0 - e * e), 1e-14);
            EXPECT_EQ(path.impacts[0].time, path.impacts[0].end);
            EXPECT_NEAR(path.impacts[0].time, 1.0, 2.0 * 0.0137);
        }
}

TEST(MoreauJean, activation_decides_which_step_pushes)
{
    // Gap 0.55 h at speed 1: half a step later it is closed by 0.05 h less than nothing, so `predicted` waits
    // one step; at 0.45 h it pushes at once, and `position` waits for the gap to close.
    const double h = 0.1;
    const auto pushes_at = [&](double gap, MoreauJean::Activation activation) {
        Problem problem = bouncing_ball(0.0, 1.0);
        problem.model =
            std::make_shared<LinearBody>(Matrix::Identity(1, 1), Matrix::Zero(1, 1), Vector::Zero(1));
        problem.initial.q(0) = gap * h;
        problem.initial.v(0) = -1.0;
        return path_of(problem, MoreauJean{.step = h, .activation = activation}).impacts.at(0).time / h;
    };
    EXPECT_NEAR(pushes_at(0.45, MoreauJean::Activation::predicted), 1.0, 1e-12);
    EXPECT_NEAR(pushes_at(0.55, MoreauJean::Activation::predicted), 2.0, 1e-12);
    EXPECT_NEAR(pushes_at(0.45, MoreauJean::Activation::position), 2.0, 1e-12);
    EXPECT_NEAR(pushes_at(1.05, MoreauJean::Activation::position), 3.0, 1e-12);
    EXPECT_NEAR(pushes_at(0.0, MoreauJean::Activation::position), 1.0, 1e-12);  // gap = 0 is closed
}

TEST(MoreauJean, converges_at_first_order_through_impacts)
{
    for (const double e : {1.0, 0.6, 0.0}) {
        const double duration = 1.5 * std::numbers::pi;
        const auto error = [&](int steps) {
            const State end =
                path_of(bouncing_oscillator(e, duration), MoreauJean{.step = duration / steps}).last();
            return std::hypot(end.q(0) - e, end.v(0));  // exact: top of the second arch
        };
        EXPECT_GT(std::log(error(500) / error(8000)) / std::log(16.0), 0.9) << e;
    }
}

TEST(MoreauJean, a_ball_comes_to_rest_and_its_weight_is_carried)
{
    const Path path = path_of(bouncing_ball(0.0, 3.0), MoreauJean{.step = 1e-3});
    ASSERT_EQ(path.impacts.size(), 1u);
    EXPECT_NEAR(path.impacts[0].impulse, 2.0 + 2.0 * 2.0, 1e-2);  // momentum, then m g for 2 s; an O(h) later
    EXPECT_EQ(path.last().v(0), 0.0);
    EXPECT_LT(std::abs(path.last().q(0)), 2.0 * 2e-3);  // penetration O(h)
}

TEST(MoreauJean, damping_and_harmonic_loads_enter_at_the_middle_of_a_step)
{
    // q̈ + 0.2 q̇ + q = cos 2t from its steady motion, exact: amplitude 1/√(9 + 0.16).
    LinearSystem system =
        linear_system(Matrix::Identity(1, 1), Matrix::Identity(1, 1), {}, Matrix::Constant(1, 1, 0.2));
    system.harmonics.push_back({.amplitude = vector({1.0}), .frequency = 2.0, .phase = 0.4});
    const double amplitude = 1.0 / std::sqrt(9.0 + 0.16), lag = std::atan2(0.4, -3.0) - 0.4;
    const auto exact = [&](double t) {
        return State{t, vector({amplitude * std::cos(2.0 * t - lag)}),
                     vector({-2.0 * amplitude * std::sin(2.0 * t - lag)})};
    };
    const auto error = [&](double step) {
        const Problem problem = linear_problem(system, {}, exact(0.0).q, exact(0.0).v, 2.0);
        return distance(path_of(problem, MoreauJean{.step = step}).last(), exact(2.0));
    };
    EXPECT_NEAR(std::log2(error(0.02) / error(0.005)) / 2.0, 2.0, 0.05);
}

TEST(MoreauJean, conserving_keeps_physical_damping)
{
    // What dampers take over a step is h v·Cv at its middle: the correction does not give that back.
    const Matrix C = 0.05 * anchored_row(2);
    const Problem problem = linear_problem(linear_system(Matrix::Identity(2, 2), anchored_row(2), {}, C),
                                           {contact_along(vector({0.0, -1.0}), 1.0, 0.0)}, Vector::Zero(2),
                                           Vector::Constant(2, 10.0), 5.0);
    const double h = 1e-3;
    const Path path = path_of(problem, MoreauJeanConserving{{.step = h}});
    double dissipated = 0.0;
    for (std::size_t i = 0; i + 1 < path.states.size(); ++i) {
        const Vector v = (path.states[i + 1].q - path.states[i].q) / h;
        dissipated += h * v.dot(C * v);
    }
    // The damper's work is that of the uncorrected velocity: the correction moves it by O(h) in all.
    EXPECT_NEAR(path.energies.front() - path.energies.back(), dissipated, 0.02 * dissipated);
}

TEST(MoreauJean, conserving_has_no_energy_loss_to_tell)
{
    const Problem problem = linear_problem(linear_system(Matrix::Identity(2, 2), anchored_row(2)),
                                           {contact_along(vector({0.0, -1.0}), 1.0, 0.0)}, Vector::Zero(2),
                                           Vector::Constant(2, 10.0), 5.0);
    const Path path = path_of(problem, MoreauJeanConserving{{.step = 1.0 / 500.0}});
    ASSERT_FALSE(path.impacts.empty());
    for (const Impact& impact : path.impacts) EXPECT_EQ(impact.energy_loss, 0.0);
}

TEST(MoreauJean, works_on_a_bar_which_is_not_linear)
{
    Scene scene = dropped_bar(Springs::paired, 75, 0.0, 5e-3);
    const Findings found = run_by(MoreauJean{.step = 1e-7}, scene);
    EXPECT_NEAR(*found.first_impact, 3.586893e-3, 2e-7);  // printed digits, and a step
    ASSERT_EQ(found.episodes.size(), 1u);
    EXPECT_LT(found.energy.final, found.energy.initial);
    EXPECT_LT(std::abs(found.energy.balance_error), 1e-5 * found.energy.initial);
}

// An impact takes ½(1 − e²)u²/G whatever θ; what the rule itself damps is of the order of the step.
TEST(MoreauJean, books_the_loss_of_an_impact_for_every_theta)
{
    for (const double theta : {0.5, 0.6, 0.75, 1.0})
        for (const double e : {0.0, 0.5, 1.0}) {
            // v = 1 at the middle, √¾ at the stop.
            const Problem problem =
                linear_problem(linear_system(Matrix::Ones(1, 1), Matrix::Ones(1, 1)),
                               {contact_along(vector({-1.0}), 0.5, e)}, Vector::Zero(1), vector({1.0}), 1.0);
            Analyst analyst(problem, {});
            ASSERT_EQ(integrate(problem, MoreauJean{.step = 1e-4, .theta = theta}, analyst).status,
                      Status::ok);
            const EnergyFindings energy = analyst.findings().energy;
            EXPECT_NEAR(energy.lost_in_impacts, 0.5 * (1.0 - e * e) * 0.75, 5e-4) << theta << " " << e;
            EXPECT_NEAR(energy.balance_error, 0.0, 5e-4) << theta << " " << e;
        }
}

}  // namespace
}  // namespace rebond::test
