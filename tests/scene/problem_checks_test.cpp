#include "rebond/scene/problem_checks.hpp"

#include "integration/linear_body.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

// A unit mass at height `q` [m] above a floor, below a ceiling if there is one.
Problem mass_at(double q, std::optional<double> ceiling = {})
{
    Problem problem = bouncing_ball(1.0, 1.0);
    problem.initial.q(0) = q;
    if (ceiling) problem.contacts.push_back({.gap = {.terms = {{0, -2.0}}, .offset = 2.0 * *ceiling}});
    return problem;
}

TEST(ProblemChecks, a_gap_that_is_closed_but_for_rounding_is_closed)
{
    Problem problem = mass_at(-0.3);
    problem.contacts[0].gap.offset = 0.3 - 1e-16;
    ASSERT_LT(gap_at(problem.contacts[0].gap, 0.0, problem.initial.q), 0.0);
    require_open_start(problem);
    EXPECT_EQ(gap_at(problem.contacts[0].gap, 0.0, problem.initial.q), 0.0);
}

TEST(ProblemChecks, a_contact_violated_at_the_start_is_refused)
{
    Problem open = mass_at(0.1), violated = mass_at(-0.1);
    EXPECT_NO_THROW(require_open_start(open));
    EXPECT_THROW(require_open_start(violated), Unbuildable);
}

TEST(ProblemChecks, contacts_that_face_each_other_need_room)
{
    EXPECT_NO_THROW(require_room(mass_at(-0.1, 0.0)));
    try {
        require_room(mass_at(0.0, -0.5));
        FAIL();
    } catch (const Unbuildable& refused) {
        EXPECT_EQ(refused.key, "contact[1].offset");
        EXPECT_NE(refused.expected.find("a play of -0.5 m"), std::string::npos) << refused.expected;
    }
}

TEST(ProblemChecks, a_body_without_mass_is_refused)
{
    Problem problem = mass_at(1.0);
    EXPECT_NO_THROW(require_positive_masses(problem));
    const Matrix none = Matrix::Zero(1, 1);
    problem.model = std::make_shared<LinearBody>(none, none, Vector::Zero(1));
    EXPECT_THROW(require_positive_masses(problem), Unbuildable);
}

}  // namespace
}  // namespace rebond::test
