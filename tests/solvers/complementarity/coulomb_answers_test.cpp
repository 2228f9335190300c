#include "rebond/solvers/complementarity/coulomb_answers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace rebond {
namespace {

struct Taken {
    Vector p, w;
    bool is_one_of_several = false;
};

Taken taken(const Matrix& G, const Vector& b, const Vector& friction, const Vector& least)
{
    Taken found{.p = Vector::Zero(b.size()), .w = b};
    CoulombAnswers answers(friction.size());
    const CoulombOutcome outcome =
        answers.solve({.G = G, .b = b, .friction = friction, .least = least}, found.p);
    EXPECT_TRUE(outcome.solved()) << outcome.residual;
    found.w += G * found.p;
    found.is_one_of_several = answers.are_several();
    return found;
}

// The contact of the end of a rod that leans, and another one far away.
Matrix leaning_and_apart(double coupling)
{
    Matrix G(4, 4);
    G << 1.0, 0.6, coupling, 0.0, 0.6, 0.5, 0.0, coupling, coupling, 0.0, 2.0, 0.0, 0.0, coupling, 0.0, 1.0;
    return G;
}

// Painlevé's paradox: sliding on at w_n = 0 is an answer for w_n > 0 without impulses, and sticking is one.
TEST(CoulombAnswers, of_several_the_one_that_moves_the_contacts_least_is_taken)
{
    const Vector friction = Vector::Constant(2, 2.0), none = Vector::Zero(2);
    Vector b(4);
    b << 0.05, 1.0, 1.0, 0.0;
    const Taken released = taken(leaning_and_apart(0.1), b, friction, none);
    EXPECT_TRUE(released.is_one_of_several);
    EXPECT_EQ(released.p, Vector::Zero(4));
    b(0) = -0.05;
    const Taken pressed = taken(leaning_and_apart(0.1), b, friction, none);
    EXPECT_FALSE(pressed.is_one_of_several);
    EXPECT_LE(pressed.w.head<2>().norm(), 1e-15);  // it sticks
}

// A disc of unit mass in a groove of half angle α, both sides rough: it may press them as hard as friction
// allows. With N the same at both, T and −T: sin α N + cos α T = v/2, and the least N² + T² is N = sin α v/2.
TEST(CoulombAnswers, impulses_that_are_open_are_the_least_within_the_cones)
{
    const double half = 0.4, v = 3.0, sine = std::sin(half), cosine = std::cos(half);
    Matrix W(4, 3);
    W << cosine, sine, 0.0, sine, -cosine, 1.5, -cosine, sine, 0.0, sine, cosine, 1.5;
    const Vector b = W * Eigen::Vector3d(0.0, -v, 0.0);
    for (const double friction : {4.0, 1.0}) {
        const Taken found = taken(W * W.transpose(), b, Vector::Constant(2, friction), Vector::Zero(2));
        EXPECT_FALSE(found.is_one_of_several);
        EXPECT_LE(found.w.norm(), 1e-14);
        const double steepest = std::atan(friction);  // of the impulse to the normal
        // The nearest to the vertical, which is π/2 − α from the normal, that the cone has.
        const double angle = std::min(0.5 * std::numbers::pi - half, steepest);
        const double size = 0.5 * v / std::cos(0.5 * std::numbers::pi - half - angle);
        for (const Index k : {0, 1}) {
            EXPECT_NEAR(found.p(2 * k), size * std::cos(angle), 1e-9) << friction;
            EXPECT_NEAR(std::abs(found.p(2 * k + 1)), size * std::sin(angle), 1e-9) << friction;
        }
    }
}

// All w_n = 0, and the one that slides is pressed: the impulses of a jam are those to which forces lead that
// press for a time that tends to zero.
TEST(CoulombAnswers, contacts_that_are_pressed_for_no_time_jam_or_do_not)
{
    const Vector friction = Vector::Constant(2, 2.0), none = Vector::Zero(2);
    Vector b(4), pressing(4), p(4);
    b << 0.0, 1.0, 0.0, 0.0;
    const Matrix G = leaning_and_apart(0.0);
    const auto jam = [&](double first, double second) {
        pressing << first, 0.0, second, 0.0;
        CoulombAnswers answers(2);
        EXPECT_TRUE(
            answers.solve({.G = G, .b = b, .friction = friction, .least = none}, pressing, p).solved());
    };
    jam(-1.0, -1.0);
    const double determinant = 1.0 * 0.5 - 0.6 * 0.6;
    EXPECT_NEAR(p(0), 0.6 / determinant, 1e-13);
    EXPECT_NEAR(p(1), -1.0 / determinant, 1e-13);
    EXPECT_EQ(p.tail<2>(), Vector2::Zero());
    jam(1.0, -1.0);
    EXPECT_LE(p.norm(), 1e-15);
}

// A block on a row of feet, more than all cases are tried of: the motion is that of any order of them.
TEST(CoulombAnswers, of_many_contacts_the_answer_does_not_depend_on_their_order)
{
    const Index feet = 9;
    Matrix W(2 * feet, 3);
    for (Index k = 0; k < feet; ++k) {
        const double x = static_cast<double>(k) / 4.0 - 0.9, y = 0.3 + 0.01 * std::sin(9.0 * x);
        W.row(2 * k) << 0.0, 1.0, x;
        W.row(2 * k + 1) << 1.0, 0.0, y;
    }
    const Vector b = W * Eigen::Vector3d(0.7, -1.0, -0.4);
    const Vector none = Vector::Zero(feet);
    for (const double mu : {0.2, 0.9}) {
        Vector friction = Vector::Constant(feet, mu);
        const Taken first = taken(W * W.transpose(), b, friction, none);
        Matrix turned = W;
        for (Index k = 0; k < feet; ++k) turned.middleRows<2>(2 * k) = W.middleRows<2>(2 * (feet - 1 - k));
        Vector side(2 * feet);
        for (Index k = 0; k < feet; ++k) side.segment<2>(2 * k) = b.segment<2>(2 * (feet - 1 - k));
        const Taken second = taken(turned * turned.transpose(), side, friction, none);
        for (Index k = 0; k < feet; ++k) {
            const Index other = feet - 1 - k;
            EXPECT_LE((first.w.segment<2>(2 * k) - second.w.segment<2>(2 * other)).norm(), 1e-9);
            EXPECT_LE((first.p.segment<2>(2 * k) - second.p.segment<2>(2 * other)).norm(), 1e-8);
        }
    }
}

}  // namespace
}  // namespace rebond
