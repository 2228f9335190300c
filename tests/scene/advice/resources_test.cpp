#include "rebond/scene/advice/resources.hpp"

#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

TEST(Resources, a_model_that_does_not_fit_is_refused_at_its_size)
{
    Scene scene;
    ChainScene chain;
    chain.model.springs = 1'000'000;
    scene.subject = chain;
    EXPECT_EQ(memory_needed(scene), memory_of(chain));
    require_memory(scene, 1e12);
    try {
        require_memory(scene, 1e6);
        FAIL() << "a million masses in a megabyte";
    } catch (const Unbuildable& wrong) {
        EXPECT_EQ(wrong.key, "model.springs");
        EXPECT_NE(wrong.expected.find("and 1 MB are free"), std::string::npos) << wrong.expected;
    }
}

TEST(Resources, samples_are_those_asked_for_or_the_steps)
{
    Scene scene;
    scene.subject = ChainScene{.model = {.springs = 2}, .initial = {}};
    scene.run.duration = 1.0;
    scene.run.sample_every = 1e-3;
    const Problem problem = build_problem(scene);
    EXPECT_EQ(samples_needed(scene, problem), 1002.0);
    scene.scheme = MoreauJean{.step = 0.01};
    EXPECT_EQ(samples_needed(scene, problem), 102.0);
    scene.scheme = MoreauJean{.step = 1e-6};
    EXPECT_EQ(samples_needed(scene, problem), 1002.0);
    // Time, four energies, three positions and velocities, and four numbers of the contact.
    EXPECT_EQ(disk_needed(problem, 1000.0), 8.0 * 1000.0 * (5.0 + 6.0 + 4.0));
}

}  // namespace
}  // namespace rebond
