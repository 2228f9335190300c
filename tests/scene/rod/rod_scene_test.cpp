#include "rebond/scene/rod/rod_scene.hpp"

#include "rebond/scene/build.hpp"
#include "rebond/scene/radians.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

Scene rod_scene(double tip_radius)
{
    Scene scene;
    scene.subject =
        RodScene{.model = {.mass = 2.0, .length = 0.6, .tip_radius = tip_radius},
                 .initial = {.tip = {0.1, 0.05}, .angle_deg = 70.0, .velocity = {0.5, -1.0}, .spin = 3.0}};
    scene.impact.friction = 0.4;
    scene.run.duration = 0.01;
    return scene;
}

// Of an end at the distance `a` from the centre, and of the point a tip radius below it.
TEST(RodScene, both_ends_have_their_height_and_their_sliding)
{
    for (const double radius : {0.0, 0.01}) {
        const Problem problem = build_problem(rod_scene(radius));
        const double s = std::sin(radians(70.0)), c = std::cos(radians(70.0)), spin = 3.0;
        ASSERT_EQ(problem.contacts.size(), 2u);
        const auto& [t, q, v] = problem.initial;
        for (const double a : {-0.3, 0.3}) {
            const Contact& end = problem.contacts[a < 0.0 ? 0 : 1];
            EXPECT_NEAR(gap_at(end.gap, 0.0, q), 0.05 + (a + 0.3) * s - radius, 1e-15);  // rounding
            EXPECT_NEAR(rate_at(end.gap, 0.0, q, v), -1.0 + a * c * spin, 1e-15);
            EXPECT_NEAR(rate_at(end.slide, 0.0, q, v), 0.5 - a * s * spin + radius * spin, 1e-15);
            EXPECT_EQ(end.law.friction, 0.4);
        }
        EXPECT_EQ(problem.contacts[0].name, "lower end – ground");
        EXPECT_EQ(problem.contacts[1].name, "upper end – ground");
    }
}

// m G of the lower end, (1 + 3 cos²θ, −3 sin θ cos θ, 1 + 3 sin²θ).
TEST(RodScene, the_lower_end_has_the_mobility_of_the_textbooks)
{
    const Problem problem = build_problem(rod_scene(0.0));
    const double m = 2.0, l = 0.6, s = std::sin(radians(70.0)), c = std::cos(radians(70.0));
    const Vector inverse{{1.0 / m, 1.0 / m, 12.0 / (m * l * l)}};
    Row n, t;
    gradient_at(problem.contacts[0].gap, 0.0, problem.initial.q, n);
    gradient_at(problem.contacts[0].slide, 0.0, problem.initial.q, t);
    const auto G = [&](const Row& a, const Row& b) {
        Vector x = Vector::Zero(3);
        add_reaction(b, 1.0, x);
        return along(a, inverse.cwiseProduct(x));
    };
    EXPECT_NEAR(m * G(n, n), 1.0 + 3.0 * c * c, 1e-14);  // rounding
    EXPECT_NEAR(m * G(n, t), -3.0 * s * c, 1e-14);
    EXPECT_NEAR(m * G(t, t), 1.0 + 3.0 * s * s, 1e-14);
}

}  // namespace
}  // namespace rebond::test
