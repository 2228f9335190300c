#include "rebond/contact/friction/frictional_rest.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>

namespace rebond::test {
namespace {

using Verdict = FrictionalRest::Verdict;

// One contact, b its acceleration without reactions.
struct One {
    Eigen::Matrix2d G;
    Vector2 b;
    double friction, slip;
};

Verdict resolve_one(FrictionalRest& rest, const One& one)
{
    rest.clear();
    rest.add({.contact = 7, .friction = one.friction, .slip = one.slip});
    rest.resize();
    rest.G.topLeftCorner<2, 2>() = one.G;
    rest.free.head<2>() = one.b;
    return rest.resolve();
}

Eigen::Matrix2d coupled_rows(double a, double c, double b)
{
    Eigen::Matrix2d G;
    G << a, c, c, b;
    return G;
}

const Eigen::Matrix2d coupled = coupled_rows(1.0, 0.6, 0.5);

TEST(FrictionalRest, a_contact_that_is_pulled_away_lifts)
{
    FrictionalRest rest;
    for (const double slip : {-1.0, 0.0, 1.0}) {
        EXPECT_EQ(resolve_one(rest, {coupled, {0.5, 0.0}, 0.3, slip}), Verdict::found) << slip;
        EXPECT_TRUE(rest.lifts(0)) << slip;
        EXPECT_EQ(rest.reaction(0), Vector2(0.0, 0.0)) << slip;
        EXPECT_EQ(rest.acceleration(0), Vector2(0.5, 0.0)) << slip;
        EXPECT_EQ(rest.contact(0), 7);
    }
}

TEST(FrictionalRest, a_contact_that_slides_has_the_reaction_of_its_direction)
{
    FrictionalRest rest;
    for (const double s : {-1.0, 1.0}) {
        const double mu = 0.3, N = 2.0 / (1.0 - mu * s * 0.6);
        EXPECT_EQ(resolve_one(rest, {coupled, {-2.0, 0.4}, mu, 0.1 * s}), Verdict::found);
        EXPECT_EQ(rest.sliding(0), sliding_to(s));
        EXPECT_NEAR(rest.reaction(0)(0), N, 1e-14);
        EXPECT_NEAR(rest.reaction(0)(1), -mu * s * N, 1e-14);
        EXPECT_NEAR(rest.acceleration(0)(0), 0.0, 1e-14);
        EXPECT_NEAR(rest.acceleration(0)(1), 0.4 + (0.6 - mu * s * 0.5) * N, 1e-14);
    }
}

TEST(FrictionalRest, a_contact_without_friction_only_presses)
{
    FrictionalRest rest;
    EXPECT_EQ(resolve_one(rest, {coupled, {-2.0, 0.4}, 0.0, 0.1}), Verdict::found);
    EXPECT_EQ(rest.sliding(0), Sliding::smooth);
    EXPECT_NEAR(rest.reaction(0)(0), 2.0, 1e-15);
    EXPECT_EQ(rest.reaction(0)(1), 0.0);
}

TEST(FrictionalRest, a_contact_sticks_within_the_cone_and_slides_beyond)
{
    FrictionalRest rest;
    const Eigen::Matrix2d apart = coupled_rows(1.0, 0.0, 2.0);
    EXPECT_EQ(resolve_one(rest, {apart, {-10.0, 5.9}, 0.3, 0.0}), Verdict::found);
    EXPECT_EQ(rest.sliding(0), Sliding::sticks);
    EXPECT_NEAR(rest.reaction(0)(1), -2.95, 1e-14);
    // Pulled by more than 2 · 0.3 · 10 it follows.
    EXPECT_EQ(resolve_one(rest, {apart, {-10.0, 6.1}, 0.3, 0.0}), Verdict::found);
    EXPECT_EQ(rest.sliding(0), Sliding::forwards);
    EXPECT_NEAR(rest.reaction(0)(1), -3.0, 1e-14);
    EXPECT_NEAR(rest.acceleration(0)(1), 0.1, 1e-13);
    EXPECT_EQ(resolve_one(rest, {apart, {-10.0, -6.1}, 0.3, 0.0}), Verdict::found);
    EXPECT_EQ(rest.sliding(0), Sliding::backwards);
}

// a/|c| = 1.667: with μ = 2 a contact that slides to +t has B = −0.2.
TEST(FrictionalRest, a_contact_that_slides_into_painleves_paradox_jams_or_has_several_answers)
{
    FrictionalRest rest;
    EXPECT_EQ(resolve_one(rest, {coupled, {-1.0, 0.0}, 2.0, 0.1}), Verdict::jams);
    EXPECT_EQ(rest.paradox(), 0);
    EXPECT_EQ(resolve_one(rest, {coupled, {1.0, 0.0}, 2.0, 0.1}), Verdict::indeterminate);
    EXPECT_TRUE(rest.lifts(0));
    // The other way, or with less friction, there is no paradox.
    EXPECT_EQ(resolve_one(rest, {coupled, {-1.0, 0.0}, 2.0, -0.1}), Verdict::found);
    EXPECT_EQ(resolve_one(rest, {coupled, {-1.0, 0.0}, 1.6, 0.1}), Verdict::found);
}

// B/a = 1e-8: what presses as little as that is kept closed by a reaction like any other; all else jams.
TEST(FrictionalRest, a_contact_that_is_hardly_pressed_slides_where_its_mobility_hardly_suffices)
{
    FrictionalRest rest;
    const double mu = (1.0 - 1e-8) / 0.6;
    EXPECT_EQ(resolve_one(rest, {coupled, {-2e-9, 1.0}, mu, 0.1}), Verdict::found);
    EXPECT_EQ(rest.sliding(0), Sliding::forwards);
    EXPECT_NEAR(rest.reaction(0)(0), 0.2, 1e-8);  // B is known to rounding of a
    EXPECT_NEAR(rest.reaction(0)(1), -mu * 0.2, 1e-8);
    EXPECT_EQ(resolve_one(rest, {coupled, {-1.0, 1.0}, mu, 0.1}), Verdict::jams);
}

// Equations (1) to (3) of the header, to rounding of the accelerations.
testing::AssertionResult fits(const FrictionalRest& rest, Index i, double friction, double slip,
                              double rounding)
{
    const Vector2 p = rest.reaction(i), a = rest.acceleration(i);
    const auto fail = [&](const char* what) {
        return testing::AssertionFailure()
               << what << ": N, T = " << p.transpose() << ", accelerations " << a.transpose() << ", μ "
               << friction << ", slip " << slip << ", contact " << i;
    };
    if (!(p(0) >= -rounding)) return fail("it pulls");
    if (!(a(0) >= -rounding)) return fail("it closes");
    if (!(std::abs(p(0) * a(0)) <= rounding * (1.0 + p(0) + std::abs(a(0)))))
        return fail("it presses and lifts");
    if (!(std::abs(p(1)) <= friction * p(0) + rounding)) return fail("more friction than Coulomb's");
    if (rest.lifts(i) || friction == 0.0) return testing::AssertionSuccess();
    if (slip != 0.0) {
        if (std::abs(p(1) + std::copysign(friction, slip) * p(0)) > rounding)
            return fail("no friction of sliding");
        if (rest.sliding(i) != sliding_to(slip)) return fail("another direction");
        return testing::AssertionSuccess();
    }
    if (rest.sliding(i) == Sliding::sticks)
        return std::abs(a(1)) <= rounding ? testing::AssertionSuccess() : fail("it sticks and slides");
    const double s = direction_of(rest.sliding(i));
    if (s * a(1) < -rounding) return fail("it slides the other way");
    if (std::abs(p(1) + friction * s * p(0)) > rounding) return fail("friction does not oppose");
    return testing::AssertionSuccess();
}

struct Random {
    std::mt19937 generator;
    std::normal_distribution<double> normal = {};
    std::uniform_real_distribution<double> share{0.0, 1.0};

    double number() { return normal(generator); }
    double between(double a, double b) { return a + (b - a) * share(generator); }
    Matrix positive(Index n)
    {
        const Matrix A = Matrix::NullaryExpr(n, n, [&] { return number(); });
        return A * A.transpose() + 0.1 * Matrix::Identity(n, n);
    }
    // Sliding one way, the other, or not.
    double slip()
    {
        const double which = share(generator);
        return which < 0.3 ? 1.0 : which < 0.6 ? -1.0 : 0.0;
    }
};

TEST(FrictionalRest, one_contact_finds_an_answer_that_fits_unless_it_jams)
{
    Random random{.generator = std::mt19937(1)};
    FrictionalRest rest;
    int jams = 0, several = 0;
    for (int i = 0; i < 10'000; ++i) {
        const One one{
            random.positive(2), {random.number(), random.number()}, random.between(0.0, 2.0), random.slip()};
        const double B = one.G(0, 0) - one.friction * one.slip * one.G(0, 1);
        const bool is_paradox = one.slip != 0.0 && B <= 0.0;
        const Verdict verdict = resolve_one(rest, one);
        const Verdict expected = !is_paradox      ? Verdict::found
                                 : one.b(0) < 0.0 ? Verdict::jams
                                                  : Verdict::indeterminate;
        ASSERT_EQ(verdict, expected) << "case " << i;
        if (verdict == Verdict::jams) {
            ++jams;
            continue;
        }
        if (verdict == Verdict::indeterminate) ++several;
        const double scale = 1.0 + rest.reaction(0).norm();
        ASSERT_TRUE(fits(rest, 0, one.friction, one.slip, 1e-8 * scale)) << "case " << i;
    }
    EXPECT_GT(jams, 50);
    EXPECT_GT(several, 50);
}

// Whether some choice for each contact is an answer: the same question by brute force. A lean is a choice
// that fits so narrowly that rounding decides.
struct Answers {
    int clear = 0, narrow = 0;
};

void count_answers(const Matrix& G, const Vector& b, const Vector& friction, const Vector& slip,
                   std::vector<int>& choice, Answers& found)
{
    const Index n = friction.size();
    if (static_cast<Index>(choice.size()) < n) {
        const double s = slip(static_cast<Index>(choice.size()));
        for (const int next : {0, 1, 2, -2}) {  // lifts, sticks, slides forwards, backwards
            if (s != 0.0 && (next == 1 || next * s < 0.0)) continue;
            choice.push_back(next);
            count_answers(G, b, friction, slip, choice, found);
            choice.pop_back();
        }
        return;
    }
    // 2n equations A p = −c, of which each choice gives two for its contact.
    Matrix A = Matrix::Zero(2 * n, 2 * n);
    Vector c = Vector::Zero(2 * n);
    for (Index i = 0; i < n; ++i) {
        const double s = choice[i] > 1 ? 1.0 : choice[i] < -1 ? -1.0 : 0.0;
        if (choice[i] == 0) {
            A(2 * i, 2 * i) = A(2 * i + 1, 2 * i + 1) = 1.0;
            continue;
        }
        A.row(2 * i) = G.row(2 * i);
        c(2 * i) = b(2 * i);
        if (choice[i] == 1) {
            A.row(2 * i + 1) = G.row(2 * i + 1);
            c(2 * i + 1) = b(2 * i + 1);
        } else {
            A(2 * i + 1, 2 * i) = friction(i) * s;
            A(2 * i + 1, 2 * i + 1) = 1.0;
        }
    }
    const Vector p = -A.fullPivLu().solve(c), a = b + G * p;
    if (!((A * p + c).norm() <= 1e-9 * (1.0 + p.norm()))) return;
    double worst = 1e300;
    for (Index i = 0; i < n; ++i) {
        const double s = choice[i] > 1 ? 1.0 : choice[i] < -1 ? -1.0 : 0.0;
        if (choice[i] == 0) worst = std::min(worst, a(2 * i));
        if (choice[i] != 0) worst = std::min(worst, p(2 * i));
        if (choice[i] == 1) worst = std::min(worst, friction(i) * p(2 * i) - std::abs(p(2 * i + 1)));
        if (s != 0.0 && slip(i) == 0.0) worst = std::min(worst, s * a(2 * i + 1));
    }
    if (worst > 1e-7) ++found.clear;
    if (std::abs(worst) <= 1e-7) ++found.narrow;
}

TEST(FrictionalRest, several_contacts_find_an_answer_wherever_there_is_one)
{
    Random random{.generator = std::mt19937(2)};
    FrictionalRest rest;
    int none = 0, unique = 0;
    for (int i = 0; i < 10'000; ++i) {
        const Index n = i % 10 == 0 ? 3 : 2;
        const Matrix G = random.positive(2 * n);
        const Vector b = Vector::NullaryExpr(2 * n, [&] { return random.number(); });
        const Vector friction = Vector::NullaryExpr(n, [&] { return random.between(0.05, 1.5); });
        const Vector slip = Vector::NullaryExpr(n, [&] { return random.slip(); });
        rest.clear();
        for (Index k = 0; k < n; ++k) rest.add({.contact = k, .friction = friction(k), .slip = slip(k)});
        rest.resize();
        rest.G.topLeftCorner(2 * n, 2 * n) = G;
        rest.free.head(2 * n) = b;
        const Verdict verdict = rest.resolve();
        const bool is_found = verdict == Verdict::found || verdict == Verdict::indeterminate;
        if (is_found) {
            double scale = 1.0;
            for (Index k = 0; k < n; ++k) scale += rest.reaction(k).norm();
            for (Index k = 0; k < n; ++k)
                ASSERT_TRUE(fits(rest, k, friction(k), slip(k), 1e-8 * scale)) << "case " << i;
        }
        Answers answers;
        std::vector<int> choice;
        count_answers(G, b, friction, slip, choice, answers);
        if (answers.narrow > 0) continue;
        ASSERT_EQ(is_found, answers.clear > 0) << "case " << i;
        if (answers.clear == 0) ++none;
        if (answers.clear == 1) ++unique;
    }
    EXPECT_GT(unique, 5'000);
    EXPECT_GT(none, 50);
}

// Two supports of a rigid bar share its weight in many ways: G has no inverse, but the motion is one.
TEST(FrictionalRest, contacts_of_which_one_says_what_another_says_have_an_answer)
{
    FrictionalRest rest;
    rest.add({.contact = 0, .friction = 0.5});
    rest.add({.contact = 1, .friction = 0.5});
    rest.resize();
    // A point mass that two equal contacts hold.
    const Matrix one = Matrix::Identity(2, 2);
    rest.G << one, one, one, one;
    rest.free << -10.0, 1.0, -10.0, 1.0;
    EXPECT_EQ(rest.resolve(), Verdict::found);
    for (const Index i : {0, 1}) EXPECT_LE(rest.acceleration(i).norm(), 1e-8) << i;
    EXPECT_NEAR(rest.reaction(0)(0) + rest.reaction(1)(0), 10.0, 1e-8);
}

// A unit disc that two rough planes hold in a groove: M = diag(1, 1, ½), four reactions for three equations
//
//     F + Wᵀ p = 0,      p = p₀ + y z,
//
// so that what Coulomb's law leaves of y is an interval, empty where the disc cannot rest.
struct Groove {
    Eigen::Matrix<double, 4, 3> W;
    Eigen::Vector4d p0, z;
    double least = -1e300, most = 1e300;  // of y

    Groove(double first, double second, double friction, const Eigen::Vector3d& force)
    {
        int row = 0;
        for (const double angle : {first, second}) {
            const Vector2 n(std::cos(angle), std::sin(angle));
            W.row(row++) << n.x(), n.y(), 0.0;
            W.row(row++) << n.y(), -n.x(), 1.0;
        }
        const Eigen::FullPivLU<Eigen::Matrix<double, 3, 4>> factors(W.transpose());
        p0 = factors.solve(-force);
        z = factors.kernel().col(0).normalized();
        for (int i = 0; i < 2; ++i)
            for (const double side : {1.0, -1.0}) {
                const double at_none = friction * p0(2 * i) - side * p0(2 * i + 1);
                const double slope = friction * z(2 * i) - side * z(2 * i + 1);
                if (slope > 0.0) least = std::max(least, -at_none / slope);
                if (slope < 0.0) most = std::min(most, -at_none / slope);
                if (slope == 0.0 && at_none < 0.0) most = -1e300;
            }
    }

    void put(FrictionalRest& rest, double friction, const Eigen::Vector3d& force,
             std::optional<double> present = {}) const
    {
        const Eigen::Vector3d mobility(1.0, 1.0, 2.0);
        rest.clear();
        for (Index k = 0; k < 2; ++k) {
            FrictionalRest::Closed one{.contact = k, .friction = friction};
            if (present) one.present = (p0 + *present * z).segment<2>(2 * k);
            rest.add(one);
        }
        rest.resize();
        rest.G = W * mobility.asDiagonal() * W.transpose();
        rest.free = W * mobility.asDiagonal() * force;
    }

    double y_of(const FrictionalRest& rest) const
    {
        Eigen::Vector4d p;
        p << rest.reaction(0), rest.reaction(1);
        return z.dot(p - p0);
    }
};

TEST(FrictionalRest, a_disc_in_a_groove_rests_wherever_friction_can_hold_it)
{
    Random random{.generator = std::mt19937(5)};
    FrictionalRest rest;
    int held = 0, moves = 0;
    for (int i = 0; i < 10'000; ++i) {
        const double first = random.between(-1.5, 1.5), second = first + random.between(0.2, 2.9);
        const double friction = random.between(0.05, 3.0);
        const Eigen::Vector3d force(random.number(), random.number(), 0.3 * random.number());
        const Groove groove(first, second, friction, force);
        const double width = groove.most - groove.least;
        if (std::abs(width) < 1e-6) continue;  // which of the two, rounding decides
        groove.put(rest, friction, force);
        const Verdict verdict = rest.resolve();
        const bool is_held = verdict == Verdict::found && rest.sliding(0) == Sliding::sticks &&
                             rest.sliding(1) == Sliding::sticks;
        ASSERT_EQ(is_held, width > 0.0) << "case " << i << ", width " << width;
        if (!is_held) {
            ++moves;
            continue;
        }
        ++held;
        EXPECT_GT(rest.slack(0), 0.0);
        // Within Coulomb's cones where they leave room, to what quadratic programmes tolerate; else to what
        // is asked of signs.
        const double missed = width > 1e-3 ? program_tolerance * (1.0 + groove.p0.norm()) : 1e-8;
        EXPECT_GE(groove.y_of(rest), groove.least - missed) << "case " << i;
        EXPECT_LE(groove.y_of(rest), groove.most + missed) << "case " << i;
        // From reactions that have left Coulomb's cone it moves no further than into it, with a reserve.
        if (!(width < 1e3)) continue;
        groove.put(rest, friction, force, groove.most + width);
        ASSERT_EQ(rest.resolve(), Verdict::found) << "case " << i;
        EXPECT_GT(groove.y_of(rest), groove.least) << "case " << i;
        EXPECT_LT(groove.y_of(rest), groove.most) << "case " << i;
        EXPECT_LE(rest.acceleration(0).norm() + rest.acceleration(1).norm(), 1e-8) << "case " << i;
    }
    EXPECT_GT(held, 1'000);
    EXPECT_GT(moves, 1'000);
}

// Contact 0 slides on contact 1, which rests: by itself each could, together neither sliding on nor lifting
// has an answer.
TEST(FrictionalRest, contacts_that_move_each_other_jam_together)
{
    FrictionalRest rest;
    const double friction = 1.74083;
    rest.add({.contact = 0, .friction = friction, .slip = -1.0});
    rest.add({.contact = 1, .friction = friction});
    rest.resize();
    const double c = -0.53960560757174336, s = 0.84191792252993977;
    rest.G << 2.0, 0.0, c, s, 0.0, 6.0, -s, 2.0 + c, c, -s, 1.0, 0.0, s, 2.0 + c, 0.0, 3.0;
    rest.free << 0.0, 0.0, -9.81, 0.0;
    ASSERT_EQ(rest.resolve(), Verdict::jams);
    EXPECT_EQ(rest.paradox(), 0);
}

}  // namespace
}  // namespace rebond::test
