#include "rebond/integration/acceleration_solver.hpp"

#include "integration/linear_body.hpp"
#include "mechanics/bar/bar_lagrangian.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

constexpr double rounding = 1e-12;  // relative, of dense algebra with few and tame coordinates

// Four unlike masses on a row of unlike springs under unlike loads.
struct FourMasses {
    Matrix M = Vector{{1.0, 2.0, 0.5, 3.0}}.asDiagonal();
    Matrix K{{5.0, -2.0, 0.0, 0.0}, {-2.0, 6.0, -4.0, 0.0}, {0.0, -4.0, 5.0, -1.0}, {0.0, 0.0, -1.0, 1.0}};
    Vector load{{1.0, -2.0, 0.5, 4.0}};
    LinearBody body{M, K, load};
    std::vector<Contact> contacts{{.gap = {.terms = {{0, 1.0}, {2, -0.5}}}}, {.gap = {.terms = {{3, 2.0}}}}};
    Matrix W{{1.0, 0.0}, {0.0, 0.0}, {-0.5, 0.0}, {0.0, 2.0}};  // the gradients of the two gaps
    Vector A{{0.1, 0.2, -0.3, 0.4}};
    Vector B{{1.0, 0.0, -1.0, 0.5}};
};

TEST(AccelerationSolver, without_contacts_it_solves_M_plus_beta_K)
{
    const FourMasses f;
    for (const double beta : {0.0, 0.25, 100.0}) {
        AccelerationSolver solver(f.body, f.contacts, 1.0);
        std::vector<ClosedContact> none;
        Vector a = Vector::Zero(4);
        ASSERT_TRUE(solver.solve(0.0, f.A, f.B, beta, 0.5, none, a));
        const Vector exact = (f.M + beta * f.K).lu().solve(f.load - f.K * f.A);
        EXPECT_LE((a - exact).norm(), rounding * exact.norm()) << beta;
    }
}

// S a − W ν = f − K A and Wᵀ a = c, as one dense system.
TEST(AccelerationSolver, closed_contacts_get_their_accelerations_and_reactions)
{
    const FourMasses f;
    for (const double beta : {0.0, 0.25}) {
        AccelerationSolver solver(f.body, f.contacts, 1.0);
        std::vector<ClosedContact> closed{{.contact = 0, .acceleration = 0.7},
                                          {.contact = 1, .acceleration = -0.2}};
        Vector a = Vector::Zero(4);
        ASSERT_TRUE(solver.solve(0.0, f.A, f.B, beta, 0.5, closed, a));

        Matrix system = Matrix::Zero(6, 6);
        system << f.M + beta * f.K, -f.W, f.W.transpose(), Matrix::Zero(2, 2);
        Vector right(6);
        right << f.load - f.K * f.A, 0.7, -0.2;
        const Vector exact = system.lu().solve(right);
        EXPECT_LE((a - exact.head(4)).norm(), rounding * exact.norm()) << beta;
        EXPECT_NEAR(closed[0].reaction, exact(4), rounding * exact.norm()) << beta;
        EXPECT_NEAR(closed[1].reaction, exact(5), rounding * exact.norm()) << beta;
    }
}

TEST(AccelerationSolver, the_response_is_the_acceleration_of_a_unit_reaction)
{
    const FourMasses f;
    AccelerationSolver solver(f.body, f.contacts, 1.0);
    ASSERT_TRUE(solver.factor(0.0, f.A, 0.25, 0.0));
    for (const Index k : {0, 1}) {
        const Vector exact = (f.M + 0.25 * f.K).lu().solve(f.W.col(k));
        EXPECT_LE((solver.response(k) - exact).norm(), rounding * exact.norm()) << k;
    }
}

TEST(AccelerationSolver, old_factors_cost_sweeps_and_change_nothing)
{
    const Bar bar({.springs = Springs::paired});
    const std::vector<Contact> contacts{{.gap = {.terms = {{1, 1.0}}}}};
    const double step = 1e-7, beta = 0.25 * step * step, gamma = 0.5 * step;
    const auto [q, v] = random_state(bar, 1);
    const Vector q_before = q + 0.05 * (random_state(bar, 2).q - q);
    std::vector<ClosedContact> fresh{{.contact = 0, .acceleration = 3.0}}, old = fresh, elsewhere = fresh;
    Vector a = Vector::Zero(bar.dofs()), b = a, ignored = a;

    AccelerationSolver one(bar, contacts, step), two(bar, contacts, step);
    ASSERT_TRUE(one.solve(0.0, q, v, beta, gamma, fresh, a));
    ASSERT_TRUE(two.solve(0.0, q_before, v, beta, gamma, elsewhere, ignored));
    const long before = two.residual_evaluations();
    ASSERT_TRUE(two.solve(0.0, q, v, beta, gamma, old, b));
    EXPECT_GE(two.residual_evaluations() - before, one.residual_evaluations());
    // Each solve may leave 1e-11 of the velocities over its step.
    EXPECT_LE(step * (a - b).norm(), 2e-11 * v.norm());
    EXPECT_NEAR(a(1), 3.0, 1e-11 * a.norm());  // rounding
}

TEST(AccelerationSolver, what_cannot_be_solved_is_refused)
{
    const FourMasses f;
    std::vector<ClosedContact> none;
    Vector a = Vector::Zero(4);
    const LinearBody weightless(0.0 * f.M, f.K, f.load);
    EXPECT_FALSE(AccelerationSolver(weightless, f.contacts, 1.0).solve(0.0, f.A, f.B, 0.0, 0.0, none, a));
    const Vector nowhere = Vector::Constant(4, std::nan(""));
    EXPECT_FALSE(AccelerationSolver(f.body, f.contacts, 1.0).solve(0.0, nowhere, f.B, 0.0, 0.0, none, a));
}

}  // namespace
}  // namespace rebond::test
