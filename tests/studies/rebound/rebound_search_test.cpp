#include "rebond/studies/rebound/rebound_search.hpp"

#include "rebound_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace rebond::test {
namespace {

using Vector3 = Eigen::Vector3d;

double sum_of_squares(const std::vector<ReboundPoint>& points, const Vector3& theta, double e = 1.0)
{
    const BeamReboundLaw law{.restitution = e,
                             .mu_0 = std::exp(theta(0)),
                             .alpha_0 = std::exp(theta(1)),
                             .alpha_1 = std::exp(theta(2))};
    double sum = 0.0;
    for (const ReboundPoint& p : points) sum += std::pow(rebound_ratio(law, p.contact) - p.measured, 2);
    return sum;
}

// The least S on a cube of `nodes`³ about a centre, drawn together around its lowest node again and again.
double least_on_grid(const std::vector<ReboundPoint>& points, double e = 1.0)
{
    Vector3 best(0.0, 0.0, 0.0);
    double least = sum_of_squares(points, best, e);
    const auto scan = [&](const Vector3 centre, double half, int nodes) {
        for (int i = 0; i < nodes; ++i)
            for (int j = 0; j < nodes; ++j)
                for (int k = 0; k < nodes; ++k) {
                    const Vector3 at =
                        centre + half * (2.0 / (nodes - 1) * Vector3(i, j, k) - Vector3::Ones());
                    const double S = sum_of_squares(points, at, e);
                    if (S < least) {
                        least = S;
                        best = at;
                    }
                }
    };
    scan(best, 14.0, 41);  // parameters from 1e-6 to 1e6
    for (double half = 1.0; half > 1e-6; half *= 0.7) scan(best, half, 7);
    return least;
}

// Numbers that the law cannot follow have minima of any kind, on creases, too.
TEST(ReboundSearch, no_lower_sum_of_squares_is_on_a_grid_drawn_together)
{
    std::mt19937_64 random(61);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    for (int trial = 0; trial < 24; ++trial) {
        const double e = trial % 3 == 0 ? 0.8 : 1.0;
        std::vector<ReboundPoint> points =
            measured(trial % 2 ? pinned_beam(5, 4) : floating_beam(6, 3), pinned_law);
        const double noise = std::array{0.02, 0.3, 1.0}[static_cast<std::size_t>(trial) / 2 % 3];
        for (ReboundPoint& p : points) p.measured += noise * (uniform(random) - p.measured);
        const ReboundMinimum fit = least_rebound_squares({.points = points, .restitution = e});
        EXPECT_TRUE(fit.is_converged) << trial;
        EXPECT_LE(fit.squares, least_on_grid(points, e) * (1.0 + 1e-10)) << trial;  // rounding
    }
}

// Places to go from a fit, near and far: none is lower.
TEST(ReboundSearch, minima_on_creases_are_minima)
{
    std::mt19937_64 random(69);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    std::normal_distribution<double> normal;
    int creased = 0;
    for (int trial = 0; trial < 60; ++trial) {
        std::vector<ReboundPoint> points;
        for (int k = 0; k < 20 + trial; ++k) {
            const double Z = std::pow(10.0, 4.0 * uniform(random) - 1.5);
            points.push_back(
                {.contact = {.mass = 1.0, .Z = Z, .Z_first = 0.05 * Z * uniform(random), .modes = 40},
                 .measured = uniform(random)});
        }
        const ReboundMinimum fit = least_rebound_squares({.points = points});
        EXPECT_TRUE(fit.is_converged) << trial;
        creased += std::any_of(points.begin(), points.end(), [&](const ReboundPoint& p) {
            const ReboundBranches f = rebound_branches(rebound_law_at(fit.theta, 1.0), p.contact);
            return std::abs(f.outward - f.compliant) < 1e-9;
        });
        const Vector3 theta = fit.theta;
        const double S = fit.squares;
        for (int place = 0; place < 1000; ++place) {
            const Vector3 direction(normal(random), normal(random), normal(random));
            const double there =
                sum_of_squares(points, theta + std::pow(10.0, -7.0 * uniform(random)) * direction);
            EXPECT_GE(there, S * (1.0 - 1e-10));  // what the descent leaves
        }
    }
    EXPECT_GE(creased, 5);
}

TEST(ReboundSearch, a_minimum_on_a_crease_is_found)
{
    // Two contacts pull against each other. The first, counted four times, is measured below its plateau of
    // 1/(1 + Z), from which it rises beyond its crease; the second is measured far above and pulls towards
    // that crease and past it, but with less weight.
    const auto contact = [](double Z, double Z_first) {
        return BeamContact{.mass = 1.0, .Z = Z, .Z_first = Z_first, .modes = 1000000000};
    };
    std::vector<ReboundPoint> points;
    for (int copy = 0; copy < 4; ++copy) points.push_back({.contact = contact(1.0, 1.0), .measured = 0.2});
    points.push_back({.contact = contact(2.0, 2.0), .measured = 0.9});
    points.push_back({.contact = contact(1e-9, 1e-9), .measured = 1.0});
    const ReboundMinimum fit = least_rebound_squares({.points = points});
    EXPECT_TRUE(fit.is_converged);
    EXPECT_LE(fit.squares, least_on_grid(points) * (1.0 + 1e-10));
    const ReboundBranches f = rebound_branches(rebound_law_at(fit.theta, 1.0), points.front().contact);
    EXPECT_NEAR(f.outward, f.compliant, 1e-9);
}

TEST(ReboundSearch, squares_are_those_of_the_law)
{
    const std::vector<ReboundPoint> points = measured(floating_beam(4, 3), {.restitution = 0.7});
    const Vector3 theta(0.3, -0.4, 0.5);
    const double S = rebound_squares({.points = points, .restitution = 0.7}, theta);
    EXPECT_NEAR(S, sum_of_squares(points, theta, 0.7), 1e-15);
    EXPECT_EQ(rebound_squares({.points = points, .restitution = 0.7}, Vector3::Zero()), 0.0);
}

}  // namespace
}  // namespace rebond::test
