#include "orbits/known_systems.hpp"
#include "rebond/orbits/shooting/shooting.hpp"
#include "rebond/orbits/stability/floquet_determinant.hpp"
#include "rebond/orbits/stability/multipliers.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>

namespace rebond {
namespace {

using namespace test;

// Three masses whose damping couples the modes, with two stops, under a load.
Problem coupled_three()
{
    Matrix C = Matrix::Zero(3, 3);
    C(0, 0) = 0.3;
    C(2, 2) = 0.05;
    LinearSystem system = linear_system(Matrix::Identity(3, 3), anchored_row(3), {}, C);
    system.harmonics.push_back({.amplitude = Vector::Unit(3, 2), .frequency = 0.9});
    return linear_problem(
        std::move(system),
        {contact_along(vector({0.0, 0.0, -1.0}), 0.1, 0.7), contact_along(vector({0.0, 0.0, 1.0}), 4.0, 0.7)},
        Vector::Zero(3), Vector::Zero(3), 1.0);
}

TEST(Stability, DampingThatCouplesModesHasTheTangentOfDifferencesOfRuns)
{
    const Problem problem = coupled_three();
    const OrbitSystem system(problem);
    EXPECT_FALSE(system.free().modes().is_modally_damped);
    const Orbit orbit = find_orbits(system, {}).front();
    ASSERT_TRUE(orbit.certificate.holds) << orbit.reason << orbit.certificate.refusal;
    const State start = system.free().state(system.free().start(orbit.state), 0.45 * orbit.period);
    const Matrix runs = tangent_by_runs(problem, start, orbit.period);
    EXPECT_NEAR(runs.trace(), *orbit.trace, 1e-5);
    const Multipliers by_runs = multipliers_of(runs);
    ASSERT_EQ(by_runs.values.size(), orbit.multipliers.size());
    EXPECT_NEAR(std::abs(by_runs.values[0]), std::abs(orbit.multipliers[0]), 1e-5);
}

TEST(Stability, ZerosOfTheDeterminantAreTheMultipliers)
{
    const struct {
        Problem problem;
        OrbitRequest request;
    } cases[] = {{coupled_three(), {}},
                 {forced_pair({.omega = 0.9}), {}},
                 {elastic_row(5), {.period = 20.0}},
                 {elastic_two_masses(), {.sequence = impacts_of(0, 2), .period = 16.0}}};
    for (const auto& [problem, request] : cases) {
        const OrbitSystem system(problem);
        const Orbit orbit = find_orbits(system, request).front();
        ASSERT_TRUE(orbit.is_ok());
        const FloquetDeterminant determinant(system, motion_of(system, orbit));
        const double usual = std::abs(determinant.at({0.3, 2.0}));
        for (const Complex mu : orbit.multipliers)
            EXPECT_LT(std::abs(determinant.at(mu)), 1e-8 * usual * std::max(1.0, std::norm(mu))) << mu;
        EXPECT_EQ(determinant.outside(1.0 + 1e-6), orbit.unstable);
        const Multipliers found = determinant.multipliers();
        EXPECT_EQ(found.unstable, orbit.unstable);
        if (found.trace) {
            EXPECT_NEAR(*found.trace, *orbit.trace, 1e-8 * std::max(1.0, std::abs(*orbit.trace)));
        }
    }
}

TEST(Stability, AtOneTheDeterminantIsThatOfNewtonsMatrix)
{
    const OrbitSystem system(forced_pair({.omega = 1.3}));
    const Orbit orbit = find_orbits(system, {}).front();
    const ImpactMotion motion = motion_of(system, orbit);
    const Matrix J = impact_equations(system, motion).jacobian;
    EXPECT_NEAR(FloquetDeterminant(system, motion).at(1.0).real(), J.leftCols(2).determinant(), 1e-10);
}

// Of every row by every unknown, at a motion that is no orbit.
TEST(Stability, TheJacobianOfImpactsIsThatOfDifferences)
{
    Matrix K(2, 2);
    K << 1.0, -1.0, -1.0, 1.0;
    const Problem falling = linear_problem(linear_system(Matrix::Identity(2, 2), K, vector({-1.0, -0.5})),
                                           {contact_along(vector({1.0, 0.0}), 0.0, 1.0)}, vector({1.0, 2.0}),
                                           Vector::Zero(2), 1.0);
    for (const Problem& problem : {coupled_three(), falling, elastic_two_masses()}) {
        const OrbitSystem system(problem);
        ImpactMotion motion{
            .contacts = {0, 0}, .period = 6.7, .impulses = vector({1.3, 0.8}), .times = vector({0.2, 3.1})};
        motion.means = Vector::Constant(mean_count(system), 0.3);
        const ImpactEquations here = impact_equations(system, motion);
        const MotionEnergy energy = system.is_conservative() ? motion_energy(system, motion) : MotionEnergy{};
        const Vector unknowns = motion.packed();
        const double h = 1e-5;
        for (Index j = 0; j < unknowns.size(); ++j) {
            const auto moved = [&](double by) {
                ImpactMotion other = motion;
                other.unpack(unknowns + by * Vector::Unit(unknowns.size(), j));
                return other;
            };
            const Vector difference =
                (impact_equations(system, moved(h)).residual - impact_equations(system, moved(-h)).residual) /
                (2.0 * h);
            EXPECT_LT((difference - here.jacobian.col(j)).cwiseAbs().maxCoeff(), 1e-7) << j;
            // The energy is taken at the first impact, whose time is fixed.
            if (system.is_conservative() && j != motion.count()) {
                EXPECT_NEAR((motion_energy(system, moved(h)).value - motion_energy(system, moved(-h)).value) /
                                (2.0 * h),
                            energy.gradient(j), 1e-7)
                    << j;
            }
        }
    }
}

TEST(Stability, ARowOfAHundredMassesHasCertifiedOrbits)
{
    const OrbitSystem system(elastic_row(100));
    int proved = 0;
    for (const double period : {392.0, 393.0, 394.0}) {
        const Orbit orbit = find_orbits(system, {.period = period}, {.replay = false}).front();
        ASSERT_TRUE(orbit.is_ok()) << orbit.reason;
        if (!orbit.certificate.holds) continue;
        ++proved;
        // As many outside the circle as the matrix has.
        const Multipliers dense = multipliers_of(system, motion_of(system, orbit), 100);
        ASSERT_TRUE(orbit.stable.has_value());
        EXPECT_EQ(orbit.unstable, dense.unstable);
    }
    EXPECT_GT(proved, 0);
}

}  // namespace
}  // namespace rebond
