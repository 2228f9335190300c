#include "rebond/scene/frame/frame_scene.hpp"

#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

Scene beam_at_wall(const FrameScene& subject)
{
    Scene scene;
    scene.subject = subject;
    scene.scheme = MoreauJean{.step = 1e-7};
    scene.impact.restitution = 0.0;
    scene.run = {.duration = 1e-4, .gravity = 0.0};
    return scene;
}

TEST(FrameScene, either_end_may_touch_the_wall)
{
    const FrameScene subject{.model = {.elements = 8, .contact_mass = ContactMass::massless}, .initial = {}};
    const Problem problem = build_problem(beam_at_wall(subject));
    ASSERT_EQ(problem.contacts.size(), 2u);
    EXPECT_EQ(gap_at(problem.contacts[0].gap, 0.0, problem.initial.q), 0.0);
    EXPECT_NEAR(gap_at(problem.contacts[1].gap, 0.0, problem.initial.q), subject.model.length,
                1e-15);  // rounding
    for (const Contact& contact : problem.contacts) {
        EXPECT_TRUE(contact.is_massless);
        EXPECT_NEAR(along(contact.gap.terms, problem.initial.v), -1.0, 1e-15);
        EXPECT_NEAR(along(contact.slide.terms, problem.initial.v), 0.0, 1e-15);
    }
}

TEST(FrameScene, a_rigid_beam_along_its_normal_takes_the_impulse_of_its_whole_mass)
{
    const FrameScene subject{.model = {}, .initial = {.velocity = {0.0, -2.0}}};
    const Problem problem = build_problem(beam_at_wall(subject));
    const double momentum = 2.0 * build_model(subject, Scene{})->total_mass();
    ASSERT_TRUE(problem.rigid_impulse);
    EXPECT_NEAR(*problem.rigid_impulse, momentum, 1e-12 * momentum);  // rounding
}

TEST(FrameScene, an_element_that_is_not_finite_is_refused)
{
    FrameScene subject;
    subject.model.young = 1e308;
    subject.model.length = 1e-200;
    try {
        (void)build_model(subject, Scene{});
        FAIL();
    } catch (const Unbuildable& refused) {
        EXPECT_EQ(refused.key, "model");
    }
}

TEST(FrameScene, modes_take_dense_matrices)
{
    FrameScene subject{.model = {.elements = 1000}, .initial = {}};
    const double nodes = memory_of(subject);
    subject.model.modes = 10;
    EXPECT_GT(memory_of(subject), nodes + 8.0 * 2000.0 * 2000.0);
}

}  // namespace
}  // namespace rebond::test
