// Contacts closed for long, between samples far apart: what keeps them closed must be followed as closely as
// what moves.
#include "integration/linear_problem.hpp"

#include <numbers>

namespace rebond::test {
namespace {

// Two masses; the first rests on its stop without a force, the second is thrown away from it on its spring:
// ν = sin(√2 s)/√2, released at π/√2.
TEST(ClosedSet, a_reaction_that_starts_at_zero_ends_where_it_vanishes_again)
{
    const Matrix K = (Matrix(2, 2) << 1.0, -1.0, -1.0, 2.0).finished();
    for (const Scheme& scheme : {Scheme(EventAccurate{}), Scheme(EventModal{})})
        for (const double sample : {5.0, 0.7, 0.01}) {
            Problem problem = linear_problem(linear_system(Matrix::Identity(2, 2), K),
                                             {contact_along(vector({1.0, 0.0}), 0.0, 0.5)}, Vector::Zero(2),
                                             vector({0.0, -1.0}), 3.0);
            problem.sample_every = sample;
            const Path path = path_of(problem, scheme);
            double end = 0.0, impulse = 0.0;
            for (const SustainedContact& phase : path.phases) {
                end = std::max(end, phase.end);
                impulse += phase.impulse;
            }
            EXPECT_NEAR(end, std::numbers::pi / std::numbers::sqrt2, 1e-9)
                << scheme.index() << ", " << sample;
            EXPECT_NEAR(impulse, 1.0, 1e-9) << scheme.index() << ", " << sample;  // ∫ν = [1 − cos π]/2
        }
}

// A mass at rest on its stop under −1 N and a quick load of 2 N, too quick for the mass to tell: at π/6 of
// its phase the load lifts it.
TEST(ClosedSet, a_quick_load_lifts_a_body_that_is_pressed_on_average)
{
    LinearSystem system =
        linear_system(Matrix::Identity(1, 1), Matrix::Identity(1, 1), Vector::Constant(1, -1.0));
    system.harmonics = {{.amplitude = Vector::Constant(1, 2.0),
                         .frequency = 200.0 * std::numbers::pi,
                         .phase = -0.5 * std::numbers::pi}};
    for (const Scheme& scheme : {Scheme(EventAccurate{}), Scheme(EventModal{})}) {
        const Path path = path_of(linear_problem(system, {contact_along(Vector::Constant(1, 1.0), 0.0, 0.5)},
                                                 Vector::Zero(1), Vector::Zero(1), 0.02),
                                  scheme);
        ASSERT_FALSE(path.phases.empty()) << scheme.index();
        EXPECT_NEAR(path.phases.front().end, 0.01 / 12.0, 1e-9) << scheme.index();
        EXPECT_FALSE(path.impacts.empty()) << scheme.index();
    }
}

// All that could move is closed, under any normal: nothing but the reaction has a size.
TEST(ClosedSet, a_body_that_stands_still_is_no_trouble)
{
    for (const double normal : {1.0, 0.37, -2.6, 1e-3}) {
        LinearSystem system =
            linear_system(Matrix::Identity(1, 1), Matrix::Identity(1, 1), Vector::Constant(1, -3.0 * normal));
        system.harmonics = {{.amplitude = Vector::Constant(1, normal), .frequency = 5.0, .phase = 0.3}};
        for (const Scheme& scheme : {Scheme(EventAccurate{}), Scheme(EventModal{})}) {
            const Path path =
                path_of(linear_problem(system, {contact_along(Vector::Constant(1, normal), 0.0, 0.0)},
                                       Vector::Zero(1), Vector::Zero(1), 4.0),
                        scheme);
            ASSERT_EQ(path.phases.size(), 1u) << normal << ", " << scheme.index();
            // ν w = 3w − w cos(5t + 0.3).
            const double impulse = 12.0 - (std::sin(20.3) - std::sin(0.3)) / 5.0;
            EXPECT_NEAR(path.phases[0].impulse, impulse, 1e-9) << normal << ", " << scheme.index();
        }
    }
}

// A touch at the very start of a step, with another contact closed: the impact is there, not at the next
// sample.
TEST(ClosedSet, what_is_met_does_not_depend_on_samples)
{
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::srand(seed);
        const Index n = 3;
        const Matrix K = anchored_row(n);
        std::vector<Contact> contacts;
        for (Index k = 0; k < n; ++k)
            contacts.push_back(contact_along(Vector::Unit(n, k) + 0.4 * Vector::Random(n), 0.1, 0.3));
        Problem problem = linear_problem(linear_system(Matrix::Identity(n, n), K, -0.5 * Vector::Ones(n)),
                                         contacts, Vector::Zero(n), Vector::Random(n), 2.0);
        const Path whole = path_of(problem, EventModal{});
        for (const double sample : {0.3, 0.011}) {
            problem.sample_every = sample;
            const Path sampled = path_of(problem, EventModal{});
            EXPECT_LT(distance(whole.last(), sampled.last()), 1e-9) << seed << ", " << sample;
        }
        double lost = 0.0;
        for (const Impact& impact : whole.impacts) lost += impact.energy_loss;
        EXPECT_NEAR(whole.energies.front() - whole.energies.back(), lost, 1e-10) << seed;
    }
}

}  // namespace
}  // namespace rebond::test
