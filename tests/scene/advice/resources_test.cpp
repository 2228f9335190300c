#include "rebond/scene/advice/resources.hpp"

#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

// Unit matrices of n coordinates, or full ones.
Scene linear_scene(Index n, bool is_full)
{
    MatrixSpec matrix{.file = {}, .rows = n, .columns = n, .entries = {}};
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            if (i == j || is_full) matrix.entries.push_back({i, j, i == j ? 1.0 : 1e-9});
    Scene scene;
    scene.subject = LinearScene{.model = {.mass = matrix, .stiffness = matrix}, .initial = {}, .contact = {}};
    scene.run.duration = 1.0;
    return scene;
}

TEST(Resources, FullMatricesTakeTheSquareOfTheirSize)
{
    // M, K and two sets of factors of 8 n² bytes, and n² entries being sorted.
    EXPECT_NEAR(memory_needed(linear_scene(100, true)), 1e4 * (4.0 * 8.0 + 44.0), 1.0);
    EXPECT_LT(memory_needed(linear_scene(100, false)), 1e2 * 100.0);
}

TEST(Resources, BarsAndChainsTakeTheirNumberOfParts)
{
    Scene scene;
    BarScene bar;
    bar.model.segments = 10'000'000;
    scene.subject = bar;
    EXPECT_GT(memory_needed(scene), 1e9);
    EXPECT_LT(memory_needed(scene), 1e11);
}

TEST(Resources, AModelThatDoesNotFitIsRefusedAtItsSize)
{
    Scene scene;
    ChainScene chain;
    chain.model.springs = 1'000'000;
    scene.subject = chain;
    require_memory(scene, 1e12);
    try {
        require_memory(scene, 1e6);
        FAIL() << "a million masses in a megabyte";
    } catch (const Unbuildable& wrong) {
        EXPECT_EQ(wrong.key, "model.springs");
        EXPECT_NE(wrong.expected.find("and 1 MB are free"), std::string::npos) << wrong.expected;
    }
}

TEST(Resources, SamplesAreThoseAskedForOrTheSteps)
{
    Scene scene = linear_scene(3, false);
    scene.run.sample_every = 1e-3;
    const Problem problem = build_problem(scene);
    EXPECT_EQ(samples_needed(scene, problem), 1002.0);
    scene.scheme = MoreauJean{.step = 0.01};
    EXPECT_EQ(samples_needed(scene, problem), 102.0);
    scene.scheme = MoreauJean{.step = 1e-6};
    EXPECT_EQ(samples_needed(scene, problem), 1002.0);
    // Time, four energies, three positions and velocities.
    EXPECT_EQ(disk_needed(problem, 1000.0), 8.0 * 1000.0 * (5.0 + 6.0));
}

}  // namespace
}  // namespace rebond
