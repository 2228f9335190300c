#include "rebond/orbits/lasting/sticking_orbit.hpp"

#include "orbits/known_systems.hpp"
#include "rebond/orbits/lasting/conserving_orbit.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond {
namespace {

using namespace test;

TEST(StickingOrbit, RowsOfMassesHaveTheirKnownOrbits)
{
    const struct {
        Index n;
        double period, energy;
    } known[] = {{2, 8.006347212375, 17.684097694934}, {3, 10.792052663943, 14.790146393301}};
    for (const auto& [n, period, energy] : known) {
        const OrbitSystem system(elastic_row(n));
        const std::vector<Orbit> orbits = find_orbits(system, {.sequence = parse_sequence("1s")});
        bool found = false;
        for (const Orbit& orbit : orbits) {
            if (!orbit.certificate.holds || std::abs(orbit.period - period) > 1e-3) continue;
            found = true;
            EXPECT_NEAR(orbit.period, period, 1e-9);
            EXPECT_NEAR(orbit.energy, energy, 1e-9);
            EXPECT_TRUE(orbit.multipliers.empty());
            EXPECT_FALSE(orbit.stable.has_value());
            EXPECT_LT(*orbit.certificate.replay_error, 1e-9);
            EXPECT_GE(*orbit.certificate.minimum_reaction, 0.0);
        }
        EXPECT_TRUE(found) << n << " masses: " << orbits.front().certificate.refusal;
    }
}

TEST(StickingOrbit, TwoMassesHaveOneOrbitAndItsEquation)
{
    const OrbitSystem system(elastic_two_masses());
    int proved = 0;
    for (const Orbit& orbit : find_sticking_orbits(system, 0)) {
        if (!orbit.certificate.holds) continue;
        ++proved;
        // ω₂ tan ω₁τ = ω₁ tan ω₂τ, with half the flight.
        const double slow = std::sqrt((3.0 - std::sqrt(5.0)) / 2.0),
                     fast = std::sqrt((3.0 + std::sqrt(5.0)) / 2.0);
        const double tau = 0.5 * orbit.events[1].time;
        EXPECT_NEAR(tau, 2.977331570419, 1e-9);
        EXPECT_NEAR(fast * std::tan(slow * tau), slow * std::tan(fast * tau), 1e-9);
    }
    EXPECT_EQ(proved, 1);
}

TEST(ConservingOrbit, TwoMassesHaveTheirKnownPeriodAtAnEnergy)
{
    const OrbitSystem system(elastic_two_masses());
    const Orbit orbit = find_conserving_orbit(system, 0, 100.0);
    ASSERT_TRUE(orbit.is_ok()) << orbit.reason;
    EXPECT_TRUE(orbit.certificate.holds) << orbit.certificate.refusal;
    EXPECT_NEAR(orbit.period, 7.460318465396, 1e-9);
    EXPECT_NEAR(orbit.energy, 100.0, 1e-10);
    EXPECT_NEAR(orbit.state.v(0), -std::sqrt(2.0 * (100.0 - 0.5)), 1e-10);
}

TEST(ConservingOrbit, TheFamilyPassesThroughTheOrbitWithoutLoss)
{
    const OrbitSystem system(elastic_two_masses());
    const Orbit orbit = find_conserving_orbit(system, 0, 17.684097694934);
    ASSERT_TRUE(orbit.is_ok()) << orbit.reason;
    EXPECT_NEAR(orbit.period, 8.006347212375, 1e-4);  // the closing is a triple root there
    EXPECT_NEAR(orbit.events.back().velocity_before, 0.0, 1e-6);
}

}  // namespace
}  // namespace rebond
