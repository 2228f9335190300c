// Contacts that are closed at the start under a reaction of zero: whether they lift is decided by a higher
// derivative, and rounding of the lower ones must not decide instead.
#include "integration/linear_problem.hpp"

#include <numbers>

namespace rebond::test {
namespace {

using std::numbers::pi;

// A unit mass on a stop at zero, on a spring k, under f₀ + cos(ωt + φ).
Problem driven_mass(double k, double frequency_hz, double phase_deg, double e, double duration,
                    double amplitude = 1.0, double force = 0.0)
{
    LinearSystem system =
        linear_system(Matrix::Ones(1, 1), k * Matrix::Ones(1, 1), Vector::Constant(1, force));
    system.harmonics.push_back({.amplitude = Vector::Constant(1, amplitude),
                                .frequency = 2.0 * pi * frequency_hz,
                                .phase = phase_deg * pi / 180.0});
    return linear_problem(system, {contact_along(Vector::Ones(1), 0.0, e)}, Vector::Zero(1), Vector::Zero(1),
                          duration);
}

// No contact pulls, but for rounding.
void expect_no_pull(const Path& path, double bound)
{
    for (const SustainedContact& phase : path.phases)
        EXPECT_GT(phase.impulse, -bound) << "from " << phase.start;
}

TEST(Openings, a_load_that_rises_from_zero_lifts_at_once)
{
    // sin ωt, whose cosine with a phase of −90° starts at 6e-17.
    const double omega = 2.0 * pi, T = 100.0;
    for (const double spacing : {0.01, 0.1, 0.75, T})
        for (const Scheme& scheme : {Scheme(EventModal{}), Scheme(EventAccurate{.tolerance = 1e-3}),
                                     Scheme(EventAccurate{}), Scheme(EventAccurate{.tolerance = 1e-12})}) {
            Problem problem = driven_mass(0.0, 1.0, -90.0, 0.0, T);
            problem.sample_every = spacing;
            const Path path = path_of(problem, scheme);
            EXPECT_NEAR(path.last().q(0), T / omega, 1e-8) << spacing << " " << scheme.index();
            EXPECT_NEAR(path.last().v(0), 0.0, 1e-9) << spacing << " " << scheme.index();
            expect_no_pull(path, 1e-12);
        }
}

TEST(Openings, a_load_that_rises_with_its_square_lifts_at_once)
{
    // 1 − cos ωt.
    for (const double spacing : {0.1, 3.0})
        for (const Scheme& scheme : {Scheme(EventModal{}), Scheme(EventAccurate{})}) {
            Problem problem = driven_mass(0.0, 1.0, 0.0, 0.0, 3.0, -1.0, 1.0);
            problem.sample_every = spacing;
            const Path path = path_of(problem, scheme);
            EXPECT_NEAR(path.last().q(0), 4.5, 1e-10) << spacing << " " << scheme.index();
            expect_no_pull(path, 1e-12);
        }
}

// A wave comes along a row of masses: the first leaves its stop like t³ or t⁵. The row is free, and the first
// mass never comes back, so the motion is that without a stop.
TEST(Openings, a_wave_lifts_the_first_mass_of_a_row)
{
    for (const Index n : {2, 3, 4}) {
        const double T = n == 2 ? 4.7 : 2.0;
        Matrix K = anchored_row(n);
        K(0, 0) = 1.0;
        const Vector v = Vector::Unit(n, n - 1);
        Problem problem =
            linear_problem(linear_system(Matrix::Identity(n, n), K),
                           {contact_along(Vector::Unit(n, 0), 0.0, 0.0)}, Vector::Zero(n), v, T);
        const State exact = exact_flight(Matrix::Identity(n, n), K, Vector::Zero(n), problem.initial, T);
        ASSERT_GT(exact.q(0), 0.0);
        for (const double spacing : {T, 0.5 * T, T / 3.0, 0.01 * T})
            for (const Scheme& scheme : {Scheme(EventModal{}), Scheme(EventAccurate{})}) {
                problem.sample_every = spacing;
                const Path path = path_of(problem, scheme);
                EXPECT_LT(distance(path.last(), exact), 1e-10)
                    << n << " " << spacing << " " << scheme.index();
                expect_no_pull(path, 1e-11);  // that leaves like t⁷
            }
    }
}

// cos(Ωt + 90°) presses from the start, though it is 6e-17 there.
TEST(Openings, a_load_that_presses_from_zero_keeps_the_contact_closed)
{
    const double Omega = 2.0 * pi * 0.3, T = 10.0, tau = T - 0.5 / 0.3;
    for (const double e : {0.0, 0.5, 1.0})
        for (const Scheme& scheme : {Scheme(EventModal{}), Scheme(EventAccurate{})}) {
            const Path path = path_of(driven_mass(0.0, 0.3, 90.0, e, T), scheme);
            EXPECT_TRUE(path.impacts.empty());
            EXPECT_NEAR(path.last().q(0), tau / Omega - std::sin(Omega * tau) / (Omega * Omega), 1e-10)
                << e << " " << scheme.index();
        }
}

TEST(Openings, a_driven_oscillator_that_starts_on_its_stop_goes_on)
{
    for (const double e : {0.5, 1.0}) {
        const Problem problem = driven_mass(1.0, 0.3, 90.0, e, 10.0);
        const Path modal = path_of(problem, EventModal{}), accurate = path_of(problem, EventAccurate{});
        EXPECT_EQ(modal.impacts.size(), 2u);
        EXPECT_EQ(accurate.impacts.size(), 2u);
        EXPECT_LT(distance(modal.last(), accurate.last()), 1e-9) << e;
    }
}

// A mass that is shaken between stops does not know of another that flies past at V.
TEST(Openings, are_found_beside_a_fast_motion)
{
    const double omega = 2.0 * pi * 5000.0, A = 1.0 / (omega * omega);
    std::vector<Path> paths;
    for (const double V : {1.0, 1000.0}) {
        LinearSystem system = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2));
        system.harmonics.push_back({.amplitude = vector({0.0, 1.0}), .frequency = omega, .phase = 0.0});
        const Problem problem = linear_problem(system,
                                               {contact_along(vector({0.0, 1.0}), 0.5 * A, 0.5),
                                                contact_along(vector({0.0, -1.0}), 1.5 * A, 0.5)},
                                               Vector::Zero(2), vector({V, 0.0}), 0.01);
        paths.push_back(path_of(problem, EventAccurate{}));
    }
    ASSERT_EQ(paths[0].impacts.size(), paths[1].impacts.size());
    ASSERT_GT(paths[0].impacts.size(), 50u);
    EXPECT_NEAR(paths[0].impacts.back().time, paths[1].impacts.back().time, 1e-10 * 0.01);
    EXPECT_NEAR(paths[0].last().q(1) / A, paths[1].last().q(1) / A, 1e-6);
}

// With e close to one most of the bounces of a ball fill the last millionths of the time they take.
TEST(Openings, many_bounces_end_in_rest)
{
    const double e = 0.9998, h = 1.0, g = 9.81;
    const double rest = std::sqrt(2.0 * h / g) * (1.0 + e) / (1.0 - e);
    const Problem problem = linear_problem(
        linear_system(Matrix::Ones(1, 1), Matrix::Zero(1, 1), Vector::Constant(1, -g)),
        {contact_along(Vector::Ones(1), 0.0, e)}, Vector::Constant(1, h), Vector::Zero(1), rest + 10.0);
    const Path path = path_of(problem, EventModal{});
    ASSERT_EQ(path.phases.size(), 1u);
    EXPECT_NEAR(path.phases[0].start, rest, 1e-7 * rest);
    EXPECT_EQ(path.last().v(0), 0.0);
}

}  // namespace
}  // namespace rebond::test
