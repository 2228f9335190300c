#include "rebond/contact/trapped_bounces.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace rebond::test {
namespace {

std::vector<Index> trapped(const Matrix& G, const Vector& u, const Vector& a, const Vector& rounding,
                           std::vector<Index> resting, std::vector<Index> bouncing)
{
    TrappedBounces bounces;
    bounces.find(G, u, a, rounding, resting, bouncing);
    return bouncing;
}

// A bounce at u under the acceleration −a rises by u²/(2a).
TEST(TrappedBounces, one_contact_is_trapped_below_its_height)
{
    const Matrix G{{0.5}};
    const double u = 3e-4, a = 7.0, height = u * u / (2.0 * a);
    EXPECT_EQ(trapped(G, Vector{{u}}, Vector{{-a}}, Vector{{1.0001 * height}}, {}, {0}).size(), 1u);
    EXPECT_TRUE(trapped(G, Vector{{u}}, Vector{{-a}}, Vector{{0.9999 * height}}, {}, {0}).empty());
    EXPECT_TRUE(trapped(G, Vector{{u}}, Vector{{a}}, Vector{{1.0}}, {}, {0}).empty());  // nothing presses it
    EXPECT_TRUE(trapped(G, Vector{{u}}, Vector{{0.0}}, Vector{{1.0}}, {}, {0}).empty());
}

// Contacts of bodies that have nothing to do with each other do not count together.
TEST(TrappedBounces, a_lively_contact_does_not_keep_another_body_from_its_rest)
{
    const Matrix G = Matrix::Identity(2, 2);
    const Vector u{{1e-6, 1.0}}, a{{-10.0, -10.0}}, rounding{{1e-12, 1e-12}};
    EXPECT_EQ(trapped(G, u, a, rounding, {}, {0, 1}), std::vector<Index>{0});
}

// The first of a stack of two is let go, since it is too fast, and with it the second, which it carries.
TEST(TrappedBounces, what_a_fast_contact_carries_is_not_at_rest)
{
    const Matrix G{{1.0, -1.0}, {-1.0, 2.0}};
    const Vector u{{1.0, 1e-9}}, a{{-10.0, 0.0}}, rounding{{1e-12, 1e-12}};
    EXPECT_TRUE(trapped(G, u, a, rounding, {}, {0, 1}).empty());
}

// Follows the gaps x of unit masses in a stack, from impact to impact, and keeps the greatest.
Vector greatest_gaps(const Matrix& G, Vector u, const Vector& a, double e, int impacts)
{
    Vector x = Vector::Zero(u.size()), most = x;
    for (int impact = 0; impact < impacts; ++impact) {
        // The first gap to close again, each being x + ut + ½at²; all start at or above zero.
        double first = INFINITY;
        Index touching = -1;
        for (Index k = 0; k < u.size(); ++k) {
            const double root = std::sqrt(u(k) * u(k) - 2.0 * a(k) * x(k));
            const double after = x(k) <= 0.0 && u(k) < 0.0 ? 0.0
                                 : a(k) < 0.0              ? (-u(k) - root) / a(k)
                                 : u(k) < 0.0              ? -x(k) / u(k)
                                                           : INFINITY;
            if (after < first && (after > 0.0 || u(k) < 0.0)) {
                first = after;
                touching = k;
            }
        }
        if (touching < 0 || (first > 0.0 && first < 1e-12)) break;  // some contact has come to rest
        for (Index k = 0; k < u.size(); ++k) {
            const double top = a(k) < 0.0 ? -u(k) / a(k) : first;
            const double s = std::clamp(top, 0.0, first);
            most(k) = std::max(most(k), x(k) + u(k) * s + 0.5 * a(k) * s * s);
        }
        x = (x + first * u + (0.5 * first * first) * a).cwiseMax(0.0);
        u += first * a;
        x(touching) = 0.0;
        if (u(touching) < 0.0) u += G.col(touching) * (-(1.0 + e) * u(touching) / G(touching, touching));
    }
    return most;
}

// (2) bounds what an independent simulation of the bounces sees, for any masses, velocities and e.
TEST(TrappedBounces, gaps_never_exceed_the_bound)
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(0.1, 3.0);
    int seen = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const Index n = 2 + trial % 3;
        // A stack on a floor: w₀ = e₀, w_k = e_k − e_{k−1}, under gravity.
        Matrix W = Matrix::Identity(n, n);
        for (Index k = 1; k < n; ++k) W(k - 1, k) = -1.0;
        const Vector m = Vector::NullaryExpr(n, [&] { return uniform(random); });
        const Matrix G = W.transpose() * m.cwiseInverse().asDiagonal() * W;
        const Vector a = W.transpose() * Vector::Constant(n, -9.81);
        const Vector u = Vector::NullaryExpr(n, [&] { return 1e-3 * uniform(random); });
        const Vector nu = -G.ldlt().solve(a);
        const double energy = 0.5 * u.dot(G.ldlt().solve(u));
        const Vector bound = energy * nu.cwiseInverse();
        const double e = trial % 4 == 0 ? 1.0 : 0.3 * uniform(random);
        const Vector most = greatest_gaps(G, u, a, std::min(e, 1.0), 200);
        for (Index k = 0; k < n; ++k) EXPECT_LE(most(k), bound(k) * (1.0 + 1e-9));
        if ((most.array() > 0.05 * bound.array()).any()) ++seen;
        std::vector<Index> all(static_cast<std::size_t>(n));
        for (Index k = 0; k < n; ++k) all[k] = k;
        EXPECT_EQ(trapped(G, u, a, bound * 1.001, {}, all).size(), all.size());
        EXPECT_LT(trapped(G, u, a, bound * 0.999, {}, all).size(), all.size());
    }
    EXPECT_GT(seen, 100);  // the bound is not empty
}

}  // namespace
}  // namespace rebond::test
