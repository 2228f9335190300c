#include "rebond/scene/build.hpp"

#include "physics/dropped_bar.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(Build, times_are_those_of_the_run)
{
    Scene scene = dropped_bar(Springs::paired, 30.0, 1.0, 0.5);
    EXPECT_EQ(build_problem(scene).duration, 0.5);
    EXPECT_NEAR(build_problem(scene).sample_every, 0.5e-3, 1e-18);  // a thousandth
    scene.run.sample_every = 0.1;
    EXPECT_EQ(build_problem(scene).sample_every, 0.1);
}

TEST(Build, the_model_alone_is_that_of_the_problem)
{
    const Scene scene = dropped_bar(Springs::spiral, 30.0, 1.0);
    const Problem problem = build_problem(scene);
    const auto model = build_model(scene);
    EXPECT_EQ(model->dofs(), problem.model->dofs());
    EXPECT_EQ(model->outline(problem.initial.q), problem.model->outline(problem.initial.q));
}

TEST(Build, a_scheme_that_refuses_is_told_with_those_that_serve)
{
    Scene scene = dropped_bar(Springs::spiral, 30.0, 1.0);
    scene.scheme = EventModal{};
    try {
        (void)build_problem(scene);
        FAIL();
    } catch (const Unbuildable& refused) {
        EXPECT_EQ(refused.key, "scheme.type");
        EXPECT_NE(refused.expected.find("event_newmark or event_accurate or paoli_schatzman"),
                  std::string::npos)
            << refused.expected;
    }
}

}  // namespace
}  // namespace rebond::test
