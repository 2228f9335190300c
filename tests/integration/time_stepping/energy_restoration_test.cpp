#include "rebond/integration/time_stepping/energy_restoration.hpp"

#include "integration/linear_problem.hpp"

#include <algorithm>

namespace rebond::test {
namespace {

// Kinetic, elastic and load energy.
double energy_of(const LinearSystem& system, const Vector& q, const Vector& v)
{
    return 0.5 * system.mass.form(v) + 0.5 * system.stiffness.form(q) - system.force.dot(q);
}

LinearSystem coupled_masses()
{
    Matrix M = 2.0 * Matrix::Identity(4, 4);
    M(0, 1) = M(1, 0) = 0.3;
    M(2, 3) = M(3, 2) = -0.4;
    return linear_system(M, anchored_row(4), vector({0.5, -1.0, 0.25, 2.0}));
}

TEST(EnergyRestoration, adds_exactly_the_energy_to_the_chosen_coordinates)
{
    const LinearSystem system = coupled_masses();
    std::srand(5);
    for (const std::vector<Index>& corrected :
         std::vector<std::vector<Index>>{{0}, {3}, {1, 2}, {0, 1, 2, 3}})
        for (const double theta : {0.5, 0.7, 1.0})
            for (int k = 0; k < 50; ++k) {
                const double h = 0.1;
                const EnergyRestoration restoration(system, corrected, h, theta);
                const Vector q = Vector::Random(4), v = 3.0 * Vector::Random(4);
                Vector q_after = q, v_after = v;
                const double c = -0.01 * (k + 1);
                ASSERT_TRUE(restoration.restore(c, q_after, v_after));  // c < 0 always has a root
                EXPECT_NEAR(energy_of(system, q_after, v_after) - energy_of(system, q, v), -c, 1e-13);
                const double b = v_after(corrected[0]) - v(corrected[0]);
                for (Index i = 0; i < 4; ++i) {
                    const bool is_corrected =
                        std::find(corrected.begin(), corrected.end(), i) != corrected.end();
                    EXPECT_NEAR(v_after(i) - v(i), is_corrected ? b : 0.0, 1e-15);
                    EXPECT_NEAR(q_after(i) - q(i), is_corrected ? h * theta * b : 0.0, 1e-15);
                }
            }
}

TEST(EnergyRestoration, takes_the_root_nearer_to_zero)
{
    // One unit mass without springs: ½b² + vb + c = 0, b = −v ± √(v² − 2c).
    const LinearSystem system = linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1));
    const EnergyRestoration restoration(system, {0}, 0.1, 0.5);
    for (const double v0 : {2.0, -2.0})
        for (const double c : {-1.0, 1.0}) {
            Vector q = Vector::Zero(1), v = Vector::Constant(1, v0);
            ASSERT_TRUE(restoration.restore(c, q, v));
            const double root = std::sqrt(v0 * v0 - 2.0 * c);
            EXPECT_NEAR(v(0), std::copysign(root, v0), 1e-15);  // the same direction as before
        }
}

TEST(EnergyRestoration, a_small_energy_is_not_lost_to_cancellation)
{
    const LinearSystem system = linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1));
    const EnergyRestoration restoration(system, {0}, 0.1, 0.5);
    Vector q = Vector::Zero(1), v = Vector::Constant(1, 1e3);
    ASSERT_TRUE(restoration.restore(-1e-9, q, v));
    EXPECT_NEAR(q(0) / 0.05, 1e-12, 1e-25);  // b = 1e-9/1e3 to second order
}

TEST(EnergyRestoration, from_rest_the_velocity_is_positive)
{
    const LinearSystem system = linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1));
    const EnergyRestoration restoration(system, {0}, 0.1, 0.5);
    Vector q = Vector::Zero(1), v = Vector::Zero(1);
    ASSERT_TRUE(restoration.restore(-2.0, q, v));
    EXPECT_DOUBLE_EQ(v(0), 2.0);
}

TEST(EnergyRestoration, without_a_root_nothing_changes)
{
    const LinearSystem system = linear_system(Matrix::Identity(2, 2), anchored_row(2));
    const EnergyRestoration restoration(system, {0}, 1.0 / 500.0, 0.5);
    Vector q = vector({1000.0, 1.0}), v = vector({-1.0, 0.0});
    const Vector q0 = q, v0 = v;
    EXPECT_FALSE(restoration.restore(10.0, q, v));
    EXPECT_EQ(q, q0);
    EXPECT_EQ(v, v0);
}

}  // namespace
}  // namespace rebond::test
