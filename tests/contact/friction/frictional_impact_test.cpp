#include "rebond/contact/friction/frictional_impact.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace rebond {
namespace {

// One contact of a body with the mobility G, approaching at u.
FrictionalImpact resolved(const Eigen::Matrix2d& G, const Vector2& u, const ImpactLaw& law)
{
    FrictionalImpact contacts(1);
    contacts.add(0, law, u, u);
    contacts.G = G;
    EXPECT_TRUE(contacts.resolve());
    return contacts;
}

// A rod of mass 1 and length 2 that leans at an angle: its end is (cos, sin) away from its middle.
Eigen::Matrix2d rod(double angle)
{
    const double J = 1.0 / 3.0, x = -std::cos(angle), y = -std::sin(angle);
    Eigen::Matrix2d G;
    G << 1.0 + x * x / J, -x * y / J, -x * y / J, 1.0 + y * y / J;
    return G;
}

TEST(FrictionalImpact, newton_and_poisson_are_the_same_without_friction)
{
    for (const double e : {0.0, 0.3, 1.0}) {
        const Vector2 u(-1.3, 0.7);
        const FrictionalImpact newton = resolved(rod(0.8), u, {Law::newton, e, 0.0});
        EXPECT_NEAR(newton.after(0), -e * u(0), 1e-15);
        EXPECT_EQ(newton.impulses(1), 0.0);
        // Friction too small to be seen goes through both phases.
        for (const double friction : {0.0, 1e-300}) {
            const FrictionalImpact poisson = resolved(rod(0.8), u, {Law::poisson, e, friction});
            EXPECT_NEAR(newton.impulses(0), poisson.impulses(0), 1e-15);
            EXPECT_NEAR(poisson.after(0), -e * u(0), 1e-15);
            EXPECT_NEAR(poisson.impulses(1), 0.0, 1e-299);
        }
    }
}

// Where friction turns the sliding round, the two give different rebounds; by hand: compression ends sliding
// or sticking, and restitution goes on from there.
TEST(FrictionalImpact, newton_and_poisson_differ_with_friction)
{
    const double e = 0.5, friction = 0.4;
    const Eigen::Matrix2d G = rod(0.8);
    const Vector2 u(-1.0, 0.4);
    const FrictionalImpact newton = resolved(G, u, {Law::newton, e, friction});
    const FrictionalImpact poisson = resolved(G, u, {Law::poisson, e, friction});
    EXPECT_NEAR(newton.after(0), e, 1e-15);
    EXPECT_GT(std::abs(newton.impulses(0) - poisson.impulses(0)), 1e-3);

    // Compression: slides forth, T = −μN, u_n = 0, or ends that early.
    double N = 1.0 / (G(0, 0) - friction * G(0, 1)), T = -friction * N;
    Vector2 end = u + G * Vector2(N, T);
    if (end(1) < 0.0) {  // it sticks
        const Vector2 p = -G.inverse() * u;
        ASSERT_LE(std::abs(p(1)), friction * p(0));
        N = p(0);
        T = p(1);
        end.setZero();
    }
    // Restitution gives eN again; sliding goes on, or stops, or turns.
    const Vector2 without = end + G * Vector2(e * N, 0.0);
    const double more = std::clamp(-without(1) / G(1, 1), -friction * e * N, friction * e * N);
    EXPECT_NEAR(poisson.impulses(0), (1.0 + e) * N, 1e-14);
    EXPECT_NEAR(poisson.impulses(1), T + more, 1e-14);
}

// In a step, where forces change the velocities meanwhile: still the same for one contact without friction.
TEST(FrictionalImpact, newton_and_poisson_are_the_same_in_a_step_without_friction)
{
    std::mt19937 random(17);
    std::normal_distribution<double> normal;
    for (int trial = 0; trial < 1000; ++trial) {
        const Vector2 before(normal(random), normal(random));
        const Vector2 free = before + 0.7 * Vector2(normal(random), normal(random));
        const auto impulse = [&](Law law) {
            FrictionalImpact contacts(1);
            contacts.add(0, {law, 0.8, law == Law::poisson ? 1e-300 : 0.0}, before, free);  // two phases
            contacts.G = rod(0.8);
            EXPECT_TRUE(contacts.resolve());
            return contacts.impulses(0);
        };
        const double newton = impulse(Law::newton);
        if (before(0) > 0.0) continue;  // it parts: there the laws say different things
        ASSERT_NEAR(impulse(Law::poisson), newton, 1e-12) << trial;
    }
}

double energy_change(const FrictionalImpact& contacts)
{
    double change = 0.0;
    for (Index i = 0; i < contacts.size(); ++i) change -= contacts.energy_loss(i);
    return change;
}

// Independent of `energy_loss`: ½u⁺G⁻¹u⁺ − ½u⁻G⁻¹u⁻ is the change of the kinetic energy.
TEST(FrictionalImpact, never_add_energy)
{
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    int bounded = 0, struck_by_poisson = 0;
    for (int trial = 0; trial < 100000; ++trial) {
        Eigen::Matrix<double, 2, 3> W;
        for (double& weight : W.reshaped()) weight = normal(random);
        const Eigen::Matrix2d G = W * W.transpose();
        const Vector2 u(-std::abs(normal(random)), normal(random));
        const ImpactLaw law{trial % 2 == 0 ? Law::newton : Law::poisson, uniform(random),
                            2.0 * uniform(random)};
        const FrictionalImpact contacts = resolved(G, u, law);
        const Vector2 after = contacts.after, p = contacts.impulses;
        const Eigen::Matrix2d inverse = G.inverse();
        const double before_energy = 0.5 * u.dot(inverse * u);
        const double change = 0.5 * after.dot(inverse * after) - before_energy;
        ASSERT_LE(change, 1e-9 * before_energy) << trial;
        ASSERT_NEAR(change, energy_change(contacts), 1e-7 * before_energy) << trial;
        ASSERT_LE(std::abs(p(1)), law.friction * p(0) * (1.0 + 1e-9) + 1e-12) << trial;
        ASSERT_GE(after(0), -1e-9 * u.norm()) << trial;
        if (contacts.is_bounded()) ++bounded;
        if (law.law == Law::poisson) {
            ASSERT_FALSE(contacts.is_bounded());
            ++struck_by_poisson;
        }
    }
    EXPECT_GT(bounded, 100);  // Newton's law needs it
    EXPECT_EQ(struck_by_poisson, 50000);
}

// With G = (1 c; c 1) and u⁻ = (−1, −c) the energy before is that of a contact that sticks and leaves at
// √(1 − c²): Newton's law asks for more, and gets just that.
TEST(FrictionalImpact, newtons_law_with_friction_is_bounded_where_it_would_add_energy)
{
    const double c = 0.9, e = 0.9;
    Eigen::Matrix2d G;
    G << 1.0, c, c, 1.0;
    const FrictionalImpact bounded = resolved(G, {-1.0, -c}, {Law::newton, e, 2.0});
    EXPECT_TRUE(bounded.is_bounded());
    EXPECT_NEAR(bounded.after(0), std::sqrt(1.0 - c * c), 1e-9);
    EXPECT_NEAR(bounded.after(1), 0.0, 1e-12);
    EXPECT_NEAR(energy_change(bounded), 0.0, 1e-9);
    const FrictionalImpact harmless = resolved(G, {-1.0, -c}, {Law::newton, 0.4, 2.0});
    EXPECT_FALSE(harmless.is_bounded());
    EXPECT_NEAR(harmless.after(0), 0.4, 1e-12);
}

// Given N, Coulomb's T leaves the least kinetic energy of all |T| ≤ μN: the principle of maximal dissipation.
TEST(FrictionalImpact, friction_leaves_the_least_energy)
{
    const Eigen::Matrix2d G = rod(1.1);
    const Vector2 u(-1.0, 0.9);
    const double friction = 0.3;
    const FrictionalImpact contacts = resolved(G, u, {Law::poisson, 0.0, friction});
    const double N = contacts.impulses(0);
    const auto energy = [&](double T) {
        const Vector2 after = u + G * Vector2(N, T);
        return 0.5 * after.dot(G.inverse() * after);
    };
    for (int i = -100; i <= 100; ++i)
        EXPECT_GE(energy(0.01 * i * friction * N), energy(contacts.impulses(1)) - 1e-14);
}

// Two contacts of one body, resolved together.
TEST(FrictionalImpact, two_contacts_together)
{
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    for (int trial = 0; trial < 2000; ++trial) {
        Matrix W(4, 5);
        for (double& weight : W.reshaped()) weight = normal(random);
        const Matrix G = W * W.transpose();
        FrictionalImpact contacts(2);
        Vector u(4);
        for (Index k = 0; k < 2; ++k) {
            const Vector2 before(-std::abs(normal(random)), normal(random));
            u.segment<2>(2 * k) = before;
            contacts.add(k, {trial % 2 == 0 ? Law::newton : Law::poisson, 0.6, 0.4}, before, before);
        }
        contacts.G = G;
        ASSERT_TRUE(contacts.resolve()) << trial;
        const Matrix inverse = G.inverse();
        const double before_energy = 0.5 * u.dot(inverse * u);
        ASSERT_LE(0.5 * contacts.after.dot(inverse * contacts.after), before_energy * (1.0 + 1e-9)) << trial;
    }
}

}  // namespace
}  // namespace rebond
