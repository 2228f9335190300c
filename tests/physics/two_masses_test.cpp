// Two masses thrown at a stop [YoongAcaryLegrand2017]: k = m = 1, u₀ = 0, v₀ = (10, 10), d = 1, e = 0.
// Numbers of an independent implementation; Siconos agrees to 1.4e-12 with the standard scheme.
#include "integration/linear_problem.hpp"

#include <Eigen/Cholesky>

#include <algorithm>

namespace rebond::test {
namespace {

constexpr double h = 1.0 / 500.0;

Problem thrown_at_a_stop(double duration, double e = 0.0)
{
    return linear_problem(linear_system(Matrix::Identity(2, 2), anchored_row(2)),
                          {contact_along(vector({0.0, -1.0}), 1.0, e)}, Vector::Zero(2),
                          Vector::Constant(2, 10.0), duration);
}

void expect_state(const State& state, const Vector& q, const Vector& v, double tolerance)
{
    for (Index i = 0; i < q.size(); ++i) {
        EXPECT_NEAR(state.q(i), q(i), tolerance) << "q" << i << " at " << state.t;
        EXPECT_NEAR(state.v(i), v(i), tolerance) << "v" << i << " at " << state.t;
    }
}

TEST(TwoMasses, standard_moreau_jean)
{
    const Path path = path_of(thrown_at_a_stop(5.0), MoreauJean{.step = h});
    ASSERT_EQ(path.states.size(), 2501u);
    expect_state(path.states[500], vector({7.3825434183, 1.02999903376}), vector({2.26805438215, 0.0}), 1e-9);
    expect_state(path.states[2500], vector({-.225899831032, -9.9439797143}),
                 vector({1.94040298887, -1.32044199056}), 1e-9);
}

TEST(TwoMasses, conserving_moreau_jean)
{
    const Path path = path_of(thrown_at_a_stop(5.0), MoreauJeanConserving{{.step = h}});
    ASSERT_EQ(path.states.size(), 2501u);
    expect_state(path.states[500], vector({10.1891906369, 1.02999903376}), vector({3.50565305489, 0.0}),
                 1e-9);
    expect_state(path.states[2500], vector({-.339081024437, -13.9923933863}),
                 vector({3.16158104706, -1.86453503373}), 1e-9);
}

const State truth{
    .t = 5.0, .q = vector({-.220992901933, -9.9429546008}), .v = vector({1.94127847174, -1.29108220484})};

TEST(TwoMasses, event_driven_truth)
{
    const Path path = path_of(thrown_at_a_stop(5.0), EventAccurate{});
    expect_state(path.last(), truth.q, truth.v, 1e-9);
    EXPECT_NEAR(path.energies.back(), 50.0004162507, 1e-9);
}

// Its own solution of the same: flight, the stop taking v₂, a moment's flight, sustained contact, flight, in
// the modes.
TEST(TwoMasses, event_driven_truth_from_its_modes)
{
    const Matrix M = Matrix::Identity(2, 2), K = anchored_row(2);
    const Vector f = Vector::Zero(2);
    // The first time in (a, b] at which u₂ = 1 from below.
    const auto touch = [&](const State& from, double a, double b) {
        const auto above = [&](double t) { return exact_flight(M, K, f, from, t).q(1) - 1.0; };
        while (above(a + 1e-3) < 0.0 && a < b) a += 1e-3;
        b = a + 1e-3;
        for (int i = 0; i < 60; ++i) (above(0.5 * (a + b)) < 0.0 ? a : b) = 0.5 * (a + b);
        return b;
    };
    State state{.t = 0.0, .q = Vector::Zero(2), .v = Vector::Constant(2, 10.0)};
    for (int impact = 0; impact < 2; ++impact) {
        state = exact_flight(M, K, f, state, touch(state, impact == 0 ? 0.0 : 1e-4, 5.0));
        state.q(1) = 1.0;
        state.v(1) = 0.0;
        if (state.q(0) > 1.0) break;  // the first mass pushes the second against the stop: sustained contact
    }
    ASSERT_GT(state.q(0), 1.0);
    // Sustained contact: the first mass on two springs about ½, released where it is back at 1.
    const double omega = std::sqrt(2.0), x = state.q(0) - 0.5, y = state.v(0) / omega;
    const double amplitude = std::hypot(x, y);
    const double phase = std::acos(0.5 / amplitude) + std::atan2(y, x);
    const double t = phase / omega;
    state = {.t = state.t + t,
             .q = vector({1.0, 1.0}),
             .v = vector({-omega * amplitude * std::sin(std::acos(0.5 / amplitude)), 0.0})};
    state = exact_flight(M, K, f, state, 5.0 - state.t);
    expect_state(state, truth.q, truth.v, 1e-10);  // the digits printed
    expect_state(path_of(thrown_at_a_stop(5.0), EventAccurate{}).last(), state.q, state.v,
                 1e-11);  // rounding
}

TEST(TwoMasses, moreau_jean_converges_to_it_at_first_order)
{
    for (const auto activation : {MoreauJean::Activation::position, MoreauJean::Activation::predicted}) {
        const auto error = [&](double step) {
            return distance(
                path_of(thrown_at_a_stop(5.0), MoreauJean{.step = step, .activation = activation}).last(),
                truth);
        };
        double coarse = error(h);
        for (const double halvings : {2.0, 4.0, 8.0, 16.0, 32.0}) {
            const double fine = error(h / halvings);
            EXPECT_GT(coarse / fine, 1.9) << halvings;
            EXPECT_LT(coarse / fine, 2.1) << halvings;
            coarse = fine;
        }
    }
}

TEST(TwoMasses, predicted_contacts_penetrate_about_three_times_less)
{
    // The approach speed is 10 and nearly constant: by position the step that closes the gap ends up to 10 h
    // beyond it and the next adds half of that, on average h v; predicted, the gap is left open by at most
    // half a step and the next half step goes on: on average a third of it.
    double by_position = 0.0, predicted = 0.0;
    const auto deepest = [](const Path& path) {
        double most = 0.0;
        for (const State& state : path.states) most = std::max(most, state.q(1) - 1.0);
        return most;
    };
    for (int k = 0; k < 50; ++k) {
        const double step = h * (1.0 + 0.02 * k);
        const Problem problem = thrown_at_a_stop(1.0);
        by_position += deepest(path_of(problem, MoreauJean{.step = step})) / step;
        predicted += deepest(path_of(problem, MoreauJean{.step = step,
                                                         .activation = MoreauJean::Activation::predicted})) /
                     step;
    }
    EXPECT_GT(by_position / predicted, 2.0) << by_position << " " << predicted;
    EXPECT_LT(by_position / predicted, 4.0) << by_position << " " << predicted;
}

TEST(TwoMasses, conserving_scheme_keeps_the_energy)
{
    const Path path = path_of(thrown_at_a_stop(100.0), MoreauJeanConserving{{.step = h}});
    ASSERT_EQ(path.energies.size(), 50001u);
    for (const double energy : path.energies) ASSERT_NEAR(energy, 100.0, 1e-9);  // rounding
}

TEST(TwoMasses, conserving_motion_is_periodic_from_the_first_release)
{
    const Path path = path_of(thrown_at_a_stop(100.0), MoreauJeanConserving{{.step = h}});
    std::vector<double> releases;
    for (const Impact& impact : path.impacts)
        if (impact.end - impact.time > 0.5 && impact.end < 99.9) releases.push_back(impact.end);
    ASSERT_GT(releases.size(), 5u);
    // The first phase still carries the penetration of the first impact, 15 h deep where the others are a
    // fifth of that: a step or two more.
    EXPECT_NEAR(releases[1] - releases[0], 7.460318465396, 5.0 * h);
    for (std::size_t k = 2; k < releases.size(); ++k)
        EXPECT_NEAR(releases[k] - releases[k - 1], 7.460318465396, 3.0 * h) << k;
}

// E^{i+1} − Eⁱ = (½ − θ)(|Δv|²_M + |Δu|²_K) + v₂^{i+θ}R, with R from the momentum balance and nothing of the
// program's but its states. The first row of the balance, which has no impulse, holds too.
void expect_balance(const Matrix& M, const Matrix& C, const Matrix& K, const Vector& force, double theta,
                    double e)
{
    const Problem problem =
        linear_problem(linear_system(M, K, force, C), {contact_along(vector({0.0, -1.0}), 1.0, e)},
                       Vector::Zero(2), Vector::Constant(2, 10.0), 8.0);
    constexpr double step = 0.01;
    const Path path = path_of(problem, MoreauJean{.step = step, .theta = theta});
    const auto energy = [&](const State& s) {
        return 0.5 * s.v.dot(M * s.v) + 0.5 * s.q.dot(K * s.q) - force.dot(s.q);
    };
    int pushes = 0;
    double told = 0.0;
    for (std::size_t i = 0; i + 1 < path.states.size(); ++i) {
        const State &a = path.states[i], &b = path.states[i + 1];
        const Vector dv = b.v - a.v, dq = b.q - a.q;
        const Vector q = (1.0 - theta) * a.q + theta * b.q, v = (1.0 - theta) * a.v + theta * b.v;
        const Vector impulse = M * dv + step * (K * q + C * v - force);
        ASSERT_NEAR(impulse(0), 0.0, 1e-12) << i;
        ASSERT_LT(impulse(1), 1e-12) << i;  // the stop never pulls
        ASSERT_NEAR((dq - step * v).norm(), 0.0, 1e-12) << i;
        const double expected =
            (0.5 - theta) * (dv.dot(M * dv) + dq.dot(K * dq)) + v(1) * impulse(1) - step * v.dot(C * v);
        ASSERT_NEAR(energy(b) - energy(a), expected, 1e-11) << i;  // rounding of energies about 100
        if (impulse(1) < -1e-9) ++pushes;
        told += 0.5 * (a.v(1) + b.v(1)) * impulse(1);  // what an impulse takes, whatever θ
    }
    EXPECT_GT(pushes, e == 0.0 ? 100 : 2);  // sustained contact or bounces
    double lost = 0.0;
    for (const Impact& impact : path.impacts) lost += impact.energy_loss;
    EXPECT_NEAR(lost, -told, 1e-9);  // rounding of 800 steps
}

TEST(TwoMasses, energy_balance_of_a_step_is_an_identity_for_every_theta)
{
    const Matrix one = Matrix::Identity(2, 2), zero = Matrix::Zero(2, 2);
    Matrix M(2, 2), C(2, 2);
    M << 2.0, 0.5, 0.5, 1.0;
    C << 0.2, -0.1, -0.1, 0.1;
    for (const double theta : {0.5, 0.7, 1.0})
        for (const double e : {0.0, 0.3}) {
            expect_balance(one, zero, anchored_row(2), Vector::Zero(2), theta, e);
            expect_balance(M, zero, anchored_row(2), vector({-1.0, 3.0}), theta, e);
            expect_balance(M, C, anchored_row(2), vector({-1.0, 3.0}), theta, e);
        }
}

TEST(TwoMasses, energy_that_contacts_gave_and_nobody_can_take_back_is_counted_and_told)
{
    Problem problem = thrown_at_a_stop(h);
    problem.initial.q = vector({1000.0, 1.0});
    problem.initial.v = vector({1.999, -0.1});
    Path conserving;
    const Outcome outcome = integrate(problem, MoreauJeanConserving{{.step = h}}, conserving);
    EXPECT_EQ(outcome.status, Status::ok);
    ASSERT_EQ(outcome.warnings.size(), 1u);
    EXPECT_NE(outcome.warnings[0].find("1 of 1 steps"), std::string::npos) << outcome.warnings[0];
    // The step is the standard one.
    const Path standard = path_of(problem, MoreauJean{.step = h});
    EXPECT_EQ(conserving.last().q, standard.last().q);
    EXPECT_EQ(conserving.last().v, standard.last().v);
    EXPECT_GT(standard.energies.back(), standard.energies.front());
}

// Four masses in a row under a constant force, the last one stopped, any of the others corrected.
TEST(TwoMasses, any_masses_may_get_the_energy_back)
{
    constexpr double step = 1e-3;
    constexpr double theta = 0.5;
    for (const std::vector<Index>& corrected :
         std::vector<std::vector<Index>>{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}, {2, 0}}) {
        const Problem problem = linear_problem(
            linear_system(Matrix::Identity(4, 4), anchored_row(4), vector({0.5, -1.0, 0.25, 2.0})),
            {contact_along(vector({0.0, 0.0, 0.0, -1.0}), 1.0, 0.0)}, Vector::Zero(4),
            Vector::Constant(4, 10.0), 20.0);
        const MoreauJeanConserving scheme{{.step = step, .theta = theta}, corrected};
        Path path;
        const Outcome outcome = integrate(problem, scheme, path);
        EXPECT_EQ(outcome.status, Status::ok);
        EXPECT_TRUE(outcome.warnings.empty()) << outcome.warnings[0];
        EXPECT_FALSE(path.impacts.empty());
        for (const double energy : path.energies) ASSERT_NEAR(energy, 200.0, 1e-9);  // rounding
        // In the first step with contact the corrected masses alone part from the standard scheme, all by
        // the same velocity, and by hθ times that.
        const Path standard = path_of(problem, MoreauJean{.step = step, .theta = theta});
        std::size_t i = 0;
        while (path.states[i].v == standard.states[i].v) ++i;
        const Vector dv = path.states[i].v - standard.states[i].v;
        const Vector dq = path.states[i].q - standard.states[i].q;
        for (Index j = 0; j < 4; ++j) {
            const bool is_corrected = std::find(corrected.begin(), corrected.end(), j) != corrected.end();
            EXPECT_NEAR(dv(j), is_corrected ? dv(corrected[0]) : 0.0, 1e-14);
            EXPECT_NEAR(dq(j), step * theta * dv(j), 1e-14);
        }
        EXPECT_NE(dv(corrected[0]), 0.0);
    }
}

// For any θ the correction gives back c and nothing else: the θ-rule's own loss stays.
TEST(TwoMasses, restores_what_contacts_took_and_leaves_thetas_loss)
{
    constexpr double step = 0.01;
    const Matrix K = anchored_row(2);
    for (const double theta : {0.5, 0.7, 1.0}) {
        const Path path =
            path_of(thrown_at_a_stop(20.0), MoreauJeanConserving{{.step = step, .theta = theta}});
        for (std::size_t i = 0; i + 1 < path.states.size(); ++i) {
            // The uncorrected end of the step, by the equations.
            const State& a = path.states[i];
            const Matrix S = Matrix::Identity(2, 2) + step * step * theta * theta * K;
            Vector dv = S.ldlt().solve(Vector(-step * (K * (a.q + step * theta * a.v))));
            double R = 0.0;
            if (a.q(1) >= 1.0 && a.v(1) + dv(1) > 0.0) {
                const Vector response = S.ldlt().solve(vector({0.0, 1.0}));
                R = -(a.v(1) + dv(1)) / response(1);
                dv += R * response;
            }
            const Vector dq = step * (a.v + theta * dv);
            const double loss = (0.5 - theta) * (dv.squaredNorm() + dq.dot(K * dq));
            ASSERT_NEAR(path.energies[i + 1] - path.energies[i], loss, 1e-11) << theta << ", " << i;
        }
    }
}

}  // namespace
}  // namespace rebond::test
