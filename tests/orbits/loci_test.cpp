#include "orbits/known_systems.hpp"
#include "rebond/orbits/continuation/follow.hpp"
#include "rebond/orbits/continuation/impact_family.hpp"
#include "rebond/orbits/continuation/lasting_family.hpp"
#include "rebond/orbits/continuation/locus.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

using namespace test;

// Shaw and Holmes' flip cos²(π/ω)(ω² − ((1 − r)/(1 + r))²) = 1 in the plane of ω and r.
TEST(Loci, TheFlipOfAForcedOscillatorFollowsItsFormula)
{
    const auto family_at = [](double r) -> std::unique_ptr<Family> {
        auto family = std::make_unique<ImpactFamily>(
            FamilySpec{.problem_at = [r](double omega) { return forced_stop({.omega = omega, .r = r}); }},
            std::vector<Index>{0});
        (void)family->unknowns(orbits_of(forced_stop({.omega = 2.6, .r = 0.8}), {}).front(), 2.6);
        return family;
    };
    const auto family = family_at(0.8);
    const Orbit start = orbits_of(forced_stop({.omega = 2.6}), {}).front();
    const Vector y = static_cast<ImpactFamily&>(*family).unknowns(start, 2.6);
    const Branch branch = follow(*family, y, {.from = 2.6, .to = 2.7});
    const auto flip = std::find_if(branch.special.begin(), branch.special.end(),
                                   [](const SpecialPoint& point) { return point.kind == SpecialKind::flip; });
    ASSERT_NE(flip, branch.special.end());
    LocusFamily locus(family_at, *flip, 0.1);
    const Branch curve =
        follow(locus, locus.unknowns(*flip, 0.8), {.from = 0.7, .to = 0.8, .forwards = false});
    ASSERT_GT(curve.points.size(), 3u) << curve.special.back().reason;
    EXPECT_NEAR(curve.points.back().parameter, 0.7, 1e-10) << curve.special.back().reason;
    for (const BranchPoint& point : curve.points) {
        const double r = point.parameter, omega = locus.first_parameter(point.unknowns);
        const double ratio = (1.0 - r) / (1.0 + r);
        EXPECT_NEAR(std::pow(std::cos(std::numbers::pi / omega), 2) * (omega * omega - ratio * ratio), 1.0,
                    1e-9);
    }
}

TEST(Loci, AFamilyWithALastingContactIsFollowed)
{
    const auto problem_at = [](double omega) {
        return forced_pair({.beta = 0.05, .e = 0.0, .d = 0.2, .omega = omega, .forced = 0});
    };
    const OrbitSystem system(problem_at(0.7));
    const Orbit start = find_orbits(system, {.sequence = parse_sequence("1s")}).front();
    ASSERT_TRUE(start.is_ok()) << start.reason;
    LastingFamily family(problem_at, 0.1, start.sequence, 1);
    const Branch branch = follow(family, family.unknowns(start, 0.7), {.from = 0.68, .to = 0.72});
    ASSERT_GT(branch.points.size(), 2u) << branch.special.back().reason;
    for (const BranchPoint& point : branch.points)
        EXPECT_TRUE(point.orbit.certificate.holds) << point.parameter << point.orbit.certificate.refusal;
    // What the branch has at its end is what a search finds there.
    const BranchPoint& last = branch.points.back();
    const OrbitSystem there(problem_at(last.parameter));
    const Orbit again = find_orbits(there, {.sequence = parse_sequence("1s")}).front();
    ASSERT_TRUE(again.is_ok()) << again.reason;
    EXPECT_NEAR(again.events[1].velocity_before, last.orbit.events[1].velocity_before, 1e-9);
}

}  // namespace
}  // namespace rebond
