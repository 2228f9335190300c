// Loads that depend on time, damping, and energy that contacts gave: what guards and the energy balance make
// of them.
#include "integration/linear_problem.hpp"
#include "rebond/analysis/findings.hpp"

namespace rebond::test {
namespace {

Problem shaken_from_rest()
{
    LinearSystem system = linear_system(Matrix::Identity(1, 1), Matrix::Identity(1, 1));
    system.harmonics.push_back({.amplitude = vector({1.0}), .frequency = 0.5});
    return linear_problem(system, {}, Vector::Zero(1), Vector::Zero(1), 20.0);
}

TEST(LoadsAndBalance, a_harmonic_load_may_bring_energy_to_a_body_at_rest)
{
    // q = (cos ½t − cos t)/(1 − ¼): bounded for ever.
    for (const Scheme& scheme : {Scheme(MoreauJean{.step = 0.01}), Scheme(EventNewmark{.step = 0.01}),
                                 Scheme(PaoliSchatzman{.step = 0.01}), Scheme(EventAccurate{.step = 0.01})}) {
        Path path;
        const Outcome outcome = integrate(shaken_from_rest(), scheme, path);
        EXPECT_EQ(outcome.status, Status::ok) << scheme.index() << ": " << outcome.reason;
        EXPECT_NEAR(path.last().q(0), (std::cos(0.5 * path.last().t) - std::cos(path.last().t)) / 0.75, 1e-3);
    }
}

Findings found_by(const Scheme& scheme, const Problem& problem)
{
    Analyst analyst(problem, {});
    EXPECT_EQ(integrate(problem, scheme, analyst).status, Status::ok);
    return analyst.findings();
}

// A row of three between a wall and a stop, with damping C = aM + bK, two harmonic loads, one of them of
// frequency zero, and a constant one that makes it rest at the stop now and then.
Problem shaken_row(double restitution)
{
    const Matrix I = Matrix::Identity(3, 3), K = anchored_row(3);
    LinearSystem system = linear_system(I, K, vector({0.0, 0.0, 0.3}), 0.05 * I + 0.02 * K);
    system.harmonics.push_back({.amplitude = vector({0.4, 0.0, 0.7}), .frequency = 1.3, .phase = 0.4});
    system.harmonics.push_back({.amplitude = vector({0.0, 0.2, 0.0}), .frequency = 0.0, .phase = 0.5});
    return linear_problem(system, {contact_along(vector({0.0, 0.0, -1.0}), 0.5, restitution)},
                          Vector::Zero(3), vector({0.5, 0.0, 0.2}), 30.0);
}

// change of energy = work of loads − damping − impact losses: what is left of exact schemes is rounding.
TEST(LoadsAndBalance, close_to_rounding_in_exact_schemes)
{
    for (const double e : {0.0, 0.7, 1.0}) {
        const Problem problem = shaken_row(e);
        for (const Scheme& scheme : {Scheme(EventModal{}), Scheme(EventAccurate{})}) {
            const EnergyFindings energy = found_by(scheme, problem).energy;
            EXPECT_GT(energy.work_of_loads, 0.5);
            EXPECT_GT(energy.lost_in_damping, 0.5);
            EXPECT_LT(std::abs(energy.balance_error), 1e-10) << e << ", scheme " << scheme.index();
        }
    }
}

// A free mass under F cos Ωt alone: q = vt + F/Ω² (1 − cos Ωt)/m. Six stages a step would see a fast load as
// a slow one.
TEST(LoadsAndBalance, a_fast_load_is_not_taken_for_a_slow_one)
{
    for (const double frequency_hz : {1e2, 1e3, 1e4, 1e5}) {
        const double Omega = 2.0 * M_PI * frequency_hz;
        LinearSystem system = linear_system(2.0 * Matrix::Identity(1, 1), Matrix::Zero(1, 1));
        system.harmonics.push_back({.amplitude = vector({3.0}), .frequency = Omega});
        const Problem problem = linear_problem(system, {}, Vector::Zero(1), vector({1e-3}), 0.1);
        const Path path = path_of(problem, EventAccurate{});
        // Rounding of positions, and of Ωt, which has lost log₁₀(Ωt) digits.
        const double sway = 1.5 / (Omega * Omega);
        EXPECT_NEAR(path.last().q(0), 1e-4 + sway * (1.0 - std::cos(0.1 * Omega)), 1e-15 + 1e-8 * sway);
        EXPECT_NEAR(path.last().v(0), 1e-3 + sway * Omega * std::sin(0.1 * Omega),
                    1e-13 + 1e-8 * sway * Omega);
    }
}

// And of the θ-scheme with θ = ½, impacts and all, whatever the step.
TEST(LoadsAndBalance, close_to_rounding_in_moreau_and_jeans_scheme)
{
    for (const double h : {0.1, 0.01}) {
        const EnergyFindings energy = found_by(MoreauJean{.step = h}, shaken_row(0.7)).energy;
        EXPECT_GT(energy.lost_in_impacts, 0.01);
        EXPECT_LT(std::abs(energy.balance_error), 1e-12) << h;
    }
}

// The damped oscillator from q = 1: E(t) in closed form, and all that is missing went into damping.
TEST(LoadsAndBalance, give_damping_what_the_oscillator_lost)
{
    constexpr double c = 0.1, T = 10.0;
    const double delta = 0.5 * c, omega = std::sqrt(1.0 - delta * delta);
    const double q = std::exp(-delta * T) * (std::cos(omega * T) + delta / omega * std::sin(omega * T));
    const double v = -std::exp(-delta * T) / omega * std::sin(omega * T);
    const double lost = 0.5 - 0.5 * (q * q + v * v);
    const Matrix one = Matrix::Identity(1, 1);
    const Problem problem =
        linear_problem(linear_system(one, one, {}, c * one), {}, Vector::Ones(1), Vector::Zero(1), T);
    for (const Scheme& scheme : {Scheme(EventModal{}), Scheme(EventAccurate{})})
        EXPECT_NEAR(found_by(scheme, problem).energy.lost_in_damping, lost, 1e-12) << scheme.index();
    for (const Scheme& scheme :
         {Scheme(EventNewmark{.step = 1e-3}), Scheme(PaoliSchatzman{.step = 1e-3}),
          Scheme(PaoliSchatzmanImplicit{.step = 1e-3}), Scheme(MoreauJean{.step = 1e-3})})
        EXPECT_NEAR(found_by(scheme, problem).energy.lost_in_damping, lost, 1e-6) << scheme.index();
}

// A free mass under a constant and a harmonic load: a parabola under a cosine.
TEST(LoadsAndBalance, count_the_work_on_rigid_motion)
{
    for (const double frequency : {0.02, 2.0}) {
        const Matrix one = Matrix::Identity(1, 1);
        LinearSystem system = linear_system(one, 0.0 * one, vector({0.25}));
        system.harmonics.push_back({.amplitude = vector({0.5}), .frequency = frequency, .phase = 0.3});
        const Problem problem = linear_problem(system, {}, Vector::Zero(1), vector({0.1}), 3.0);
        const EnergyFindings energy = found_by(EventModal{}, problem).energy;
        // The load swings a free mass by 0.5/Ω², of which the rounding is left.
        const double rounding = 1e-15 * (1.0 + 0.5 / (frequency * frequency) * frequency);
        EXPECT_NEAR(energy.balance_error, 0.0, 20.0 * rounding) << frequency;
        // ∫ f v dt by Simpson's rule, the velocity in closed form.
        const auto power = [&](double t) {
            const double v =
                0.1 + 0.25 * t + 0.5 * (std::sin(frequency * t + 0.3) - std::sin(0.3)) / frequency;
            return 0.5 * std::cos(frequency * t + 0.3) * v;
        };
        constexpr int panels = 1000;
        constexpr double h = 3.0 / panels;
        double work = 0.0;
        for (int i = 0; i < panels; ++i)
            work += h / 6.0 * (power(i * h) + 4.0 * power((i + 0.5) * h) + power((i + 1) * h));
        EXPECT_NEAR(energy.work_of_loads, work, 1e-11) << frequency;
    }
}

// The energy that Paoli–Schatzman's schemes keep exactly is kept with loads and damping, too: no warning.
TEST(LoadsAndBalance, keep_the_identity_of_paoli_and_schatzman)
{
    for (const Scheme& scheme :
         {Scheme(PaoliSchatzman{.step = 0.01}), Scheme(PaoliSchatzmanImplicit{.step = 0.01})}) {
        Path path;
        const Outcome outcome = integrate(shaken_row(0.7), scheme, path);
        EXPECT_EQ(outcome.status, Status::ok);
        EXPECT_TRUE(outcome.warnings.empty()) << outcome.warnings.front();
    }
}

// What second-order schemes leave falls with the square of the step.
TEST(LoadsAndBalance, close_at_the_order_of_the_scheme)
{
    const Problem problem = [] {
        Problem shaken = shaken_row(1.0);
        shaken.contacts.clear();
        return shaken;
    }();
    const auto error = [&](const Scheme& scheme) {
        return std::abs(found_by(scheme, problem).energy.balance_error);
    };
    EXPECT_NEAR(error(EventNewmark{.step = 0.02}) / error(EventNewmark{.step = 0.01}), 4.0, 0.2);
    EXPECT_NEAR(error(PaoliSchatzman{.step = 0.02}) / error(PaoliSchatzman{.step = 0.01}), 4.0, 0.2);
    EXPECT_NEAR(error(PaoliSchatzmanImplicit{.step = 0.02}) / error(PaoliSchatzmanImplicit{.step = 0.01}),
                4.0, 0.2);
}

// What the conserving scheme could not take back is in the energy balance like any other energy that contacts
// gave.
TEST(LoadsAndBalance, energy_that_is_not_taken_back_is_told)
{
    constexpr double h = 1.0 / 500.0;
    const Problem problem = linear_problem(linear_system(Matrix::Identity(2, 2), anchored_row(2)),
                                           {contact_along(vector({0.0, -1.0}), 1.0, 0.0)},
                                           vector({1000.0, 1.0}), vector({1.999, -0.1}), h);
    const Path path = path_of(problem, MoreauJeanConserving{{.step = h}});
    ASSERT_EQ(path.impacts.size(), 1u);
    EXPECT_NEAR(path.energies.front() - path.energies.back(), path.impacts[0].energy_loss, 1e-9);
}

// With every coordinate touched there is nobody to give the energy to: that is not "restored".
TEST(LoadsAndBalance, energy_that_nobody_can_get_is_told_as_lost)
{
    const Matrix one = Matrix::Identity(1, 1);
    const Problem problem =
        linear_problem(linear_system(one, 0.0 * one), {contact_along(vector({1.0}), 0.0, 0.0)}, vector({1.0}),
                       vector({-1.0}), 2.0);
    Path path;
    const Outcome outcome = integrate(problem, MoreauJeanConserving{{.step = 0.01}}, path);
    EXPECT_FALSE(outcome.warnings.empty());
    ASSERT_EQ(path.impacts.size(), 1u);
    EXPECT_NEAR(path.impacts[0].energy_loss, 0.5, 1e-12);
}

// A coordinate named twice is one coordinate.
TEST(LoadsAndBalance, a_coordinate_named_twice_gets_the_energy_once)
{
    const Problem problem = linear_problem(linear_system(Matrix::Identity(2, 2), anchored_row(2)),
                                           {contact_along(vector({0.0, -1.0}), 1.0, 0.0)}, Vector::Zero(2),
                                           Vector::Constant(2, 10.0), 5.0);
    const Path path = path_of(problem, MoreauJeanConserving{{.step = 1.0 / 500.0}, std::vector<Index>{0, 0}});
    EXPECT_NEAR(path.energies.back(), 100.0, 1e-9);
}

// What a body that starts at rest falls through is at stake; a body that stays at rest has nothing to lose.
TEST(LoadsAndBalance, a_fall_from_rest_is_at_stake)
{
    const auto ball_from = [](double height) {
        return linear_problem(linear_system(Matrix::Ones(1, 1), Matrix::Zero(1, 1), vector({-9.81})),
                              {contact_along(vector({1.0}), 0.0, 1.0)}, vector({height}), Vector::Zero(1),
                              1.0);
    };
    const EnergyFindings falling = found_by(EventModal{}, ball_from(0.5)).energy;
    ASSERT_TRUE(falling.at_stake);
    EXPECT_NEAR(*falling.at_stake, 4.905, 1e-12);
    EXPECT_FALSE(found_by(EventModal{}, ball_from(0.0)).energy.at_stake);
}

// A slow load of 1 N moves a free unit mass as cos t, but a stop confines it to a micrometre.
TEST(LoadsAndBalance, modes_that_cancel_say_what_is_left_of_a_gap)
{
    LinearSystem system = linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1));
    system.harmonics.push_back({.amplitude = vector({-1.0}), .frequency = 1.0});
    for (const double gap : {1e-6, 1.0}) {
        const Problem problem = linear_problem(system, {contact_along(vector({1.0}), gap, 0.0)},
                                               vector({0.0}), vector({0.0}), 0.02);
        Path path;
        EXPECT_TRUE(integrate(problem, EventAccurate{}, path).warnings.empty());
        const Outcome outcome = integrate(problem, EventModal{}, path);
        ASSERT_EQ(outcome.warnings.size(), gap < 1.0 ? 1u : 0u);
        for (const std::string& warning : outcome.warnings)
            EXPECT_NE(warning.find("gaps are known to"), std::string::npos);
    }
}

}  // namespace
}  // namespace rebond::test
