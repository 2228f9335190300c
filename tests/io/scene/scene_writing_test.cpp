#include "io/scene/scene_texts.hpp"
#include "rebond/core/number_text.hpp"
#include "rebond/io/toml/toml_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace rebond::test {
namespace {

TEST(SceneWriting, numbers_are_written_short_and_read_back_to_the_same_bits)
{
    EXPECT_EQ(number_text(1e-6), "1e-6");
    EXPECT_EQ(number_text(2.1e11), "2.1e11");
    EXPECT_EQ(number_text(0.2), "0.2");
    EXPECT_EQ(number_text(9.0), "9.0");
    EXPECT_EQ(number_text(-0.0), "-0.0");

    std::mt19937_64 bits(1);
    for (int i = 0; i < 2000; ++i) {
        const double number = std::bit_cast<double>(bits());
        if (!(std::abs(number) <= std::numeric_limits<double>::max())) continue;
        Scene scene = parse_scene(least_scene, "s.toml");
        std::get<BarScene>(scene.subject).initial.velocity = {number, std::ldexp(number, -1000)};
        const Scene again = parse_scene(write_scene(scene), "written");
        for (std::size_t k = 0; k < 2; ++k)
            EXPECT_EQ(std::bit_cast<std::uint64_t>(bar_of(again).initial.velocity[k]),
                      std::bit_cast<std::uint64_t>(bar_of(scene).initial.velocity[k]));
    }
}

// Different scenes are written differently, so equal texts are equal scenes.
TEST(SceneWriting, written_scene_reads_back_to_the_same_scene)
{
    Scene scene = parse_scene(least_scene, "s.toml");
    auto& [model, initial] = std::get<BarScene>(scene.subject);
    scene.title = "quote \" backslash \\ newline \n tab \t bell \x07 delete \x7f and θ";
    model = {.springs = Springs::spiral, .segments = 10'000'000, .length = 1.0 / 3.0, .radius = 5e-324};
    model.tip_inertia = TipInertia::consistent;
    initial.velocity = {-0.0, 0.1 + 0.2};
    initial.excitation = Excitation{.mode = 9, .energy_fraction = 1e-300, .phase_deg = -1e-300};
    scene.run.sample_every = 0.01;
    scene.run.stop_when_quiet = true;
    scene.analysis.episode_gap = 0.0;
    const std::vector<Scheme> schemes = {
        EventNewmark{.step = 0.1, .substep = EventNewmark::Substep::resolved},
        EventAccurate{.step = 1e-5, .tolerance = 1e-9}, PaoliSchatzman{.step = 0.3},
        PaoliSchatzmanImplicit{.step = 1e-7}};
    for (const Scheme& scheme : schemes) {
        scene.scheme = scheme;
        const std::string written = write_scene(scene);
        const Scene again = parse_scene(written, "written");
        EXPECT_EQ(again.title, scene.title);
        EXPECT_EQ(again.scheme.index(), scheme.index());
        EXPECT_EQ(write_scene(again), written);
    }
}

}  // namespace
}  // namespace rebond::test
