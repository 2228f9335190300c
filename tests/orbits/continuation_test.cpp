#include "orbits/known_systems.hpp"
#include "rebond/core/error.hpp"
#include "rebond/orbits/continuation/follow.hpp"
#include "rebond/orbits/continuation/impact_family.hpp"
#include "rebond/orbits/continuation/switch_branch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numbers>

namespace rebond {
namespace {

using namespace test;

std::vector<const SpecialPoint*> of_kind(const Branch& branch, SpecialKind kind)
{
    std::vector<const SpecialPoint*> points;
    for (const SpecialPoint& point : branch.special)
        if (point.kind == kind) points.push_back(&point);
    return points;
}

// Shaw and Holmes' oscillator: ζ = 0, σ = 0, r = 0.8, over the frequency of the load.
ImpactFamily shaw_holmes(int periods = 1)
{
    return ImpactFamily({.problem_at = [](double omega) { return forced_stop({.omega = omega}); },
                         .number_scale = 1.0,
                         .load_periods = periods},
                        {0});
}

TEST(Continuation, ForcedOscillatorFlipsWhereItsFormulaSays)
{
    ImpactFamily family = shaw_holmes();
    const Orbit start = orbits_of(forced_stop({.omega = 2.8}), {}).front();
    const Branch branch =
        follow(family, family.unknowns(start, 2.8), {.from = 2.4, .to = 2.8, .forwards = false});
    const auto flips = of_kind(branch, SpecialKind::flip);
    ASSERT_EQ(flips.size(), 1u);
    const double omega = flips[0]->parameter;
    EXPECT_NEAR(omega, 2.6533477278553, 1e-10);
    EXPECT_NEAR(flips[0]->velocity, 0.449264709904, 1e-10);
    const double ratio = (1.0 - 0.8) / (1.0 + 0.8);
    EXPECT_NEAR(std::pow(std::cos(std::numbers::pi / omega), 2) * (omega * omega - ratio * ratio), 1.0,
                1e-10);
    EXPECT_EQ(branch.special.back().reason, "the end of the range");
}

TEST(Continuation, TheBranchBornAtAFlipHasItsKnownOrbits)
{
    ImpactFamily family = shaw_holmes();
    const Orbit start = orbits_of(forced_stop({.omega = 2.6}), {}).front();
    const Branch branch =
        follow(family, family.unknowns(start, 2.6), {.from = 2.6, .to = 2.67, .forwards = true});
    const auto flips = of_kind(branch, SpecialKind::flip);
    ASSERT_EQ(flips.size(), 1u);
    std::vector<BranchStart> starts = starts_at(family, *flips[0]);
    ASSERT_EQ(starts.size(), 2u);
    for (BranchStart& one : starts) {
        const Branch doubled = follow(*one.family, one.unknowns, {.from = 2.6, .to = 2.67}, one.tangent);
        const BranchPoint& last = doubled.points.back();
        EXPECT_NEAR(last.parameter, 2.67, 1e-12) << doubled.special.back().reason;
        ASSERT_EQ(last.orbit.events.size(), 2u);
        const double first = -last.orbit.events[0].velocity_before,
                     second = -last.orbit.events[1].velocity_before;
        EXPECT_NEAR(std::max(first, second), 0.454269892035, 1e-9);
        EXPECT_NEAR(std::min(first, second), 0.449518232358, 1e-9);
        EXPECT_NEAR(*last.orbit.trace, 0.453730359706, 1e-9);
        EXPECT_TRUE(last.orbit.certificate.holds) << last.orbit.certificate.refusal;
        const OrbitSystem system(forced_stop({.omega = 2.67}));
        const ImpactSolution again = solve_impacts(system, one.family->motion(last.unknowns), {});
        const Orbit proved = orbit_of(system, again, 2, {});
        EXPECT_TRUE(proved.certificate.holds) << proved.certificate.refusal;
    }
}

TEST(Continuation, ImpactSpeedVanishesAtTheKnownGrazings)
{
    ImpactFamily by_force(
        {.problem_at =
             [](double F) { return forced_stop({.zeta = 0.05, .omega = 1.0, .sigma = 1.0, .F = F}); },
         .number_scale = 1.0},
        {0});
    const Orbit start = orbits_of(forced_stop({.zeta = 0.05, .omega = 1.0, .sigma = 1.0}), {}).front();
    const Branch branch =
        follow(by_force, by_force.unknowns(start, 1.0), {.from = 0.01, .to = 1.0, .forwards = false});
    const auto grazings = of_kind(branch, SpecialKind::grazing);
    ASSERT_EQ(grazings.size(), 1u) << branch.special.back().reason;
    EXPECT_NEAR(grazings[0]->parameter, 0.1, 1e-10);

    ImpactFamily by_frequency(
        {.problem_at =
             [](double omega) {
                 return forced_stop(
                     {.zeta = 0.05, .omega = omega, .sigma = 0.5, .r = 0.7, .two_sided = true});
             },
         .number_scale = 1.0},
        {0, 1});
    const Orbit symmetric =
        orbits_of(forced_stop({.zeta = 0.05, .omega = 1.5, .sigma = 0.5, .r = 0.7, .two_sided = true}),
                  {.sequence = parse_sequence("1,2")})
            .front();
    // Up to the fold and back, where the impacts become weaker.
    const Branch upwards =
        follow(by_frequency, by_frequency.unknowns(symmetric, 1.5), {.from = 1.4, .to = 10.0});
    const auto graze = of_kind(upwards, SpecialKind::grazing);
    ASSERT_GE(graze.size(), 1u) << upwards.special.back().reason;
    EXPECT_NEAR(graze[0]->parameter, 1.7298857457535, 1e-9);
}

ImpactFamily elastic_family(Varied varied)
{
    return ImpactFamily({.problem_at = [](double) { return elastic_two_masses(); }, .varied = varied}, {0});
}

TEST(Continuation, TwoMassesFlipAtTheirKnownPeriods)
{
    ImpactFamily family = elastic_family(Varied::period);
    const Orbit start = orbits_of(elastic_two_masses(), {.period = 8.2}).front();
    const Branch branch =
        follow(family, family.unknowns(start, 0.0), {.from = 8.0, .to = 10.1, .beyond_admissible = true});
    const auto flips = of_kind(branch, SpecialKind::flip);
    ASSERT_EQ(flips.size(), 3u) << branch.special.back().reason;
    EXPECT_NEAR(flips[0]->parameter, 8.4297776772489, 1e-9);
    EXPECT_NEAR(flips[1]->parameter, 9.1742553160028, 1e-9);
    EXPECT_NEAR(flips[2]->parameter, 3.0 * std::numbers::pi, 1e-9);
}

TEST(Continuation, TheEnergyOfTwoMassesTurnsAtItsKnownPeriod)
{
    ImpactFamily family = elastic_family(Varied::energy);
    const Orbit start = orbits_of(elastic_two_masses(), {.period = 9.0}).front();
    const Branch branch = follow(family, family.unknowns(start, 0.0),
                                 {.from = 0.1, .to = 0.4, .forwards = false, .beyond_admissible = true});
    const auto folds = of_kind(branch, SpecialKind::fold);
    ASSERT_EQ(folds.size(), 1u) << branch.special.back().reason;
    EXPECT_NEAR(folds[0]->orbit.period, 10.085214648869, 1e-9);
    EXPECT_NEAR(folds[0]->parameter, 0.263559805450, 1e-9);
}

TEST(Continuation, AFamilyEndsAtAPoleAndNeverPassesIt)
{
    ImpactFamily family = elastic_family(Varied::period);
    const Orbit start = orbits_of(elastic_two_masses(), {.period = 9.0}).front();
    const Branch branch = follow(family, family.unknowns(start, 0.0),
                                 {.from = 8.0, .to = 14.0, .most_points = 400, .beyond_admissible = true});
    const double slow = std::sqrt((3.0 - std::sqrt(5.0)) / 2.0);
    for (const BranchPoint& point : branch.points) EXPECT_LT(point.parameter, 2.0 * std::numbers::pi / slow);
    EXPECT_EQ(branch.special.back().kind, SpecialKind::end);
    EXPECT_GT(branch.points.back().parameter, 10.1);
}

// Between ω = 0.889 and 0.744 the orbit passes its stop, so that the branch has to go on through there.
TEST(Continuation, DampedPairHasItsKnownSpecialPoints)
{
    ImpactFamily family({.problem_at = [](double omega) { return forced_pair({.omega = omega}); }}, {0});
    const Orbit start = orbits_of(forced_pair({.omega = 1.3}), {}).front();
    const Branch branch = follow(family, family.unknowns(start, 1.3),
                                 {.from = 0.6, .to = 1.3, .forwards = false, .beyond_admissible = true});
    const auto has = [&](SpecialKind kind, double omega) {
        for (const SpecialPoint* point : of_kind(branch, kind))
            if (std::abs(point->parameter - omega) < 1e-8) return true;
        return false;
    };
    EXPECT_TRUE(has(SpecialKind::neimark_sacker, 0.946083715816));
    EXPECT_TRUE(has(SpecialKind::flip, 0.687916009420));
    EXPECT_TRUE(has(SpecialKind::new_contact, 0.642883832507));
    for (const BranchPoint& point : branch.points)
        if (!point.orbit.certificate.holds) {
            EXPECT_LT(*point.orbit.certificate.minimum_gap, 0.0);
        }
}

TEST(Continuation, ABranchEndsWhereItsOrbitTouchesAnew)
{
    ImpactFamily family({.problem_at = [](double omega) { return forced_pair({.omega = omega}); }}, {0});
    const Orbit start = orbits_of(forced_pair({.omega = 0.7}), {}).front();
    const Branch branch =
        follow(family, family.unknowns(start, 0.7), {.from = 0.5, .to = 0.7, .forwards = false});
    EXPECT_EQ(branch.special.back().kind, SpecialKind::end);
    EXPECT_NEAR(branch.special.back().parameter, 0.642883832507, 1e-8);
    for (const BranchPoint& point : branch.points) EXPECT_TRUE(point.orbit.certificate.holds);
}

TEST(Continuation, ANewContactStartsABranchWithOneImpactMore)
{
    ImpactFamily family({.problem_at = [](double omega) { return forced_pair({.omega = omega}); }}, {0});
    const Orbit start = orbits_of(forced_pair({.omega = 0.7}), {}).front();
    const Branch branch =
        follow(family, family.unknowns(start, 0.7), {.from = 0.5, .to = 0.7, .forwards = false});
    const auto contacts = of_kind(branch, SpecialKind::new_contact);
    ASSERT_EQ(contacts.size(), 1u);
    std::vector<BranchStart> starts = starts_at(family, *contacts[0]);
    ASSERT_EQ(starts.size(), 1u);
    const Branch more = follow(*starts[0].family, starts[0].unknowns,
                               {.from = 0.5, .to = 0.7, .most_points = 30}, starts[0].tangent);
    ASSERT_GT(more.points.size(), 3u) << more.special.back().reason;
    EXPECT_EQ(more.points[1].orbit.events.size(), 2u);
    EXPECT_GT(more.points[1].orbit.certificate.least_impulse, 0.0);
}

// Between two poles the answer of a gap to its own impulses vanishes: the energy is infinite there.
TEST(Continuation, AFamilyWhoseEnergyGrowsWithoutBoundSaysSo)
{
    ImpactFamily family = elastic_family(Varied::period);
    const Orbit start = orbits_of(elastic_two_masses(), {.period = 9.0}).front();
    const Branch branch = follow(family, family.unknowns(start, 0.0),
                                 {.from = 7.8, .to = 9.0, .forwards = false, .beyond_admissible = true});
    EXPECT_EQ(branch.special.back().end, BranchEnd::pole) << branch.special.back().reason;
    EXPECT_NEAR(branch.special.back().parameter, 7.9161951806,
                1e-4);  // steps follow impulses, not the period
}

TEST(Continuation, AnInterruptedBranchKeepsItsPoints)
{
    ImpactFamily family = shaw_holmes();
    const Orbit start = orbits_of(forced_stop({.omega = 2.8}), {}).front();
    std::atomic<bool> interrupt{false};
    int points = 0;
    const Branch branch = follow(family, family.unknowns(start, 2.8),
                                 {.from = 2.4,
                                  .to = 2.8,
                                  .forwards = false,
                                  .added = [&](const BranchPoint&) { interrupt = ++points == 5; },
                                  .interrupt = &interrupt});
    EXPECT_EQ(branch.special.back().end, BranchEnd::interrupted);
    EXPECT_GE(branch.points.size(), 4u);
    EXPECT_LE(branch.points.size(), 5u);
    EXPECT_GT(branch.special.back().parameter, 2.5);
}

// A restitution cannot be above 1: nothing is known beyond the end of its range.
TEST(Continuation, ANumberIsFollowedToTheVeryEndOfWhatItMayBe)
{
    const auto at = [](double e) {
        if (e > 1.0) throw InputError("no such restitution");
        return forced_pair({.e = e, .omega = 1.3});
    };
    ImpactFamily family({.problem_at = at}, {0});
    const Orbit start = orbits_of(at(0.8), {}).front();
    const Branch branch = follow(family, family.unknowns(start, 0.8), {.from = 0.8, .to = 1.0});
    EXPECT_EQ(branch.special.back().end, BranchEnd::range) << branch.special.back().reason;
    EXPECT_NEAR(branch.points.back().parameter, 1.0, 1e-12);
    const Orbit end = orbits_of(at(1.0), {}).front();
    EXPECT_NEAR(branch.points.back().orbit.events[0].impulse, end.events[0].impulse, 1e-10);
}

TEST(Continuation, AnImpactThatFadesEndsABranchAlsoBeyondGapsThatClose)
{
    ImpactFamily by_force(
        {.problem_at =
             [](double F) { return forced_stop({.zeta = 0.05, .omega = 1.0, .sigma = 1.0, .F = F}); }},
        {0});
    const Orbit start = orbits_of(forced_stop({.zeta = 0.05, .omega = 1.0, .sigma = 1.0}), {}).front();
    FollowOptions options{.from = 0.01, .to = 1.0, .forwards = false, .beyond_admissible = true};
    const Branch ended = follow(by_force, by_force.unknowns(start, 1.0), options);
    EXPECT_EQ(ended.special.back().end, BranchEnd::admissible);
    EXPECT_NEAR(ended.special.back().parameter, 0.1, 1e-10);
    options.beyond_grazing = true;
    const Branch beyond = follow(by_force, by_force.unknowns(start, 1.0), options);
    EXPECT_LT(beyond.points.back().orbit.events[0].impulse, 0.0);
}

// The doubled orbit of the pair exists between two flips only, and comes back on itself.
TEST(Continuation, ABranchThatIsARingEndsWhereItStarted)
{
    ImpactFamily family({.problem_at = [](double omega) { return forced_pair({.omega = omega}); }}, {0});
    const Orbit start = orbits_of(forced_pair({.omega = 1.09}), {}).front();
    const Branch branch =
        follow(family, family.unknowns(start, 1.09), {.from = 1.09, .to = 1.12, .longest_step = 0.01});
    const auto flips = of_kind(branch, SpecialKind::flip);
    ASSERT_GE(flips.size(), 1u);
    std::vector<BranchStart> starts = starts_at(family, *flips[0]);
    ASSERT_FALSE(starts.empty());
    const Branch ring =
        follow(*starts[0].family, starts[0].unknowns,
               {.from = 1.0, .to = 1.2, .longest_step = 0.01, .beyond_admissible = true}, starts[0].tangent);
    EXPECT_EQ(ring.special.back().end, BranchEnd::closed) << ring.special.back().reason;
}

}  // namespace
}  // namespace rebond
