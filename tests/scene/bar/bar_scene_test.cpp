#include "rebond/scene/bar/bar_scene.hpp"

#include "physics/dropped_bar.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond::test {
namespace {

using std::numbers::pi;

double cylinder_mass(const BarSpec& bar)
{
    return bar.density * pi * bar.radius * bar.radius * (bar.length - bar.radius);
}

double hemisphere_mass(const BarSpec& bar)
{
    return bar.density * 2.0 / 3.0 * pi * std::pow(bar.radius, 3);
}

Energy energy_at_start(const Problem& problem)
{
    const auto dynamics = problem.model->dynamics();
    dynamics->place(0.0, problem.initial.q);
    return dynamics->energy(problem.initial.v);
}

TEST(BarScene, a_bar_starts_straight_unstrained_and_in_translation)
{
    for (const Springs springs : {Springs::spiral, Springs::paired}) {
        Scene scene = dropped_bar(springs, 40.0, 0.5);
        scene.run.gravity = 3.0;
        auto& [bar, initial] = bar_of(scene);
        initial.tip_height = 0.02;
        initial.velocity = {3.0, -4.0};
        const Problem problem = build_problem(scene);

        const double m = cylinder_mass(bar), mu = hemisphere_mass(bar);
        const double sine = std::sin(40.0 * pi / 180.0);
        const double moment =
            m * (0.02 + 0.5 * (bar.length - bar.radius) * sine) + mu * (0.02 - 3.0 / 8.0 * bar.radius * sine);
        const Energy energy = energy_at_start(problem);
        EXPECT_EQ(energy.elastic, 0.0);
        EXPECT_NEAR(energy.kinetic, 0.5 * (m + mu) * 25.0, 1e-12 * energy.kinetic);  // rounding
        EXPECT_NEAR(energy.gravity, 3.0 * moment, 1e-12 * energy.gravity);

        const auto outline = problem.model->outline(problem.initial.q);
        EXPECT_NEAR((outline.front() - Vector2(0.0, 0.02)).norm(), 0.0, 1e-15);
        EXPECT_NEAR((outline.back() - outline.front()).norm(), bar.length - bar.radius, 1e-15);
        EXPECT_NEAR(outline.back().y(), 0.02 + (bar.length - bar.radius) * sine, 1e-15);
    }
}

TEST(BarScene, the_tip_touches_where_its_centre_is_a_radius_above_the_plane)
{
    Scene scene = dropped_bar(Springs::paired, 30.0, 0.25);
    bar_of(scene).initial.tip_height = 0.02;
    const Problem problem = build_problem(scene);
    ASSERT_EQ(problem.contacts.size(), 1u);
    const auto& [gap, law, slide, is_massless, name] = problem.contacts[0];
    EXPECT_EQ(law.restitution, 0.25);
    EXPECT_NEAR(gap_at(gap, 0.0, problem.initial.q), 0.02 - bar_of(scene).model.radius, 1e-17);
    EXPECT_EQ(along(gap.terms, problem.initial.v), -1.0);  // the normal points up
}

// θ₁ turns the point below the hemisphere's centre with it: at (0, −R) from there it moves by R θ̇₁.
TEST(BarScene, the_tip_slides_with_the_lever_of_its_radius)
{
    const Scene scene = dropped_bar(Springs::paired, 30.0, 0.25);
    const Problem problem = build_problem(scene);
    Vector v = Vector::Zero(problem.model->dofs());
    v(0) = 3.0;
    v(2) = 100.0;
    EXPECT_DOUBLE_EQ(along(problem.contacts[0].slide.terms, v),
                     3.0 + 100.0 * std::get<BarScene>(scene.subject).model.radius);
}

// The mode is orthogonal to the translation in the metric of the straight bar, and a spiral spring's energy
// is a square.
TEST(BarScene, an_excitation_adds_its_share_of_the_kinetic_energy)
{
    Scene scene = dropped_bar(Springs::spiral, 30.0, 1.0);
    const double T = energy_at_start(build_problem(scene)).kinetic;
    const auto excited = [&](double phase_deg) {
        bar_of(scene).initial.excitation =
            Excitation{.mode = 2, .energy_fraction = 0.3, .phase_deg = phase_deg};
        return energy_at_start(build_problem(scene));
    };
    for (const double phase : {0.0, 60.0, 90.0, 180.0}) {
        const double cosine = std::cos(phase * pi / 180.0);
        EXPECT_NEAR(excited(phase).elastic, 0.3 * T * cosine * cosine, 1e-9 * T) << phase;  // of the mode
    }
    EXPECT_NEAR(excited(90.0).kinetic, 1.3 * T, 1e-9 * T);  // of the mode
}

TEST(BarScene, many_heavy_segments_start_where_the_scene_says_and_with_the_energy_it_says)
{
    for (const Springs springs : {Springs::spiral, Springs::paired})
        for (const Index n : {60, 120, 200, 250})
            for (const double angle : {30.0, 45.0, 75.0}) {
                Scene scene = dropped_bar(springs, angle, 1.0);
                bar_of(scene).model.segments = n;
                const Problem still = build_problem(scene);
                const double T = energy_at_start(still).kinetic;
                bar_of(scene).initial.excitation = Excitation{.energy_fraction = 1e-3, .phase_deg = 0.0};
                const Problem bent = build_problem(scene);
                const auto moved = bent.initial.q - still.initial.q;
                EXPECT_LE(moved.head(2).norm(), 1e-4 * bar_of(scene).model.length) << n << ", " << angle;
                EXPECT_NEAR(energy_at_start(bent).elastic, 1e-3 * T,
                            1e-8 * T);  // next order in the amplitude
                bar_of(scene).initial.excitation->phase_deg = 90.0;
                const Energy moving = energy_at_start(build_problem(scene));
                EXPECT_NEAR(moving.kinetic, (1.0 + 1e-3) * T, 1e-12 * T) << n << ", " << angle;  // rounding
                EXPECT_EQ(moving.elastic, 0.0);
            }
}

TEST(BarScene, a_bar_without_positive_masses_is_refused_before_it_is_excited)
{
    Scene scene = dropped_bar(Springs::spiral, 30.0, 1.0);
    bar_of(scene).model.density = 1e-320;
    bar_of(scene).initial.excitation = Excitation{};
    EXPECT_THROW((void)build_problem(scene), Unbuildable);
}

TEST(BarScene, bending_that_rounding_hides_is_refused_by_name)
{
    Scene scene = dropped_bar(Springs::paired, 30.0, 1.0);
    bar_of(scene).model.young = 1e-320;  // hardly a digit
    bar_of(scene).initial.excitation = Excitation{};
    try {
        (void)build_problem(scene);
        FAIL();
    } catch (const Unbuildable& refused) {
        EXPECT_EQ(refused.key, "initial.excitation");
    }
}

TEST(BarScene, an_excitation_that_lowers_the_tip_into_the_plane_is_refused_by_the_height_it_needs)
{
    Scene scene = dropped_bar(Springs::paired, 30.0, 1.0);
    bar_of(scene).initial.tip_height = bar_of(scene).model.radius;
    bool was_refused = false;
    for (const double phase_deg : {0.0, 180.0}) {  // one of them bends the tip down
        bar_of(scene).initial.excitation = Excitation{.energy_fraction = 0.3, .phase_deg = phase_deg};
        try {
            (void)build_problem(scene);
        } catch (const Unbuildable& refused) {
            EXPECT_EQ(refused.key, "initial.tip_height");
            was_refused = true;
        }
    }
    EXPECT_TRUE(was_refused);
}

TEST(BarScene, takes_memory_in_proportion_to_its_segments)
{
    const auto memory = [](Index segments) {
        return memory_of(BarScene{.model = {.segments = segments}, .initial = {}});
    };
    EXPECT_GT(memory(10'000'000), 1e9);
    EXPECT_LT(memory(10'000'000), 1e11);
    EXPECT_EQ(memory(2000), 2.0 * memory(1000));
}

}  // namespace
}  // namespace rebond::test
