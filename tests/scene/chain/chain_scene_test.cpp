#include "rebond/scene/chain/chain_scene.hpp"

#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(ChainScene, starts_above_the_plane_in_translation)
{
    Scene scene;
    scene.subject = ChainScene{.model = {.springs = 4}, .initial = {.gap = 0.25, .velocity = -3.0}};
    scene.run.duration = 1.0;
    scene.impact.restitution = 0.5;
    const Problem problem = build_problem(scene);
    EXPECT_EQ(problem.initial.q, Vector::Constant(5, 0.25));
    EXPECT_EQ(problem.initial.v, Vector::Constant(5, -3.0));
    ASSERT_EQ(problem.contacts.size(), 1u);
    EXPECT_EQ(problem.contacts[0].law.restitution, 0.5);
    EXPECT_EQ(gap_at(problem.contacts[0].gap, 0.0, problem.initial.q), 0.25);
    EXPECT_EQ(along(problem.contacts[0].gap.terms, Vector::Unit(5, 0)), 1.0);  // the first mass, upwards
}

TEST(ChainScene, takes_memory_in_proportion_to_its_masses)
{
    const auto memory = [](Index springs) {
        return memory_of(ChainScene{.model = {.springs = springs}, .initial = {}});
    };
    EXPECT_EQ(memory(1999), 2.0 * memory(999));
}

}  // namespace
}  // namespace rebond::test
