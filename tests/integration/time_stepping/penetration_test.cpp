#include "rebond/integration/time_stepping/penetration.hpp"

#include "integration/rough_contact.hpp"
#include "rebond/contact/gaps/motion.hpp"
#include "rebond/integration/scheme.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace rebond::test {
namespace {

// A unit mass that falls by 0.8 m under g = 10 and arrives with 4 m/s; e = 1.
Problem falling_mass(double friction)
{
    return linear_problem(
        linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), vector({0.0, -10.0})),
        {rough_contact(vector({0.0, 1.0}), vector({1.0, 0.0}), {Law::newton, 1.0, friction})},
        vector({0.0, 0.8}), vector({0.0, 0.0}), 0.6);
}

Outcome outcome_of(const Problem& problem, const Scheme& scheme)
{
    Recorder nobody;
    Outcome outcome = integrate(problem, scheme, nobody);
    EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
    return outcome;
}

bool warns(const Outcome& outcome)
{
    return std::any_of(outcome.warnings.begin(), outcome.warnings.end(), [](const std::string& warning) {
        return warning.find("penetrate") != std::string::npos;
    });
}

TEST(Penetration, is_at_most_what_a_step_of_approach_covers)
{
    for (const double friction : {0.0, 0.3})
        for (const double h : {1e-3, 1e-4})
            for (const Scheme& scheme : {Scheme(MoreauJean{.step = h}), Scheme(PaoliSchatzman{.step = h}),
                                         Scheme(PaoliSchatzmanImplicit{.step = h})}) {
                if (friction > 0.0 && !std::holds_alternative<MoreauJean>(scheme)) continue;  // refuse it
                const Outcome outcome = outcome_of(falling_mass(friction), scheme);
                ASSERT_TRUE(outcome.penetration);
                EXPECT_GT(*outcome.penetration, 0.0);
                EXPECT_LE(*outcome.penetration, h * 4.0 * (1.0 + 1e-2));
                EXPECT_FALSE(warns(outcome));
            }
}

TEST(Penetration, a_step_too_long_for_the_motion_is_said_to_be)
{
    for (const double friction : {0.0, 0.3}) {
        const Outcome outcome = outcome_of(falling_mass(friction), MoreauJean{.step = 0.15});
        EXPECT_GT(outcome.penetration.value(), 0.05);
        EXPECT_TRUE(warns(outcome));
    }
}

// A body at rest opens and closes its gap by what loads make in a step, h²g.
TEST(Penetration, of_a_body_that_hops_no_higher_than_in_a_step_is_no_warning)
{
    const Problem problem = falling_mass(0.0);
    const double h = 1e-3, hop = h * h * 10.0;
    for (const auto& [height, is_told] : {std::pair(0.5 * hop, false), {50.0 * hop, true}}) {
        Penetration penetration(1);
        penetration.see(0, height);
        penetration.see(0, -height);
        Outcome outcome;
        penetration.report(problem, h, outcome);
        EXPECT_EQ(warns(outcome), is_told) << height;
    }
}

TEST(Penetration, schemes_that_locate_impacts_have_none)
{
    EXPECT_FALSE(outcome_of(falling_mass(0.0), EventAccurate{}).penetration);
}

TEST(Penetration, the_contact_that_is_named_is_the_worst_of_its_own_range)
{
    Penetration penetration(2);
    penetration.see(0, 100.0);
    penetration.see(0, -0.2);
    penetration.see(1, 0.3);
    penetration.see(1, -0.1);
    Problem problem;
    problem.contacts.resize(2);
    Outcome outcome;
    penetration.report(problem, 1e-3, outcome);
    EXPECT_EQ(outcome.penetration, 0.2);
    ASSERT_TRUE(warns(outcome));
    EXPECT_EQ(outcome.warnings.front().rfind("contact 2: ", 0), 0u);
    EXPECT_NE(outcome.warnings.front().find("25 %"), std::string::npos);
}

// A body that rests or rolls from the start sinks by what its first step leaves: no step is too long for
// that.
TEST(Penetration, a_contact_that_never_opened_is_not_warned_of)
{
    Problem problem;
    problem.contacts.resize(1);
    problem.contacts[0].gap.offset = 0.1;  // its rounding is 1e-17 m
    for (const double most : {0.0, 1e-16, 1e-7}) {
        Penetration penetration(1);
        penetration.see(0, most);
        penetration.see(0, most < 1e-8 ? -1e-16 : -9e-6);
        Outcome outcome;
        penetration.report(problem, 1e-3, outcome);
        EXPECT_FALSE(warns(outcome)) << most;
        EXPECT_GT(outcome.penetration.value(), 0.0);
    }
}

// The gap is its coordinate, which is zero: all it has is rounding of what its weight does.
TEST(Penetration, of_a_body_that_rests_at_coordinate_zero_is_rounding)
{
    Problem problem = falling_mass(0.0);
    problem.initial.q(1) = 0.0;
    for (const double depth : {1e-17, 1e-4}) {
        Penetration penetration(1);
        penetration.see(0, depth);
        penetration.see(0, -depth);
        Outcome outcome;
        penetration.report(problem, 1e-3, outcome);
        EXPECT_EQ(warns(outcome), depth > 1e-10) << depth;
    }
}

}  // namespace
}  // namespace rebond::test
