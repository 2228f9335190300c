// Bodies given as functions, against models of the engine and exact solutions.
#include "rebond/mechanics/user/user_model.hpp"

#include "rebond/analysis/run_problem.hpp"
#include "rebond/mechanics/user/body_checks.hpp"
#include "rebond/mechanics/user/energy_rate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond {
namespace {

// A double pendulum of unit masses and lengths without gravity: M depends on q, and f is Coriolis's. With
// damping c of the first joint, and a wrong factor of the whole force.
class DoublePendulum final : public UserBody {
public:
    explicit DoublePendulum(double damping = 0.0, double factor = 1.0) : c_(damping), factor_(factor) {}

    void mass(const Vector& q, Matrix& M) override
    {
        const double coupling = std::cos(q(0) - q(1));
        M << 2.0, coupling, coupling, 1.0;
    }
    void force(double /*t*/, const Vector& q, const Vector& v, Vector& f) override
    {
        const double s = std::sin(q(0) - q(1));
        f << -s * v(1) * v(1) - c_ * v(0), s * v(0) * v(0);
        f *= factor_;
    }
    Energy energy(const Vector& q, const Vector& v) override
    {
        return {.kinetic = v(0) * v(0) + 0.5 * v(1) * v(1) + std::cos(q(0) - q(1)) * v(0) * v(1)};
    }

private:
    double c_, factor_;
};

Problem turning(double damping)
{
    Problem problem;
    const UserTraits traits{.dofs = 2, .is_conservative = damping == 0.0};
    problem.model =
        std::make_shared<UserModel>(traits, [=] { return std::make_unique<DoublePendulum>(damping); });
    problem.initial = {
        .t = 0.0, .q = (Vector(2) << 0.3, 1.1).finished(), .v = (Vector(2) << 1.0, -0.5).finished()};
    problem.duration = 5.0;
    problem.sample_every = 5.0;
    return problem;
}

// Its angular momentum about the pivot is constant without damping.
double momentum(const State& state)
{
    const double coupling = std::cos(state.q(0) - state.q(1));
    return (2.0 + coupling) * state.v(0) + (1.0 + coupling) * state.v(1);
}

TEST(UserModel, keeps_energy_and_angular_momentum_of_a_double_pendulum)
{
    const Problem problem = turning(0.0);
    const RunResult done = run_problem(problem, EventAccurate{.tolerance = 1e-9}, {});
    ASSERT_EQ(done.outcome.status, Status::ok);
    EXPECT_NEAR(done.findings.energy.balance_error, 0.0, 1e-12);  // the scheme's own, of order 12
    EXPECT_NEAR(momentum(done.findings.final), momentum(problem.initial), 1e-12);
}

TEST(UserModel, has_the_same_motion_by_implicit_schemes_with_derivatives_by_differences)
{
    const Problem problem = turning(0.3);
    const Vector exact = run_problem(problem, EventAccurate{.tolerance = 1e-9}, {}).findings.final.q;
    const auto error = [&](double step) {
        return (run_problem(problem, MoreauJean{.step = step}, {}).findings.final.q - exact).norm();
    };
    // Second order between impacts.
    EXPECT_NEAR(std::log2(error(2e-2) / error(1e-2)), 2.0, 0.1);
}

TEST(UserModel, books_damping_by_the_rate_of_the_energy)
{
    const Problem problem = turning(0.3);
    const EnergyFindings energy = run_problem(problem, EventAccurate{.tolerance = 1e-9}, {}).findings.energy;
    EXPECT_GT(energy.lost_in_damping, 0.1);
    EXPECT_NEAR(energy.balance_error, 0.0, 1e-10);  // of differences of fourth order
}

TEST(EnergyRate, is_the_power_of_damping)
{
    DoublePendulum body(0.3);
    const Vector q = (Vector(2) << 0.3, 1.1).finished(), v = (Vector(2) << 1.0, -0.5).finished();
    EnergyRate rate(2);
    EXPECT_NEAR(rate(body, 0.0, q, v), -0.3, 1e-10);  // differences of fourth order
}

TEST(BodyChecks, tell_damping_from_forces_that_do_not_belong_to_the_energy)
{
    const Vector q = (Vector(2) << 0.3, 1.1).finished(), v = (Vector(2) << 1.0, -0.5).finished();
    DoublePendulum free, damped(0.3), driven(-0.3), wrong(0.0, 2.0);
    EXPECT_TRUE(judge_body(free, q, v, 1.0).is_conservative);
    EXPECT_FALSE(judge_body(damped, q, v, 1.0).is_conservative);
    EXPECT_THROW((void)judge_body(driven, q, v, 1.0), InputError);
    EXPECT_THROW((void)judge_body(wrong, q, v, 1.0), InputError);
}

// Stops the run at a time.
class Stopping final : public UserBody {
public:
    void mass(const Vector&, Matrix& M) override { M(0, 0) = 1.0; }
    void force(double t, const Vector&, const Vector&, Vector& f) override
    {
        if (t > 0.5) throw RunStopped();
        f(0) = 0.0;
    }
    Energy energy(const Vector&, const Vector& v) override { return {.kinetic = 0.5 * v(0) * v(0)}; }
};

TEST(RunProblem, keeps_what_was_computed_when_the_model_stops_it)
{
    Problem problem;
    problem.model =
        std::make_shared<UserModel>(UserTraits{.dofs = 1}, [] { return std::make_unique<Stopping>(); });
    problem.initial = {.t = 0.0, .q = Vector::Zero(1), .v = Vector::Ones(1)};
    problem.duration = 1.0;
    problem.sample_every = 0.1;
    const RunResult done = run_problem(problem, MoreauJean{.step = 1e-2}, {});
    EXPECT_EQ(done.outcome.status, Status::interrupted);
    EXPECT_TRUE(done.stopped_by);
    EXPECT_NEAR(done.outcome.time, 0.5, 0.011);
    EXPECT_NEAR(done.findings.final.q(0), done.outcome.time, 1e-12);  // rounding
}

}  // namespace
}  // namespace rebond
