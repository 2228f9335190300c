#include "rebond/integration/refusal.hpp"

#include "integration/linear_body.hpp"
#include "rebond/contact/gaps/motion.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

std::string reason(const Problem& problem, const Abilities& abilities)
{
    const Refusal refused = unserved(problem, abilities);
    return refused ? refused->reason : "";
}

Problem with_law(const ImpactLaw& law)
{
    Problem problem = bouncing_ball(1.0, 1.0);
    problem.contacts[0].law = law;
    return problem;
}

TEST(Refusal, a_ball_on_newtons_floor_needs_no_ability)
{
    EXPECT_EQ(reason(bouncing_ball(0.5, 1.0), {}), "");
}

TEST(Refusal, laws_need_their_ability)
{
    EXPECT_EQ(reason(with_law({.law = Law::poisson}), {}), "does not support Poisson's law");
    EXPECT_EQ(reason(with_law({.law = Law::poisson}), {.poisson = true}), "");
    EXPECT_EQ(reason(with_law({.law = Law::outward}), {}), "does not support the outward law");
    EXPECT_EQ(reason(with_law({.law = Law::outward}), {.outward = true}), "");
}

// Without friction Stronge's law is Newton's for one contact, and not for two.
TEST(Refusal, stronges_law_of_one_contact_without_friction_is_newtons)
{
    Problem problem = with_law({.law = Law::stronge, .restitution = 0.5});
    EXPECT_EQ(reason(problem, {}), "");
    problem.contacts.push_back(problem.contacts[0]);
    EXPECT_EQ(reason(problem, {}), "does not support Stronge's law");
    EXPECT_EQ(reason(problem, {.stronge = true}), "");
}

TEST(Refusal, friction_needs_a_direction_besides_the_ability)
{
    const Problem rough = with_law({.friction = 0.25});
    EXPECT_EQ(reason(rough, {}), "does not support friction");
    EXPECT_EQ(reason(rough, {.friction = true}),
              "needs a direction along which a contact with friction slides");
    Problem sliding = rough;
    sliding.contacts[0].slide.terms = {{0, 1.0}};
    EXPECT_EQ(reason(sliding, {.friction = true}), "");
}

TEST(Refusal, a_stop_that_moves_is_curved)
{
    Problem problem = bouncing_ball(1.0, 1.0);
    problem.contacts[0].gap.function =
        std::make_shared<MovingStop>(HarmonicMotion{.amplitude = 1e-3, .frequency = 5.0});
    EXPECT_NE(reason(problem, {}), "");
    EXPECT_EQ(reason(problem, {.curved = true}), "");
}

}  // namespace
}  // namespace rebond::test
