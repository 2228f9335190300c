// A small part of the study of example 22, the dropped bar on a rough plane.
#include "physics/contact_reference.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rebond::test {
namespace {

Scene example(const char* folder, const std::vector<std::string>& overrides)
{
    return read_scene(std::string(REBOND_SOURCE_DIR "/examples/") + folder + "/scene.toml", overrides);
}

Scene rough_bar(double angle, double friction, const char* springs = "paired")
{
    return example("22_dropped_bar_with_friction",
                   {fmt::format("initial.angle_deg={}", angle), fmt::format("impact.friction={}", friction),
                    fmt::format("model.springs={}", springs)});
}

TEST(RoughBarStudy, without_friction_it_is_the_study_of_the_smooth_bar)
{
    for (const double angle : {45.0, 75.0}) {
        const ContactRun smooth(example("10_restitution_and_angle",
                                        {fmt::format("initial.angle_deg={}", angle), "run.duration=0.03"}));
        const ContactRun rough(rough_bar(angle, 0.0));
        EXPECT_EQ(rough.done.findings.restitution.apparent, smooth.done.findings.restitution.apparent);
        EXPECT_EQ(rough.done.findings.restitution.tangential, smooth.done.findings.restitution.tangential);
    }
}

// θ → 180° − θ turns x and friction round. Above the dip errors of the scheme do not grow.
TEST(RoughBarStudy, the_mirror_image_leaves_the_other_way)
{
    for (const double friction : {0.1, 0.3, 1.0}) {
        const ContactRun right(rough_bar(75.0, friction)), left(rough_bar(105.0, friction));
        const auto& a = right.done.findings.restitution;
        const auto& b = left.done.findings.restitution;
        ASSERT_TRUE(a.tangential && b.tangential);
        EXPECT_NEAR(*a.apparent, *b.apparent, 1e-7);
        EXPECT_NEAR(*a.tangential, -*b.tangential, 1e-7);
        EXPECT_NEAR(right.impulse()(1), -left.impulse()(1), 1e-7 * right.impulse()(0));
    }
    // Upright it does not know where to go.
    EXPECT_NEAR(*ContactRun(rough_bar(90.0, 0.3)).done.findings.restitution.tangential, 0.0, 1e-9);
}

// The tip sticks or slides by Coulomb's law, and friction only takes.
TEST(RoughBarStudy, friction_keeps_within_its_cone_and_energy_is_accounted_for)
{
    for (const char* springs : {"paired", "spiral"})
        for (const double angle : {30.0, 60.0, 80.0}) {
            constexpr double friction = 0.3;
            const ContactRun run(rough_bar(angle, friction, springs));
            SCOPED_TRACE(fmt::format("{}, {}°", springs, angle));
            // Bounces that are completed give their rebound back, and not the friction of that.
            const double allowed = 1e-5 * run.impulse()(0);
            ASSERT_FALSE(run.impacts.empty());
            for (const Impact& impact : run.impacts)
                EXPECT_LE(std::abs(impact.friction), friction * impact.impulse + allowed);
            for (const SustainedContact& phase : run.phases)
                EXPECT_LE(std::abs(phase.friction), friction * phase.impulse + allowed);
            EXPECT_LE(std::abs(run.impulse()(1)), friction * run.impulse()(0));
            EXPECT_GE(run.energy().lost_in_friction, 0.0);
            EXPECT_LE(std::abs(run.energy().balance_error), 1e-7 * run.energy().initial);
            EXPECT_LT(run.energy().final, run.energy().initial);
        }
}

}  // namespace
}  // namespace rebond::test
