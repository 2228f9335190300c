#include "rebond/orbits/lyapunov.hpp"

#include "orbits/known_systems.hpp"

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

using namespace test;

// Off the stop, or it would be pressed against it.
Problem moving(const ForcedStop& given, double x, double v)
{
    Problem problem = forced_stop(given);
    problem.initial.q(0) = x;
    problem.initial.v(0) = v;
    return problem;
}

// Its numbers are those of an independent program; the exponent converges with the square root of the
// periods.
TEST(Lyapunov, a_chaotic_motion_has_the_known_exponent_and_keeps_the_sum_rule)
{
    const OrbitSystem system(moving({.omega = 2.8, .r = 0.8}, -0.5, -0.3));
    const LyapunovExponents found = lyapunov_exponents(system, {.periods = 30'000});
    ASSERT_EQ(found.reason, "");
    ASSERT_EQ(found.exponents.size(), 2u);
    EXPECT_NEAR(found.exponents[0], 0.1419, 0.006);
    EXPECT_LT(found.errors[0], 0.003);
    EXPECT_GT(found.errors[0], 0.0);
    EXPECT_NEAR(found.impacts_per_period, 1.0574, 0.006);
    EXPECT_LT(found.sum_rule_error, 1e-9);  // rounding
}

// The orbit of one impact a period has complex multipliers of modulus e: both exponents are log(e)/T.
TEST(Lyapunov, of_a_stable_orbit_are_those_of_its_multipliers)
{
    const OrbitSystem system(moving({.omega = 2.6, .r = 0.8}, -0.5, -0.3));
    const LyapunovExponents found = lyapunov_exponents(system, {.periods = 4'000});
    ASSERT_EQ(found.reason, "");
    const double expected = std::log(0.8) * 2.6 / (2.0 * std::numbers::pi);
    for (const double exponent : found.exponents)
        EXPECT_NEAR(exponent, expected, 1e-3);  // a turn over the periods
    EXPECT_NEAR(found.impacts_per_period, 1.0, 1e-12);
    EXPECT_LT(found.sum_rule_error, 1e-9);
}

TEST(Lyapunov, of_a_damped_flight_are_its_decay)
{
    const OrbitSystem system(moving({.zeta = 0.05, .omega = 2.0, .sigma = 10.0}, 0.0, 0.0));
    const LyapunovExponents found = lyapunov_exponents(system, {.periods = 2'000});
    ASSERT_EQ(found.reason, "");
    for (const double exponent : found.exponents) EXPECT_NEAR(exponent, -0.05, 1e-3);
    EXPECT_EQ(found.impacts_per_period, 0.0);
    EXPECT_LT(found.sum_rule_error, 1e-9);
}

TEST(Lyapunov, a_superstable_motion_has_none)
{
    const OrbitSystem resting(moving({.omega = 3.0, .r = 0.8}, 0.0, 0.0));  // pressed against the stop
    EXPECT_NE(lyapunov_exponents(resting).reason.find("superstable"), std::string::npos);
    const OrbitSystem plastic(moving({.omega = 2.8, .r = 0.0}, -0.5, -0.3));
    EXPECT_NE(lyapunov_exponents(plastic).reason.find("restitution 0"), std::string::npos);
    const OrbitSystem free(elastic_two_masses());
    EXPECT_NE(lyapunov_exponents(free).reason.find("no load"), std::string::npos);
}

}  // namespace
}  // namespace rebond
