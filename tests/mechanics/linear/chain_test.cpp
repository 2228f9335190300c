#include "rebond/mechanics/linear/chain.hpp"

#include "integration/linear_problem.hpp"

#include <Eigen/LU>

#include <numbers>

namespace rebond::test {
namespace {

using std::numbers::pi;

ChainSpec unequal_numbers(Index N, EndMasses ends)
{
    return {.springs = N, .length = 0.7, .area = 2e-3, .density = 3000.0, .young = 5e9, .end_masses = ends};
}

TEST(Chain, masses_and_springs_are_those_of_the_bar)
{
    for (const EndMasses ends : {EndMasses::full, EndMasses::half})
        for (const Index N : {1, 2, 9}) {
            const ChainSpec spec = unequal_numbers(N, ends);
            const Chain chain(spec, 9.81);
            const Matrix M = chain.system().mass.dense(), K = chain.system().stiffness.dense();
            ASSERT_EQ(chain.dofs(), N + 1);
            const double total = 3000.0 * 2e-3 * 0.7;
            EXPECT_NEAR(M.sum(), total, 1e-14 * total);
            const bool is_half = ends == EndMasses::half;
            const double inner = total / static_cast<double>(is_half ? N : N + 1);
            for (Index j = 0; j <= N; ++j)
                EXPECT_DOUBLE_EQ(M(j, j), is_half && (j == 0 || j == N) ? 0.5 * inner : inner);
            // Pulled by a uniform strain ε every spring carries E S ε, and only the ends feel it.
            const Vector strained = Vector::LinSpaced(N + 1, 0.0, 0.7 * 1e-3);
            Vector force = K * strained;
            EXPECT_NEAR(force(0), -5e9 * 2e-3 * 1e-3, 1e-8);
            EXPECT_NEAR(force(N), 5e9 * 2e-3 * 1e-3, 1e-8);
            for (Index j = 1; j < N; ++j) EXPECT_NEAR(force(j), 0.0, 1e-7);
            EXPECT_LT((K * Vector::Ones(N + 1)).norm(), 1e-15 * K.norm());
            EXPECT_LT((chain.system().force + 9.81 * M * Vector::Ones(N + 1)).norm(), 1e-12);
        }
}

TEST(Chain, full_end_masses_vibrate_in_cosines)
{
    // λ_j = 4a sin²(θ_j/2), V_jk = cos((k + ½)θ_j), θ_j = jπ/(N+1), a = E N (N+1)/(ρ L²).
    const Index N = 9;
    const ChainSpec spec = unequal_numbers(N, EndMasses::full);
    const Chain chain(spec, 0.0);
    const double a = spec.young * 9.0 * 10.0 / (spec.density * spec.length * spec.length);
    EXPECT_NEAR(chain.pace() * chain.pace(), a, 1e-14 * a);
    const Matrix A = chain.system().mass.dense().inverse() * chain.system().stiffness.dense();
    for (Index j = 0; j <= N; ++j) {
        const double theta = static_cast<double>(j) * pi / 10.0;
        const Vector mode = Vector::NullaryExpr(
            N + 1, [&](Index k) { return std::cos((static_cast<double>(k) + 0.5) * theta); });
        EXPECT_LT((A * mode - 4.0 * a * std::pow(std::sin(0.5 * theta), 2) * mode).norm(), 1e-13 * a * 10.0)
            << j;
    }
}

TEST(Chain, half_end_masses_vibrate_in_cosines_of_the_nodes)
{
    // cos(kθ), θ = jπ/N, ω = 2 pace sin(θ/2): the discrete bar without a change of impedance at its ends.
    const Index N = 8;
    const Chain chain(unequal_numbers(N, EndMasses::half), 0.0);
    const Matrix A = chain.system().mass.dense().inverse() * chain.system().stiffness.dense();
    const double a = chain.pace() * chain.pace();
    for (Index j = 0; j <= N; ++j) {
        const double theta = static_cast<double>(j) * pi / 8.0;
        const Vector mode =
            Vector::NullaryExpr(N + 1, [&](Index k) { return std::cos(static_cast<double>(k) * theta); });
        EXPECT_LT((A * mode - 4.0 * a * std::pow(std::sin(0.5 * theta), 2) * mode).norm(), 1e-12 * a) << j;
    }
}

TEST(Chain, stuck_chain_vibrates_in_sines)
{
    // First mass fixed: shapes sin(kφ), φ = (2m − 1)π/(2N + 1), ω = 2√a sin(φ/2).
    const Index N = 9;
    const Chain chain(unequal_numbers(N, EndMasses::full), 0.0);
    const Matrix A =
        (chain.system().mass.dense().inverse() * chain.system().stiffness.dense()).bottomRightCorner(N, N);
    const double a = chain.pace() * chain.pace();
    for (Index m = 1; m <= N; ++m) {
        const double phi = static_cast<double>(2 * m - 1) * pi / static_cast<double>(2 * N + 1);
        const Vector mode =
            Vector::NullaryExpr(N, [&](Index k) { return std::sin(static_cast<double>(k + 1) * phi); });
        EXPECT_LT((A * mode - 4.0 * a * std::pow(std::sin(0.5 * phi), 2) * mode).norm(), 1e-12 * a) << m;
    }
}

TEST(Chain, a_mode_swings_at_its_frequency)
{
    const Index N = 6;
    const Chain chain({.springs = N, .length = 1.0, .area = 1.0, .density = 1.0, .young = 1.0}, 0.0);
    const double theta = 2.0 * pi / 7.0, omega = 2.0 * chain.pace() * std::sin(0.5 * theta);
    const Vector mode =
        Vector::NullaryExpr(N + 1, [&](Index k) { return std::cos((static_cast<double>(k) + 0.5) * theta); });
    const Problem problem{.model = std::make_shared<Chain>(chain),
                          .contacts = {},
                          .initial = {.t = 0.0, .q = mode, .v = Vector::Zero(N + 1)},
                          .duration = 3.0,
                          .sample_every = 3.0};
    const State end = path_of(problem, EventAccurate{}).last();
    EXPECT_LT((end.q - std::cos(3.0 * omega) * mode).norm(), 1e-11);
    EXPECT_LT((end.v + omega * std::sin(3.0 * omega) * mode).norm(), 1e-11);
}

TEST(Chain, gravity_is_the_weight_times_the_height_of_the_centre_of_mass)
{
    for (const EndMasses ends : {EndMasses::full, EndMasses::half}) {
        const Chain chain(unequal_numbers(5, ends), 9.81);
        const auto dynamics = chain.dynamics();
        const double mass = 3000.0 * 2e-3 * 0.7;
        dynamics->place(0.0, Vector::Constant(6, 0.3));
        const Energy energy = dynamics->energy(Vector::Constant(6, -2.0));
        EXPECT_NEAR(energy.gravity, mass * 9.81 * (0.3 + 0.35), 1e-13 * energy.gravity);
        EXPECT_NEAR(energy.kinetic, 0.5 * mass * 4.0, 1e-14 * energy.kinetic);
        EXPECT_NEAR(energy.elastic, 0.0, 1e-6);  // rounding of k q², k = 7e7
    }
}

TEST(Chain, a_field_acts_beside_gravity)
{
    ChainSpec spec = unequal_numbers(2, EndMasses::half);
    spec.field = std::vector<double>{1.0, -2.0, 3.0};
    const Chain chain(spec, 9.81);
    const Vector acceleration = chain.system().force.cwiseQuotient(chain.system().mass.diagonal());
    EXPECT_LT((acceleration - vector({1.0 - 9.81, -2.0 - 9.81, 3.0 - 9.81})).norm(), 1e-13);
}

TEST(Chain, centre_of_mass_is_weighed_by_the_masses)
{
    for (const EndMasses ends : {EndMasses::full, EndMasses::half}) {
        const Chain chain(unequal_numbers(4, ends), 0.0);
        const Vector v = vector({1.0, -2.0, 0.5, 7.0, 3.0});
        const Matrix M = chain.system().mass.dense();
        EXPECT_NEAR(*chain.mass_centre_velocity(Vector::Zero(5), v), (M * v).sum() / M.sum(), 1e-15);
    }
}

TEST(Chain, a_wave_takes_twice_its_length_over_the_speed_of_sound)
{
    EXPECT_NEAR(*Chain(unequal_numbers(3, EndMasses::full), 0.0).wave_transit(),
                1.4 / std::sqrt(5e9 / 3000.0), 1e-16);
}

TEST(Chain, acceleration_at_rest_is_free_of_the_positions_rounding)
{
    // In positions it would be 1.9 m/s² at N = 10⁴; in displacements a bar at rest anywhere feels gravity
    // alone.
    const Chain chain({.springs = 10'000}, 9.81);
    const auto dynamics = chain.dynamics();
    dynamics->place(0.0, Vector::Constant(10'001, 0.01));
    Vector r(10'001);
    dynamics->residual(Vector::Zero(10'001), Vector::Constant(10'001, -9.81), r);
    EXPECT_LT(r.cwiseAbs().maxCoeff() / chain.system().mass.diagonal()(0), 1e-12);
}

}  // namespace
}  // namespace rebond::test
