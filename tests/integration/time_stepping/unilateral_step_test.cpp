#include "rebond/integration/time_stepping/unilateral_step.hpp"

#include "integration/linear_problem.hpp"
#include "rebond/mechanics/bar/bar.hpp"

#include <algorithm>

namespace rebond::test {
namespace {

// (1) of the header for a linear body, checked in its own terms: equations, signs, complementarity.
TEST(UnilateralStep, solves_equations_and_complementarity_of_a_linear_body)
{
    const Index n = 5;
    std::srand(3);
    for (int trial = 0; trial < 200; ++trial) {
        const Matrix B = Matrix::Random(n, n), D = Matrix::Random(n, n);
        const Matrix M = B * B.transpose() + Matrix::Identity(n, n), K = D * D.transpose(),
                     C = 0.1 * M + 0.05 * K;
        const Vector f = Vector::Random(n);
        std::vector<Contact> contacts;
        for (int k = 0; k < 4; ++k) contacts.push_back(contact_along(Vector::Random(n), 0.1 * k, 0.5));
        const Linear model(linear_system(M, K, f, C));
        UnilateralStep step(model, contacts, 0.1);
        const double beta = 0.25 * (trial % 3), gamma = 0.3 * (trial % 2);
        const Vector A = Vector::Random(n), V = Vector::Random(n);
        std::vector<UnilateralStep::Bound> bounds;
        for (Index k = 0; k < 4; ++k)
            if ((trial >> k & 1) == 0) bounds.push_back({k, 3.0 * Vector::Random(1)(0)});
        Vector a = Vector::Zero(n);
        ASSERT_TRUE(step.solve(0.0, A, V, beta, gamma, bounds, a)) << trial;
        Vector residual = M * a + C * (V + gamma * a) + K * (A + beta * a) - f;
        for (const ClosedContact& one : step.pushing()) {
            EXPECT_GT(one.reaction, 0.0);
            add_reaction(contacts[one.contact].gap.terms, -one.reaction, residual);
            const auto bound = std::find_if(bounds.begin(), bounds.end(),
                                            [&](const auto& b) { return b.contact == one.contact; });
            ASSERT_NE(bound, bounds.end());  // only contacts with a bound push
            EXPECT_NEAR(along(contacts[one.contact].gap.terms, a), bound->acceleration, 1e-10) << trial;
        }
        EXPECT_LT(residual.norm(), 1e-10) << trial;
        for (const auto& [k, bound] : bounds)
            EXPECT_GT(along(contacts[k].gap.terms, a), bound - 1e-10) << trial;
    }
}

TEST(UnilateralStep, without_bounds_nothing_pushes)
{
    const Matrix one = Matrix::Identity(1, 1);
    const Linear model(linear_system(one, one, vector({-5.0})));
    const std::vector<Contact> contacts{contact_along(vector({1.0}), 0.0, 0.0)};
    UnilateralStep step(model, contacts, 0.1);
    Vector a = Vector::Zero(1);
    ASSERT_TRUE(step.solve(0.0, vector({0.0}), vector({0.0}), 0.0, 0.0, {}, a));
    EXPECT_TRUE(step.pushing().empty());
    EXPECT_DOUBLE_EQ(a(0), -5.0);
    ASSERT_TRUE(step.solve(0.0, vector({0.0}), vector({0.0}), 0.0, 0.0, {{0, 0.0}}, a));
    ASSERT_EQ(step.pushing().size(), 1u);
    EXPECT_DOUBLE_EQ(step.pushing()[0].reaction, 5.0);
    // And forgotten again.
    ASSERT_TRUE(step.solve(0.0, vector({0.0}), vector({0.0}), 0.0, 0.0, {{0, -6.0}}, a));
    EXPECT_TRUE(step.pushing().empty());
    EXPECT_DOUBLE_EQ(a(0), -5.0);
}

// The bar is not linear: the answer is checked by its own inverse dynamics.
TEST(UnilateralStep, holds_the_tip_of_a_bar)
{
    const Bar bar({.springs = Springs::spiral, .segments = 4}, 9.81);
    const Vector q = bar.straight(0.7, bar.spec().radius);
    const Vector v = bar.translation(0.3, -1.0);
    const std::vector<Contact> contacts{{.gap = {.terms = {{1, 1.0}}, .offset = -bar.spec().radius}}};
    UnilateralStep step(bar, contacts, 1e-7);
    for (const double beta : {0.0, 2.5e-15}) {
        Vector a = Vector::Zero(bar.dofs());
        ASSERT_TRUE(step.solve(0.0, q, v, beta, 0.0, {{0, 1e7}}, a));
        ASSERT_EQ(step.pushing().size(), 1u);
        EXPECT_NEAR(a(1), 1e7, 1e-3);  // rounding
        const auto dynamics = bar.dynamics();
        dynamics->place(0.0, q + beta * a);
        Vector r(bar.dofs());
        dynamics->residual(v, a, r);
        add_reaction(contacts[0].gap.terms, -step.pushing()[0].reaction, r);
        EXPECT_LT(r.norm(), 1e-8 * step.pushing()[0].reaction) << beta;
    }
}

TEST(UnilateralStep, one_contact_needs_the_impulse_of_its_mobility)
{
    // Mass 2 at rest asked to reach c in one step: ν = m c.
    const Linear model(linear_system(Matrix::Constant(1, 1, 2.0), Matrix::Zero(1, 1)));
    const std::vector<Contact> contacts{contact_along(vector({-3.0}), 0.0, 0.0)};
    UnilateralStep step(model, contacts, 0.1);
    Vector a = Vector::Zero(1);
    ASSERT_TRUE(step.solve(0.0, vector({0.0}), vector({0.0}), 0.0, 0.0, {{0, 6.0}}, a));
    EXPECT_DOUBLE_EQ(a(0), -2.0);
    EXPECT_DOUBLE_EQ(step.pushing()[0].reaction, 4.0 / 3.0);
}

}  // namespace
}  // namespace rebond::test
