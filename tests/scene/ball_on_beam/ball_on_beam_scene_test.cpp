#include "rebond/scene/ball_on_beam/ball_on_beam_scene.hpp"

#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(BallOnBeamScene, the_ball_touches_the_beam_at_rest)
{
    Scene scene;
    scene.subject = BallOnBeamScene{.model = {}, .initial = {.velocity = -2.0}};
    scene.impact.law = Law::hertz;
    scene.run = {.duration = 1e-3, .gravity = 0.0};
    const Problem problem = build_problem(scene);
    EXPECT_TRUE(problem.initial.q.isZero(0.0));
    EXPECT_EQ(problem.initial.v(0), -2.0);
    EXPECT_TRUE(problem.initial.v.tail(problem.initial.v.size() - 1).isZero(0.0));
    ASSERT_EQ(problem.contacts.size(), 1u);
    EXPECT_EQ(gap_at(problem.contacts[0].gap, 0.0, problem.initial.q), 0.0);
    EXPECT_EQ(along(problem.contacts[0].gap.terms, problem.initial.v), -2.0);
    // The gap is minus the indentation.
    const Vector q = Vector::LinSpaced(problem.initial.q.size(), 0.1, 0.2);
    const auto model = build_model(BallOnBeamScene{}, Scene{});
    EXPECT_NEAR(gap_at(problem.contacts[0].gap, 0.0, q), -model->indentation(q), 1e-13);  // rounding
}

TEST(BallOnBeamScene, modes_that_cannot_be_resolved_are_refused)
{
    BallOnBeamScene subject;
    subject.model.beam.section = {{.length = 1.0, .width = 0.01, .height = 1e-9},
                                  {.length = 1.0, .width = 0.01, .height = 1.0}};
    EXPECT_THROW((void)build_model(subject, Scene{}), Unbuildable);
}

TEST(BallOnBeamScene, is_found_in_a_scene)
{
    Scene scene;
    scene.subject = BallOnBeamScene{.model = {.location = 0.25}, .initial = {}};
    ASSERT_NE(ball_on_beam_in(scene), nullptr);
    EXPECT_EQ(ball_on_beam_in(scene)->location, 0.25);
    scene.subject = BarScene{};
    EXPECT_EQ(ball_on_beam_in(scene), nullptr);
}

TEST(BallOnBeamScene, takes_memory_in_proportion_to_its_modes)
{
    BallOnBeamScene subject;
    subject.model.beam.modes = 10;
    const double ten = memory_of(subject);
    subject.model.beam.modes = 20;
    EXPECT_EQ(memory_of(subject), 2.0 * ten);
}

}  // namespace
}  // namespace rebond::test
