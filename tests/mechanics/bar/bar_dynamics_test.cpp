#include "rebond/mechanics/bar/bar_dynamics.hpp"

#include "mechanics/bar/bar_lagrangian.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

class EveryBar : public testing::TestWithParam<std::tuple<Springs, TipInertia, int>> {
protected:
    Bar bar() const
    {
        const auto [springs, inertia, n] = GetParam();
        return Bar({.springs = springs, .segments = n, .tip_inertia = inertia});
    }
};

INSTANTIATE_TEST_SUITE_P(Bars, EveryBar,
                         testing::Combine(testing::Values(Springs::spiral, Springs::paired),
                                          testing::Values(TipInertia::printed, TipInertia::consistent),
                                          testing::Values(2, 3, 9, 20)));

TEST_P(EveryBar, energies_are_the_papers_sums)
{
    const Bar bar = this->bar();
    const BarLagrangian lagrangian{bar};
    const auto dynamics = bar.dynamics();
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const auto [q, v] = random_state(bar, seed);
        dynamics->place(0.0, q);
        const Energy energy = dynamics->energy(v);
        EXPECT_NEAR(energy.kinetic, lagrangian.kinetic(q, v), 1e-12 * energy.kinetic);  // rounding
        EXPECT_NEAR(energy.elastic, lagrangian.elastic(q), 1e-11 * energy.elastic);     // rounding
        EXPECT_NEAR(energy.gravity, lagrangian.gravity(q), 1e-12 * energy.gravity);     // rounding
    }
}

TEST_P(EveryBar, how_the_bar_came_to_a_place_does_not_matter)
{
    // In steps of 1e-5 to 1e-2 rad and at once: cosines and sines agree to rounding, so do forces.
    const Bar bar = this->bar();
    const auto [start, v] = random_state(bar, 1);
    const Vector a = random_state(bar, 2).v;
    const auto moving = bar.dynamics();
    const auto placed = bar.dynamics();
    Vector q = start;
    Vector r(bar.dofs()), expected(bar.dofs());
    for (const double turn : {1e-5, 3e-4, 1.9e-3, 1e-2}) {
        for (int step = 0; step < 100; ++step) {
            q.segment(2, bar.spec().segments).array() += turn;
            moving->place(0.0, q);
        }
        placed->place(0.0, start);  // far from q
        placed->place(0.0, q);
        moving->residual(v, a, r);
        placed->residual(v, a, expected);
        EXPECT_LT((r - expected).norm(), 1e-14 * expected.norm()) << turn;  // a few roundings of c and s
    }
}

TEST_P(EveryBar, stiffness_is_the_hessian_of_the_elastic_energy)
{
    const Bar bar = this->bar();
    const BarLagrangian lagrangian{bar};
    const auto dynamics = bar.dynamics();
    const auto [q, v] = random_state(bar, 3);
    dynamics->place(0.0, q);
    Vector Kv(bar.dofs());
    dynamics->stiffness(v, Kv);
    const double h = 1e-5;  // of a displacement along v: fourth-order difference, error ~ h⁴ + 1e-16/h²
    const auto U = [&](double s) { return lagrangian.elastic(q + s * v); };
    const double second = (-U(2 * h) + 16 * U(h) - 30 * U(0) + 16 * U(-h) - U(-2 * h)) / (12 * h * h);
    EXPECT_NEAR(v.dot(Kv), second, 2e-4 * std::abs(second));  // truncation and cancellation of the difference
}

// d/dt ∂T/∂v − ∂T/∂q + ∂U/∂q for motion q + s v + s² a/2: M a + Ṁ v − ½ ∂(vᵀMv)/∂q + ∂U/∂q, with the
// derivatives of M and U by central differences.
Vector lagrange_equation(const Bar& bar, const Vector& q, const Vector& v, const Vector& a)
{
    const BarLagrangian lagrangian{bar};
    const Index dofs = bar.dofs();
    const double h = 1e-5;
    const auto M = [&](double s) { return lagrangian.mass(q + s * v); };
    const Matrix M_dot = (8.0 * (M(h) - M(-h)) - (M(2 * h) - M(-2 * h))) / (12.0 * h);
    Vector r = M(0.0) * a + M_dot * v;
    for (Index i = 0; i < dofs; ++i) {
        const double d = 1e-5 * (i >= 2 + bar.spec().segments ? bar.parameters().half_pitch : 1.0);
        const auto L = [&](double s) {
            const Vector moved = q + s * d * Vector::Unit(dofs, i);
            return lagrangian.kinetic(moved, v) - lagrangian.elastic(moved) - lagrangian.gravity(moved);
        };
        r(i) -= (8.0 * (L(1) - L(-1)) - (L(2) - L(-2))) / (12.0 * d);
    }
    return r;
}

TEST_P(EveryBar, inverse_dynamics_is_the_lagrange_equation)
{
    const Bar bar = this->bar();
    const auto dynamics = bar.dynamics();
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const auto [q, v] = random_state(bar, seed);
        const Vector a = random_state(bar, seed + 100).v * 1e3;
        dynamics->place(0.0, q);
        Vector r(bar.dofs());
        dynamics->residual(v, a, r);
        const Vector expected = lagrange_equation(bar, q, v, a);
        const double scale = expected.cwiseAbs().maxCoeff();
        EXPECT_LT((r - expected).cwiseAbs().maxCoeff(), 1e-8 * scale);  // cancellation in the differences
    }
}

TEST_P(EveryBar, mass_centre_moves_with_the_mean_of_the_centres)
{
    const Bar bar = this->bar();
    const BarLagrangian lagrangian{bar};
    const auto [q, v] = random_state(bar, 5);
    // Gravity's energy is m g y of the mass centre, so its rate along v is m g ẏ.
    const double h = 1e-6;
    const double rate = (lagrangian.gravity(q + h * v) - lagrangian.gravity(q - h * v)) / (2.0 * h);
    const double mass =
        bar.parameters().tip_mass + static_cast<double>(bar.spec().segments) * bar.parameters().segment_mass;
    EXPECT_NEAR(*bar.mass_centre_velocity(q, v), rate / (mass * bar.gravity()), 1e-6);  // of the difference
}

// Weightless and hardly elastic: what is left of the residual at a = 0 is what turning costs.
TEST_P(EveryBar, velocity_terms_are_those_of_the_lagrange_equation)
{
    const auto [springs, inertia, n] = GetParam();
    const Bar bar({.springs = springs, .segments = n, .young = 1e-6, .tip_inertia = inertia}, 0.0);
    const auto dynamics = bar.dynamics();
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const auto [q, v] = random_state(bar, seed);
        const Vector rest = Vector::Zero(bar.dofs());
        dynamics->place(0.0, q);
        Vector r(bar.dofs());
        dynamics->residual(v, rest, r);
        const Vector expected = lagrange_equation(bar, q, v, rest);
        // Forces and moments apart; the hemisphere's are a thousandth of the largest.
        const auto expect_near = [](const auto& some, const auto& others) {
            EXPECT_LT((some - others).cwiseAbs().maxCoeff(), 1e-7 * others.cwiseAbs().maxCoeff());
        };
        expect_near(r.head(2), expected.head(2));
        expect_near(r.segment(2, n), expected.segment(2, n));
        expect_near(r.tail(n), expected.tail(n));
    }
}

// vᵀc(q, v) = d/ds T(q + s v, v): the velocity terms take from the accelerations what the change of the mass
// gives to T, so that they neither feed nor drain the energy.
TEST_P(EveryBar, velocity_terms_keep_the_energy)
{
    const auto [springs, inertia, n] = GetParam();
    const Bar bar({.springs = springs, .segments = n, .young = 1e-6, .tip_inertia = inertia}, 0.0);
    const auto dynamics = bar.dynamics();
    const auto [q, v] = random_state(bar, 11);
    dynamics->place(0.0, q);
    Vector r(bar.dofs());
    dynamics->residual(v, Vector::Zero(bar.dofs()), r);
    const auto T = [&, &place = q, &rate = v](double s) {
        dynamics->place(0.0, place + s * rate);
        return dynamics->energy(rate).kinetic;
    };
    const double h = 1e-5;
    const double power = (8.0 * (T(h) - T(-h)) - (T(2 * h) - T(-2 * h))) / (12.0 * h);
    const double scale = v.cwiseProduct(r).cwiseAbs().sum();
    EXPECT_NEAR(v.dot(r), power, 1e-7 * scale);  // cancellation in the difference
    EXPECT_GT(std::abs(power), 1e-2 * scale);    // there is something to see
}

}  // namespace
}  // namespace rebond::test
