#include "rebond/mechanics/hertz.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

// A steel ball of 0.1 kg on steel.
HertzContact steel_ball_on_steel()
{
    return hertz_contact(ball_radius(0.1, 7850.0), {2.1e11, 0.3}, {2.1e11, 0.3});
}

TEST(Hertz, the_force_is_the_slope_of_the_energy_and_its_slope_the_stiffness)
{
    const HertzContact contact = steel_ball_on_steel();
    constexpr double delta = 1e-5;
    constexpr double d = 1e-9;
    const double by_energy = (contact.energy(delta + d) - contact.energy(delta - d)) / (2.0 * d);
    const double by_force = (contact.force(delta + d) - contact.force(delta - d)) / (2.0 * d);
    EXPECT_NEAR(by_energy / contact.force(delta), 1.0, 1e-8);  // differences, O(d²)
    EXPECT_NEAR(by_force / contact.slope(delta), 1.0, 1e-8);
}

TEST(Hertz, bodies_apart_do_not_press)
{
    const HertzContact contact = steel_ball_on_steel();
    EXPECT_EQ(contact.force(-1e-6), 0.0);
    EXPECT_EQ(contact.slope(-1e-6), 0.0);
    EXPECT_EQ(contact.energy(-1e-6), 0.0);
}

TEST(Hertz, a_steel_ball_on_a_rigid_wall_has_the_numbers_that_are_known)
{
    // 0.1 kg at 1 m/s; E* is that of two steel bodies. Printed digits.
    const Elasticity steel{.young = 2.1e11, .poisson_ratio = 0.3};
    const HertzContact contact = hertz_contact(ball_radius(0.1, 7850.0), steel, steel);
    EXPECT_NEAR(contact.stiffness, 1.85179795e10, 50.0);
    const double deepest = deepest_indentation(contact, 0.1, 1.0);
    EXPECT_NEAR(deepest, 3.40193934e-5, 1e-13);
    EXPECT_NEAR(contact_time(contact, 0.1, 1.0), 1.00128436e-4, 1e-12);
    EXPECT_NEAR(contact.force(deepest), 3674.3747, 1e-4);
}

TEST(Hertz, two_equal_bodies_are_half_as_stiff_as_one_on_a_rigid_wall)
{
    const Elasticity steel{2.1e11, 0.3};
    const Elasticity rigid{1e30, 0.3};
    EXPECT_NEAR(hertz_contact(0.01, steel, rigid).stiffness / hertz_contact(0.01, steel, steel).stiffness,
                2.0, 1e-15);
}

TEST(Hertz, the_deepest_indentation_holds_all_the_energy)
{
    const HertzContact contact = steel_ball_on_steel();
    for (const double speed : {1e-3, 1.0, 30.0}) {
        const double delta = deepest_indentation(contact, 0.1, speed);
        EXPECT_NEAR(contact.energy(delta) / (0.05 * speed * speed), 1.0, 1e-14);
    }
}

TEST(Hertz, the_contact_time_is_the_integral_of_the_motion)
{
    // 2∫dδ/√(v² − 2U/M) with δ = δ_m (1 − x²), which leaves a smooth integrand; midpoint rule, O(h²).
    const HertzContact contact = steel_ball_on_steel();
    const double delta_m = deepest_indentation(contact, 0.1, 1.0);
    double time = 0.0;
    constexpr int panels = 100'000;
    for (int k = 0; k < panels; ++k) {
        const double x = (k + 0.5) / panels;
        const double left = -std::expm1(2.5 * std::log1p(-x * x));  // 1 − (δ/δ_m)^{5/2}
        time += 2.0 * delta_m * 2.0 * x / std::sqrt(left) / panels;
    }
    EXPECT_NEAR(contact_time(contact, 0.1, 1.0) / time, 1.0, 1e-8);
}

}  // namespace
}  // namespace rebond::test
