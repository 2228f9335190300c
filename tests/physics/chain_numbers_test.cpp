// The numbers of the second paper's problem, from an independent implementation: steel, N springs, full end
// masses unless said otherwise.
#include "integration/linear_problem.hpp"
#include "physics/dropped_chain.hpp"
#include "rebond/mechanics/free_vibration.hpp"

#include <numbers>

namespace rebond::test {
namespace {

TEST(ChainNumbers, first_impact_is_a_ballistic_fall)
{
    for (const Index N : {10, 200}) {
        const Bounce bounce = first_bounce(dropped_chain(N, 0.0));
        EXPECT_NEAR(*bounce.findings.first_impact, 0.009552424562332, 5e-16);           // printed digits
        EXPECT_NEAR(*bounce.findings.restitution.impact_speed, 1.093709284956, 5e-13);  // printed digits
        EXPECT_NEAR(*bounce.findings.first_impact, fall_time, 1e-16);                   // rounding
        EXPECT_NEAR(*bounce.findings.restitution.impact_speed, fall_speed, 1e-13);
    }
}

TEST(ChainNumbers, wave_transit)
{
    EXPECT_NEAR(*Chain({}, 9.81).wave_transit(), 7.74682239004e-5, 5e-17);  // printed digits
}

TEST(ChainNumbers, stability_limit_of_the_explicit_scheme)
{
    for (const Index N : {1, 2, 10, 200}) {
        const ChainSpec spec{.springs = N};
        const double limit = 2.0 / highest_frequency(Chain(spec, 9.81), Vector::Zero(N + 1));
        EXPECT_NEAR(limit, stability_limit(spec), 1e-9 * limit)
            << N;  // Lanczos to rounding for a few hundred
    }
}

struct Row {
    Index N;
    double e;
    long impacts;  // 0: they accumulate
    double duration, velocity, energy_loss;
};

constexpr double tolerance = 1e-9;  // of independent digits; event-driven to rounding

void expect_row_by(const Scheme& scheme, const Row& row)
{
    SCOPED_TRACE(scheme.index());
    const Bounce bounce = first_bounce(dropped_chain(row.N, row.e, scheme));
    EXPECT_NEAR(bounce.duration, row.duration, tolerance) << row.N << ", " << row.e;
    EXPECT_NEAR(bounce.velocity, row.velocity, tolerance) << row.N << ", " << row.e;
    EXPECT_NEAR(bounce.energy_loss, row.energy_loss, tolerance) << row.N << ", " << row.e;
    if (row.impacts > 0) {
        EXPECT_EQ(bounce.impacts, row.impacts) << row.N << ", " << row.e;
    }
    EXPECT_EQ(bounce.findings.episodes.size(), 1u) << row.N << ", " << row.e;
    EXPECT_LT(std::abs(bounce.findings.energy.balance_error), 1e-11 * bounce.findings.energy.initial);
}

void expect_row(const Row& row)
{
    expect_row_by(EventAccurate{}, row);
    expect_row_by(EventModal{}, row);
}

TEST(ChainNumbers, first_bounce_of_ten_springs)
{
    expect_row({10, 0.0, 1, 1.025006115456, 0.8887025362619, 1.0 / 11.0});
    expect_row({10, 0.5, 0, 1.019290545892, 0.8767156704939, 0.1199875388});
    expect_row({10, 1.0, 10, 1.017627736893, 0.9135647850800, 0.0});
}

TEST(ChainNumbers, first_bounce_of_two_hundred_springs_without_rebound)
{
    expect_row({200, 0.0, 1, 1.003714090055, 0.9891153734664, 1.0 / 201.0});
}

TEST(ChainNumbers, first_bounce_of_two_hundred_elastic_springs)
{
    expect_row({200, 1.0, 175, 1.000857538751, 0.9903021611989, 0.0});
}

TEST(ChainNumbers, impact_times_of_ten_elastic_springs)
{
    const std::vector<double> expected{.103077074466, .214263718394, .324682023150,
                                       .433780139133, .543117084709, .653034633721,
                                       .762765777937, .873278677038, 1.017627736893};
    for (const Scheme& scheme : {Scheme(EventAccurate{}), Scheme(EventModal{})}) {
        const Bounce bounce = first_bounce(dropped_chain(10, 1.0, scheme));
        ASSERT_EQ(bounce.impact_times.size(), expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k)
            EXPECT_NEAR(bounce.impact_times[k], expected[k], 1e-9) << k;
    }
}

// Of any e: what the first mass loses for good is at most its kinetic energy, and with e = 1 nothing.
TEST(ChainNumbers, the_first_mass_alone_is_lost_without_rebound)
{
    for (const Index N : {1, 2, 5, 40})
        EXPECT_NEAR(first_bounce(dropped_chain(N, 0.0)).energy_loss, 1.0 / (static_cast<double>(N) + 1.0),
                    1e-12)  // rounding
            << N;
}

// Without weight nothing presses at the instant of impact, yet e = 0 sticks at once: no second impact by
// rounding.
TEST(ChainNumbers, an_impact_without_rebound_sticks_without_weight_too)
{
    for (const Index N : {10, 11, 100, 1000}) {
        Scene scene = dropped_chain(N, 0.0, EventModal{});
        scene.run.gravity = 0.0;
        scene.run.duration = 0.0102;
        const Bounce bounce = first_bounce(scene);
        EXPECT_EQ(bounce.findings.impacts, 1) << N;
        EXPECT_EQ(bounce.findings.episodes.size(), 1u) << N;
    }
}

TEST(ChainNumbers, contact_of_the_continuous_bar_is_approached_like_the_two_thirds_power_of_its_springs)
{
    const auto scaled = [](Index N) {
        return (first_bounce(dropped_chain(N, 0.0)).duration - 1.0) *
               std::pow(static_cast<double>(N), 2.0 / 3.0);
    };
    const double a12 = scaled(12), a25 = scaled(25), a100 = scaled(100), a200 = scaled(200);
    // The next term is a power of N^(−2/3) too: 8 times the springs take three quarters of the rest.
    EXPECT_NEAR((4.0 * a200 - a25) / 3.0, 0.129, 5e-4);  // printed digits
    EXPECT_NEAR((4.0 * a100 - a12) / 3.0, 0.129, 1e-3);
    EXPECT_LT(std::abs(a200 - 0.129), std::abs(a25 - 0.129));
}

TEST(ChainNumbers, the_magic_step_carries_the_wave_exactly)
{
    // Half end masses, e = 0, g = 0, c Δt = L/N: v_cm/V = 1 − 1/(2N), to the rounding of N steps.
    for (const Index N : {1, 2, 3, 10, 57, 400}) {
        Scene scene;
        scene.subject =
            ChainScene{.model = {.springs = N, .end_masses = EndMasses::half}, .initial = {.gap = 0.0}};
        const auto& model = chain_of(scene).model;
        scene.run.gravity = 0.0;
        scene.impact.restitution = 0.0;
        const double step = model.length / static_cast<double>(N) / std::sqrt(model.young / model.density);
        scene.run.duration = step * static_cast<double>(3 * N + 2);
        scene.scheme = PaoliSchatzman{.step = step};
        const Bounce bounce = first_bounce(scene);
        const double V = 1.0;
        const Chain chain(model, 0.0);
        const auto& final = bounce.findings.final;
        EXPECT_NEAR(*chain.mass_centre_velocity(final.q, final.v) / V, 1.0 - 0.5 / static_cast<double>(N),
                    1e-12)
            << N;
        // Contact lasts 2L/c: pushes at the steps 0, 1, …, 2N − 1, and one at 2N that is zero to rounding.
        EXPECT_NEAR(bounce.findings.episodes[0].end - bounce.findings.episodes[0].start,
                    step * static_cast<double>(2 * N), 1.001 * step)
            << N;
    }
}

// E^{n+½} − E^{n−½} = −(1+e)/2 · ν · w₀^{n−1}, with ν from the momentum balance of the recorded positions:
// nothing of the program's but qⁿ. A chain of unit length, mass and stiffness, so that rounding is 1e-16.
TEST(ChainNumbers, energy_identity_of_paoli_schatzman_holds_at_every_step)
{
    for (const bool is_implicit : {false, true})
        for (const double e : {0.0, 0.4, 1.0})
            for (const double fraction : {0.1, 0.55, 0.9}) {
                Scene scene;
                scene.subject = ChainScene{
                    .model = {.springs = 6, .length = 1.0, .area = 1.0, .density = 1.0, .young = 1.0},
                    .initial = {.gap = 0.3}};
                scene.impact.restitution = e;
                scene.run.gravity = 0.3;
                const double step = fraction * stability_limit(chain_of(scene).model);
                scene.run.duration = 3.9;
                const Problem problem = build_problem(scene);
                const auto& system = dynamic_cast<const Linear&>(*problem.model).system();
                const Matrix M = system.mass.dense(), K = system.stiffness.dense();
                const Vector f = -0.3 * M * Vector::Ones(7);
                const Path path = path_of(problem, is_implicit ? Scheme(PaoliSchatzmanImplicit{.step = step})
                                                               : Scheme(PaoliSchatzman{.step = step}));
                const auto energy = [&](const Vector& a, const Vector& b) {
                    const Vector v = (b - a) / step, middle = 0.5 * (a + b);
                    const double elastic = is_implicit ? middle.dot(K * middle) : a.dot(K * b);
                    return 0.5 * v.dot(M * v) + 0.5 * elastic - f.dot(middle);
                };
                int pushes = 0;
                double told = 0.0;
                for (std::size_t n = 1; n + 1 < path.states.size(); ++n) {
                    const Vector &a = path.states[n - 1].q, &b = path.states[n].q, &c = path.states[n + 1].q;
                    const Vector q = is_implicit ? Vector(0.25 * (a + 2.0 * b + c)) : b;
                    const Vector reaction = M * (c - 2.0 * b + a) / (step * step) + K * q - f;
                    ASSERT_LT(reaction.tail(6).norm(), 1e-11) << n;  // rounding over Δt²
                    ASSERT_GT(reaction(0), -1e-11);
                    ASSERT_GT(c(0) + e * a(0), -1e-14);
                    ASSERT_LT(std::abs(reaction(0) * (c(0) + e * a(0))), 1e-11);
                    const double change = -0.5 * (1.0 + e) * reaction(0) * a(0);
                    ASSERT_NEAR(energy(b, c) - energy(a, b), change, 1e-12) << n;
                    if (reaction(0) > 1e-9) ++pushes;
                    told += change;
                }
                EXPECT_GT(pushes, 1);
                double lost = 0.0;
                for (const Impact& impact : path.impacts) lost += impact.energy_loss;
                EXPECT_NEAR(lost, -told, 1e-12);  // neither the first step nor the last pushes
            }
}

TEST(ChainNumbers, paoli_schatzman_with_a_hundredth_of_its_limit)
{
    const double step = 0.01 * stability_limit({.springs = 10});
    for (const Scheme& scheme :
         {Scheme(PaoliSchatzman{.step = step}), Scheme(PaoliSchatzmanImplicit{.step = step})})
        EXPECT_NEAR(first_bounce(dropped_chain(10, 0.0, scheme)).velocity, 0.8887025362619, 1e-5);
}

TEST(ChainNumbers, elastic_paoli_schatzman_near_its_limit_gains_energy_and_says_so)
{
    const double step = 0.9 * stability_limit({.springs = 10});
    const Bounce bounce = first_bounce(dropped_chain(10, 1.0, PaoliSchatzman{.step = step}));
    EXPECT_NEAR(-bounce.energy_loss, 0.9, 0.05);  // "about": depends on where in a step the impact falls
    const std::vector<std::string> warnings = energy_warnings(bounce.findings.energy);
    ASSERT_FALSE(warnings.empty());
    EXPECT_NE(warnings.back().find("gain"), std::string::npos) << warnings.back();
}

}  // namespace
}  // namespace rebond::test
