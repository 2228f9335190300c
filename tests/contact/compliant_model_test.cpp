#include "rebond/contact/compliant_model.hpp"

#include "integration/linear_problem.hpp"
#include "rebond/contact/gaps/distance.hpp"
#include "rebond/contact/gaps/motion.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <random>

namespace rebond::test {
namespace {

Contact hertz(Gap gap, double stiffness)
{
    return {.gap = std::move(gap), .law = {.law = Law::hertz, .hertz_stiffness = stiffness}};
}

// Four coordinates on springs and three contacts: a straight one, a curved one, one that moves. Near the
// origin all of them press.
std::vector<Contact> compliant_contacts()
{
    return {hertz({.terms = {{0, 1.0}, {2, -0.5}}, .offset = -0.3}, 5.0),
            hertz({.terms = {},
                   .offset = -3.0,
                   .function = std::make_shared<Distance>(Centres{.first = 0, .second = 2})},
                  2.0),
            hertz({.terms = {{3, 1.0}},
                   .offset = -0.6,
                   .function = std::make_shared<MovingStop>(
                       HarmonicMotion{.amplitude = 0.2, .frequency = 3.0, .phase = 0.4})},
                  7.0)};
}

struct Body {
    Matrix M = Matrix::Identity(4, 4), C = 0.1 * Matrix::Identity(4, 4), K = anchored_row(4);
    std::shared_ptr<const Linear> linear = std::make_shared<Linear>(linear_system(M, K, Vector::Zero(4), C));
    CompliantModel model{linear, compliant_contacts()};
};

Vector somewhere(std::mt19937& random)
{
    std::normal_distribution<double> normal(0.0, 0.2);
    Vector q = Vector::NullaryExpr(4, [&] { return normal(random); });
    q(2) += 1.0;
    return q;
}

TEST(CompliantModel, its_forces_are_the_slope_of_its_energy)
{
    const Body body;
    const auto dynamics = body.model.dynamics();
    std::mt19937 random(1);
    const Vector zero = Vector::Zero(4);
    int pressed = 0;
    for (int i = 0; i < 200; ++i) {
        const Vector q = somewhere(random);
        const double t = 0.01 * i, apart = 1e-5;
        const auto energy = [&](const Vector& at) {
            dynamics->place(t, at);
            return dynamics->energy(zero).total();
        };
        Vector r(4);
        dynamics->place(t, q);
        dynamics->residual(zero, zero, r);  // −f
        for (Index j = 0; j < 3; ++j) pressed += dynamics->switched_force(j) > 0.0;
        for (Index j = 0; j < 4; ++j) {
            const Vector aside = apart * Vector::Unit(4, j);
            // Central differences: h² times a third derivative that grows like δ^{-1/2}.
            EXPECT_NEAR(r(j), (energy(q + aside) - energy(q - aside)) / (2.0 * apart), 1e-6);
        }
    }
    EXPECT_GT(pressed, 200);
}

TEST(CompliantModel, energy_changes_by_its_power_only)
{
    const Body body;
    const auto dynamics = body.model.dynamics();
    EXPECT_FALSE(body.model.is_conservative());
    EXPECT_DOUBLE_EQ(body.model.load_frequency(), 3.0);
    std::mt19937 random(2);
    for (int i = 0; i < 200; ++i) {
        const Vector q = somewhere(random), v = somewhere(random);
        const double t = 0.01 * i, apart = 1e-5;
        Vector a = Vector::Zero(4), r(4);
        dynamics->place(t, q);
        dynamics->residual(v, a, r);
        a = -r;  // M is one
        const auto energy = [&](double s) {
            dynamics->place(t + s, q + s * v + 0.5 * s * s * a);
            return dynamics->energy(v + s * a).total();
        };
        EXPECT_NEAR((energy(apart) - energy(-apart)) / (2.0 * apart), dynamics->power(t, q, v).total(), 1e-6);
    }
}

// S = M + γC + βK with the stiffness of the contacts, −N∇²φ left out.
TEST(CompliantModel, solves_with_the_stiffness_of_contacts_that_press)
{
    const Body body;
    const auto dynamics = body.model.dynamics();
    std::mt19937 random(3);
    for (const double beta : {0.0, 0.01, 3.0}) {
        const Vector q = somewhere(random), at = somewhere(random);
        const double gamma = 0.3;
        dynamics->place(0.2, q);
        ASSERT_TRUE(dynamics->factor(beta, gamma));
        Matrix S = body.M + gamma * body.C;
        for (Index j = 0; j < 4; ++j) {
            Vector column(4);
            dynamics->stiffness(Vector::Unit(4, j), column);
            S.col(j) += beta * column;
        }
        dynamics->place(0.7, at);  // the factors stay
        Vector x = at;
        dynamics->solve(x);
        EXPECT_LE((S * x - at).norm(), 1e-13 * S.norm() * x.norm());  // rounding
    }
}

TEST(CompliantModel, a_force_that_is_off_is_left_out)
{
    const Body body;
    const auto dynamics = body.model.dynamics(), free = body.linear->dynamics();
    for (Index i = 0; i < 3; ++i) dynamics->switch_force(i, false);
    const Vector q = vector({0.0, 0.1, 0.9, 0.0}), v = vector({1.0, 0.0, -1.0, 2.0}), a = v;
    Vector r(4), expected(4);
    dynamics->place(0.3, q);
    dynamics->residual(v, a, r);
    free->place(0.3, q);
    free->residual(v, a, expected);
    EXPECT_EQ(r, expected);
    EXPECT_EQ(dynamics->energy(v).total(), free->energy(v).total());
    dynamics->switch_force(0, true);
    dynamics->place(0.3, q);
    EXPECT_DOUBLE_EQ(dynamics->switched_force(0), 5.0 * std::pow(0.75, 1.5));
}

}  // namespace
}  // namespace rebond::test
