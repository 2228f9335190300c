#include "rebond/orbits/find_orbits.hpp"

#include "orbits/known_systems.hpp"
#include "rebond/core/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {
namespace {

using namespace test;

void expect_proved(const Orbit& orbit)
{
    EXPECT_TRUE(orbit.is_ok()) << orbit.reason;
    EXPECT_TRUE(orbit.certificate.holds) << orbit.certificate.refusal;
    EXPECT_TRUE(orbit.certificate.replay_error.has_value());
}

TEST(FindOrbits, ForcedOscillatorHasItsKnownImpactSpeedTraceAndDeterminant)
{
    const Orbit orbit = orbits_of(forced_stop({.omega = 2.6}), {}).front();
    expect_proved(orbit);
    EXPECT_NEAR(-orbit.events[0].velocity_before, 0.505439970894, 1e-10);
    EXPECT_NEAR(*orbit.trace, -1.149079309592, 1e-10);
    ASSERT_EQ(orbit.multipliers.size(), 2u);
    EXPECT_NEAR((orbit.multipliers[0] * orbit.multipliers[1]).real(), 0.64, 1e-10);
    EXPECT_TRUE(*orbit.stable);
}

TEST(FindOrbits, DampedOscillatorLeavesItsStopAtTheKnownSpeed)
{
    const Orbit orbit = orbits_of(forced_stop({.zeta = 0.05, .omega = 1.0, .sigma = 1.0}), {}).front();
    expect_proved(orbit);
    EXPECT_NEAR(orbit.events[0].velocity_after, 1.356586350076, 1e-10);
}

TEST(FindOrbits, SymmetricOrbitBetweenTwoStopsHasItsKnownSpeed)
{
    const Problem problem =
        forced_stop({.zeta = 0.05, .omega = 1.5, .sigma = 0.5, .r = 0.7, .two_sided = true});
    const std::vector<Orbit> orbits = orbits_of(problem, {.sequence = parse_sequence("1,2")});
    const Orbit& orbit = orbits.front();
    expect_proved(orbit);
    EXPECT_NEAR(-orbit.events[0].velocity_before, 0.866870144355, 1e-9);
    EXPECT_NEAR(-orbit.events[1].velocity_before, 0.866870144355, 1e-9);
}

TEST(FindOrbits, TwoMassesHaveTheirKnownEnergyAndTraceAtAPeriod)
{
    const struct {
        double period, energy, trace;
    } known[] = {{6.0, 3.999097652758, 0.158293709479}, {9.0, 0.345797613305, 0.067764386153}};
    for (const auto& [period, energy, trace] : known) {
        const std::vector<Orbit> orbits = orbits_of(elastic_two_masses(), {.period = period});
        ASSERT_EQ(orbits.size(), 1u);
        expect_proved(orbits[0]);
        EXPECT_NEAR(orbits[0].energy, energy, 1e-9);
        EXPECT_NEAR(*orbits[0].trace, trace, 1e-9);
        EXPECT_TRUE(*orbits[0].stable);
    }
}

TEST(FindOrbits, EnergyPicksTheSameOrbitAsItsPeriod)
{
    const std::vector<Orbit> orbits = orbits_of(elastic_two_masses(), {.energy = 3.999097652758});
    const bool has_it = std::any_of(orbits.begin(), orbits.end(), [](const Orbit& orbit) {
        return orbit.certificate.holds && std::abs(orbit.period - 6.0) < 1e-9;
    });
    EXPECT_TRUE(has_it);
    for (const Orbit& orbit : orbits) EXPECT_NEAR(orbit.energy, 3.999097652758, 1e-11);
}

TEST(FindOrbits, TwoImpactsOfTwoMassesAreAtTheirKnownDistance)
{
    const std::vector<Orbit> orbits =
        orbits_of(elastic_two_masses(), {.sequence = impacts_of(0, 2), .period = 16.0});
    const auto known = std::find_if(orbits.begin(), orbits.end(), [](const Orbit& orbit) {
        const double apart = orbit.events[1].time - orbit.events[0].time;
        return orbit.certificate.holds && std::min(apart, 16.0 - apart) < 7.0;
    });
    ASSERT_NE(known, orbits.end());
    const double apart = known->events[1].time - known->events[0].time;
    EXPECT_NEAR(std::min(apart, 16.0 - apart), 6.591098533092, 1e-9);
    EXPECT_NEAR(known->energy, 1.972490394272, 1e-9);
    EXPECT_NEAR(*known->trace, 0.191989244168, 1e-9);
    expect_proved(*known);
}

TEST(FindOrbits, ThreeImpactsOfTwoMassesHaveTheirKnownEnergyAndTrace)
{
    const std::vector<Orbit> orbits =
        orbits_of(elastic_two_masses(), {.sequence = impacts_of(0, 3), .period = 16.0});
    const auto known = std::find_if(orbits.begin(), orbits.end(), [](const Orbit& orbit) {
        return orbit.certificate.holds && std::abs(orbit.energy - 2.382308736411) < 1e-3;
    });
    ASSERT_NE(known, orbits.end());
    EXPECT_NEAR(known->energy, 2.382308736411, 1e-8);
    EXPECT_NEAR(*known->trace, 20.8757812, 1e-7);  // as many digits as are known
    expect_proved(*known);
}

TEST(FindOrbits, RowsOfMassesHaveTheirKnownEnergiesAndMultipliers)
{
    const Orbit three = orbits_of(elastic_row(3), {.period = 12.0}).front();
    expect_proved(three);
    EXPECT_NEAR(three.energy, 0.304337711752, 1e-9);
    EXPECT_EQ(three.multipliers.size(), 6u);
    for (const auto mu : three.multipliers) EXPECT_NEAR(std::abs(mu), 1.0, 1e-9);
    EXPECT_TRUE(*three.stable);

    const Orbit five = orbits_of(elastic_row(5), {.period = 20.0}).front();
    expect_proved(five);
    EXPECT_NEAR(five.energy, 0.185389301439, 1e-9);
    EXPECT_NEAR(std::abs(five.multipliers.front()), 1.442061661, 1e-9);
    EXPECT_FALSE(*five.stable);
}

TEST(FindOrbits, DampedPairHasItsKnownImpulse)
{
    const Orbit orbit = orbits_of(forced_pair({.omega = 1.3}), {}).front();
    expect_proved(orbit);
    EXPECT_NEAR(orbit.events[0].impulse, 1.782926744929, 1e-8);
}

TEST(FindOrbits, RequestsThatMakeNoSenseAreRefused)
{
    const OrbitSystem forced(forced_stop({.omega = 2.6})), free(elastic_two_masses());
    EXPECT_THROW((void)find_orbits(forced, {.sequence = parse_sequence("2")}), InputError);
    EXPECT_THROW((void)find_orbits(forced, {.energy = 1.0}), InputError);
    EXPECT_THROW((void)find_orbits(forced, {.period = 1.0}), InputError);
    EXPECT_THROW((void)find_orbits(forced, {.periods = 0}), InputError);
    EXPECT_THROW((void)find_orbits(free, {}), InputError);
    EXPECT_THROW((void)find_orbits(free, {.period = 6.0, .energy = 4.0}), InputError);
}

TEST(FindOrbits, APeriodOfAModeIsAPole)
{
    const double slow = std::sqrt((3.0 - std::sqrt(5.0)) / 2.0);
    const Orbit orbit = orbits_of(elastic_two_masses(), {.period = 2.0 * std::numbers::pi / slow}).front();
    EXPECT_EQ(orbit.status, OrbitStatus::at_a_pole);
    EXPECT_FALSE(orbit.certificate.holds);
}

TEST(FindOrbits, AnOrbitThatPenetratesIsNoSolution)
{
    // One impact in a period near three turns of the slow mode: the second mass passes the stop on the way.
    bool some = false;
    for (const double period : {17.0, 18.0, 19.0, 21.0})
        for (const Orbit& orbit : orbits_of(elastic_two_masses(), {.period = period})) {
            if (!orbit.is_ok() || orbit.certificate.least_impulse <= 0.0 || !orbit.certificate.minimum_gap ||
                *orbit.certificate.minimum_gap >= 0.0)
                continue;
            some = true;
            EXPECT_FALSE(orbit.certificate.holds);
            EXPECT_NE(orbit.certificate.refusal.find("violated"), std::string::npos);
        }
    EXPECT_TRUE(some);
}

TEST(FindOrbits, AnElasticBodyUnderGravityBouncesWithoutAWall)
{
    // Two masses on a spring, nothing else: a rigid motion, whose mean is an unknown.
    Matrix K(2, 2);
    K << 1.0, -1.0, -1.0, 1.0;
    const Problem problem = linear_problem(linear_system(Matrix::Identity(2, 2), K, vector({-1.0, -1.0})),
                                           {contact_along(vector({1.0, 0.0}), 0.0, 1.0)}, vector({1.0, 2.0}),
                                           Vector::Zero(2), 1.0);
    const Orbit orbit = orbits_of(problem, {.period = 2.0}).front();
    EXPECT_TRUE(orbit.is_ok()) << orbit.reason;
    // The impulse of a period balances the weight of both.
    EXPECT_NEAR(orbit.events[0].impulse, 2.0 * 2.0, 1e-12);
    expect_proved(orbit);
}

// Three impacts may be told from each of them.
TEST(FindOrbits, AnOrbitIsFoundOnceWhicheverOfItsImpactsComesFirst)
{
    const std::vector<Orbit> orbits =
        orbits_of(elastic_two_masses(), {.sequence = impacts_of(0, 3), .period = 16.0});
    int symmetric = 0;
    for (std::size_t i = 0; i < orbits.size(); ++i) {
        if (!orbits[i].certificate.holds) continue;
        if (std::abs(orbits[i].energy - 2.382308736411) < 1e-8) ++symmetric;
        std::vector<double> impulses;
        for (const OrbitEvent& event : orbits[i].events) impulses.push_back(event.impulse);
        for (std::size_t j = 0; j < i; ++j) {
            bool is_same = false;
            for (std::size_t turn = 0; turn < 3; ++turn) {
                double off = 0.0;
                for (std::size_t k = 0; k < 3; ++k) {
                    const double between = orbits[i].events[(k + 1) % 3].time - orbits[i].events[k].time;
                    const double other =
                        orbits[j].events[(k + turn + 1) % 3].time - orbits[j].events[(k + turn) % 3].time;
                    off = std::max({off, std::abs(orbits[j].events[(k + turn) % 3].impulse - impulses[k]),
                                    std::abs(std::remainder(between - other, 16.0))});
                }
                is_same = is_same || off < 1e-6;
            }
            EXPECT_FALSE(is_same) << i << " " << j;
        }
    }
    EXPECT_EQ(symmetric, 1);
}

}  // namespace
}  // namespace rebond
