#include "rebond/studies/design/random_draw.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace rebond {
namespace {

// The known answers of the generator's authors.
TEST(RandomDraw, philox_gives_the_published_numbers)
{
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    constexpr std::uint32_t ones = 0xffffffff;
    EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
              (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomDraw, a_draw_depends_on_seed_key_and_case)
{
    std::set<double> draws;
    for (const std::uint64_t seed : {0u, 1u})
        for (const char* key : {"initial.angle_deg", "impact.restitution"})
            for (const std::uint64_t index : {0u, 1u, 1000000u}) {
                EXPECT_EQ(uniform_draw(seed, key, index), uniform_draw(seed, key, index));
                draws.insert(uniform_draw(seed, key, index));
            }
    EXPECT_EQ(draws.size(), 12u);
}

TEST(RandomDraw, draws_have_the_moments_of_their_distribution)
{
    constexpr int count = 100000;
    double uniform = 0.0, uniform_squares = 0.0, normal = 0.0, normal_squares = 0.0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const double u = uniform_draw(7, "x", i), z = normal_draw(7, "x", i);
        EXPECT_GT(u, 0.0);
        EXPECT_LT(u, 1.0);
        uniform += u / count;
        uniform_squares += u * u / count;
        normal += z / count;
        normal_squares += z * z / count;
    }
    // Sampling: five standard deviations of each mean.
    EXPECT_NEAR(uniform, 0.5, 5.0 * std::sqrt(1.0 / 12.0 / count));
    EXPECT_NEAR(uniform_squares, 1.0 / 3.0, 5.0 * std::sqrt(4.0 / 45.0 / count));
    EXPECT_NEAR(normal, 0.0, 5.0 * std::sqrt(1.0 / count));
    EXPECT_NEAR(normal_squares, 1.0, 5.0 * std::sqrt(2.0 / count));
}

}  // namespace
}  // namespace rebond
