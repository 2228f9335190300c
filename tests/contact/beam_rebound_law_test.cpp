#include "rebond/contact/beam_rebound_law.hpp"

#include "rebond/solvers/complementarity/quadratic_program.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <stdexcept>

namespace rebond {
namespace {

const Vector nothing = Vector::Zero(0);

// (2) as printed.
struct Printed {
    double e_bar, beta_0, beta_1;

    Printed(const BeamReboundLaw& law, double Z, double Z_first, Index modes)
        : e_bar(law.restitution * (law.mu_0 * law.mu_0 * Z * Z + 1.0) /
                (law.mu_0 * law.mu_0 * Z * Z + law.mu_0 * Z + 1.0)),
          beta_0(law.alpha_0 * Z / (static_cast<double>(modes) + law.alpha_0 * Z)),
          beta_1(law.alpha_1 * Z_first / (1.0 + law.alpha_1 * Z_first))
    {
    }
};

struct BeamImpact {
    BeamReboundLaw law;
    double mass = 1.0;
    Vector elastic, rigid;
    double approach = 1.0;

    BeamRebound rebound() const { return beam_rebound(law, mass, elastic, rigid, approach); }
    BeamContact contact() const { return beam_contact(mass, elastic, rigid); }
};

// Balls of 1e-3 to 1e3 of the beam's scale; modes of either sign.
BeamImpact random_impact(std::mt19937_64& random, Index modes, Index rigid)
{
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    const auto log_uniform = [&](double decades) { return std::pow(10.0, decades * uniform(random)); };
    BeamImpact impact;
    impact.law = {
        .restitution = 1.0, .mu_0 = log_uniform(2), .alpha_0 = log_uniform(2), .alpha_1 = log_uniform(2)};
    if (uniform(random) > 0.0) impact.law.restitution = std::abs(uniform(random));
    impact.mass = log_uniform(3);
    impact.elastic = Vector::NullaryExpr(modes, [&] { return uniform(random); });
    impact.rigid = Vector::NullaryExpr(rigid, [&] { return uniform(random); });
    impact.approach = log_uniform(1);
    return impact;
}

// The problem (3) in its own variables (v, ȧ), of either sign, by nested golden sections over ȧ. For given ȧ
// the best v is the larger of its lower bounds and of the minimum of the energy. Every level is convex.
class NestedSections {
public:
    explicit NestedSections(const BeamImpact& impact)
        : impact_(impact),
          contact_(impact.contact()),
          c_(impact.law, contact_.Z, contact_.Z_first, contact_.modes),
          rates_(Vector::Zero(impact.elastic.size())),
          reach_(std::sqrt(impact.mass) * impact.approach)  // no more energy than the ball brings
    {
        minimise(0);
    }

    double energy = 0.0, velocity = 0.0;
    Vector rates;

private:
    double best_velocity() const
    {
        const double V = impact_.approach, M = impact_.mass;
        double squares = 0.0, sum = 0.0, sum_of_sizes = 0.0;
        for (const double phi : impact_.rigid) squares += phi * phi;
        double bound = -V * M * squares / (1.0 + M * squares);  // of no constraint
        for (Index i = 0; i < rates_.size(); ++i) {
            const double phi = std::abs(impact_.elastic(i));
            bound = std::max(bound, std::abs(rates_(i)) / (phi * M) - V);
            sum += impact_.elastic(i) * rates_(i);
            sum_of_sizes += phi * std::abs(rates_(i));
        }
        // v + Σφ_r² M (v + V) − … ≥ …
        const auto bounded = [&](double right) { return (right - squares * M * V) / (1.0 + squares * M); };
        bound = std::max(bound, bounded(c_.e_bar * V + sum));
        return std::max(bound, bounded(c_.beta_1 * c_.e_bar * V + c_.beta_0 * sum_of_sizes));
    }

    double energy_of(double v) const
    {
        const double P = impact_.mass * (v + impact_.approach);
        return 0.5 * (impact_.mass * v * v + (impact_.rigid * P).squaredNorm() + rates_.squaredNorm());
    }

    double minimise(Index level)
    {
        if (level == rates_.size()) {
            velocity = best_velocity();
            rates = rates_;
            return energy = energy_of(velocity);
        }
        const double golden = 0.5 * (std::sqrt(5.0) - 1.0);
        double low = -reach_, high = reach_;
        const auto at = [&](double x) {
            rates_(level) = x;
            return minimise(level + 1);
        };
        double a = high - golden * (high - low), b = low + golden * (high - low);
        double at_a = at(a), at_b = at(b);
        for (int k = 0; k < 70; ++k) {
            if (at_a < at_b) {
                high = b, b = a, at_b = at_a;
                a = high - golden * (high - low), at_a = at(a);
            } else {
                low = a, a = b, at_a = at_b;
                b = low + golden * (high - low), at_b = at(b);
            }
        }
        return at(0.5 * (low + high));
    }

    const BeamImpact& impact_;
    BeamContact contact_;
    Printed c_;
    Vector rates_;
    double reach_;
};

TEST(BeamReboundLaw, closed_form_is_the_least_energy_found_by_search)
{
    std::mt19937_64 random(51);
    int outward = 0;
    for (int trial = 0; trial < 120; ++trial) {
        const BeamImpact impact = random_impact(random, 1 + trial % 2, trial / 2 % 3);
        const BeamRebound exact = impact.rebound();
        const NestedSections found(impact);
        const double V = impact.approach, M = impact.mass;
        // Rounding for the energy; where a smooth minimum is located by values, its root, 1e-8, times the
        // ratio of scales.
        EXPECT_NEAR(exact.kinetic_energy, found.energy, 1e-12 * M * V * V);
        EXPECT_LE(exact.kinetic_energy, found.energy + 1e-13 * M * V * V);
        EXPECT_NEAR(exact.velocity, found.velocity, 2e-6 * V);
        EXPECT_LE((exact.elastic_rates - found.rates).norm(), 2e-6 * std::sqrt(M) * V);
        outward += exact.is_outward;
    }
    EXPECT_GT(outward, 20);
    EXPECT_LT(outward, 100);
}

// A point of a convex programme is its minimum if the gradient of the objective is a sum, with multipliers
// ≥ 0, of the gradients of the constraints that bind.
TEST(BeamReboundLaw, closed_form_fulfils_the_conditions_of_optimality_with_any_number_of_modes)
{
    std::mt19937_64 random(52);
    for (int trial = 0; trial < 600; ++trial) {
        const Index N = 1 + trial % 60;
        const BeamImpact impact = random_impact(random, N, trial % 3);
        const BeamRebound exact = impact.rebound();
        const BeamReboundProgramme qp =
            beam_rebound_programme(impact.law, impact.mass, impact.elastic, impact.rigid, impact.approach);
        Vector x(N + 1);
        x << exact.velocity, -exact.elastic_rates.cwiseQuotient(impact.elastic.cwiseSign());
        const double V = impact.approach, M = impact.mass;

        const Vector slack = qp.C * x - qp.d;
        // rounding, of rows in units of √M V and of (1 + Z_r) V
        const double Z_r = impact.contact().Z_rigid;
        EXPECT_GE(slack.head(2 * N).minCoeff(), -1e-13 * std::sqrt(M) * V);
        EXPECT_GE(slack.tail(2).minCoeff(), -1e-13 * (1.0 + Z_r) * V);
        EXPECT_NEAR(slack(2 * N), 0.0, 1e-13 * (1.0 + Z_r) * V);
        if (exact.is_outward) {
            EXPECT_NEAR(slack(2 * N + 1), 0.0, 1e-13 * (1.0 + Z_r) * V);
        }

        const Matrix active = qp.C.bottomRows(2).topRows(exact.is_outward ? 2 : 1).transpose();
        const Vector gradient = qp.H.cwiseProduct(x) + qp.g;
        // Rows scaled by H^-½, in which the energy is round.
        const Vector root = qp.H.cwiseSqrt().cwiseInverse();
        const Vector scaled = root.cwiseProduct(gradient);
        const Vector multipliers = (root.asDiagonal() * active).colPivHouseholderQr().solve(scaled);
        EXPECT_LE((root.asDiagonal() * active * multipliers - scaled).norm(), 1e-11 * std::sqrt(M) * V);
        EXPECT_GE(multipliers.minCoeff(), -1e-11 * M * V);

        const double energy = 0.5 * x.dot(qp.H.cwiseProduct(x)) + qp.g.dot(x) + qp.offset;
        EXPECT_NEAR(exact.kinetic_energy, energy, 1e-14 * (1.0 + Z_r) * M * V * V);  // the terms of x cancel
    }
}

TEST(BeamReboundLaw, closed_form_is_what_a_quadratic_programme_finds)
{
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 300; ++trial) {
        const BeamImpact impact = random_impact(random, 1 + trial % 40, trial % 3);
        const BeamReboundProgramme programme =
            beam_rebound_programme(impact.law, impact.mass, impact.elastic, impact.rigid, impact.approach);
        const Index n = programme.g.size(), m = programme.d.size();
        QuadraticProgram solver(n, m);
        Vector x(n), y(m);
        const ProgramOutcome outcome = solver.solve(programme.H.asDiagonal().toDenseMatrix(), programme.g,
                                                    programme.C, programme.d, x, y);
        ASSERT_TRUE(outcome.solved()) << trial;
        const BeamRebound rebound = impact.rebound();
        // The tolerance of the law.
        EXPECT_NEAR(x(0) / impact.approach, rebound.velocity / impact.approach, 1e-8) << trial;
        const double scale = std::sqrt(impact.mass) * impact.approach;
        EXPECT_LT((x.tail(n - 1) - rebound.elastic_rates.cwiseAbs()).norm(), 1e-8 * scale) << trial;
    }
}

TEST(BeamReboundLaw, impulse_and_momentum_balance)
{
    std::mt19937_64 random(53);
    for (int trial = 0; trial < 200; ++trial) {
        const BeamImpact impact = random_impact(random, trial % 30, trial % 3);
        const BeamRebound rebound = impact.rebound();
        const double V = impact.approach, M = impact.mass;
        EXPECT_NEAR(rebound.impulse, M * (rebound.velocity + V), 1e-12 * M * V);
        EXPECT_LE((rebound.rigid_rates + impact.rigid * rebound.impulse).norm(), 1e-15 * M * V);
        // The modal rates stay within what one impulse at one instant would give.
        for (Index i = 0; i < impact.elastic.size(); ++i)
            EXPECT_LE(std::abs(rebound.elastic_rates(i)), std::abs(impact.elastic(i)) * rebound.impulse);
        EXPECT_NEAR(rebound.velocity, V * rebound_ratio(impact.law, impact.contact()), 1e-14 * V);
    }
}

TEST(BeamReboundLaw, energy_never_grows_the_impulse_pushes_and_the_bodies_part)
{
    std::mt19937_64 random(54);
    for (int trial = 0; trial < 2000; ++trial) {
        const BeamImpact impact = random_impact(random, trial % 25, trial % 3);
        const BeamRebound rebound = impact.rebound();
        const double before = 0.5 * impact.mass * impact.approach * impact.approach;
        EXPECT_LE(rebound.kinetic_energy, before * (1.0 + 1e-15));
        EXPECT_GT(rebound.impulse, 0.0);
        const double separation = rebound.velocity - impact.elastic.dot(rebound.elastic_rates) -
                                  impact.rigid.dot(rebound.rigid_rates);
        EXPECT_GE(separation, -1e-14 * impact.approach);
        const double energy = 0.5 * (impact.mass * rebound.velocity * rebound.velocity +
                                     rebound.elastic_rates.squaredNorm() + rebound.rigid_rates.squaredNorm());
        EXPECT_NEAR(rebound.kinetic_energy, energy, 1e-13 * before);
    }
}

TEST(BeamReboundLaw, a_light_ball_meets_a_wall_and_a_heavy_one_a_spring)
{
    const BeamReboundLaw law{.restitution = 0.9, .mu_0 = 0.45, .alpha_0 = 0.12, .alpha_1 = 1.5};
    const Vector phi = Vector::Constant(5, 0.7);
    // 1 − m, m = μ₀Z, and 1 − Z to first order
    const double light = rebound_ratio(law, beam_contact(1e-9, phi, nothing));
    EXPECT_NEAR(light, 0.9, 1e-8);
    // 1 − 1/m, and (β₀ + β₁)/(1 + β₀) → 1
    const double heavy = rebound_ratio(law, beam_contact(1e12, phi, nothing));
    EXPECT_NEAR(heavy, 0.9, 1e-10);
    // Masses at which Z² overflows or vanishes
    for (const double M : {1e-300, 1e-200, 1e200, 1e300})
        EXPECT_NEAR(rebound_ratio(law, beam_contact(M, phi, nothing)), 0.9, 1e-15) << M;
    EXPECT_EQ(rebound_ratio(law, beam_contact(1.0, nothing, nothing)), 0.9);
    EXPECT_EQ(rebound_ratio(law, beam_contact(1.0, Vector::Zero(4), nothing)), 0.9);
}

TEST(BeamReboundLaw, weakening_is_a_third_where_the_ball_matches_the_beam)
{
    // m = 1: ē = 2/3; no outward push with parameters that vanish.
    const BeamReboundLaw law{.mu_0 = 0.5, .alpha_0 = 1e-300, .alpha_1 = 1e-300};
    const BeamContact contact{.mass = 1.0, .Z = 2.0, .Z_first = 1.0, .modes = 3};
    EXPECT_NEAR(rebound_ratio(law, contact), 2.0 / 9.0, 1e-15);
    // All of it with parameters that grow.
    const BeamReboundLaw full{.mu_0 = 0.5, .alpha_0 = 1e300, .alpha_1 = 1e300};
    EXPECT_NEAR(rebound_ratio(full, contact), 2.0 / 3.0, 1e-15);
}

TEST(BeamReboundLaw, without_elastic_modes_a_free_body_is_struck_with_the_restitution_given)
{
    // Momentum with a body of mass m_b, hit at its centre: φ_r = 1/√m_b.
    const double M = 2.0, m_b = 3.0, e = 0.6, V = 4.0;
    const BeamReboundLaw law{.restitution = e};
    const BeamRebound rebound = beam_rebound(law, M, nothing, Vector::Constant(1, 1.0 / std::sqrt(m_b)), V);
    EXPECT_NEAR(rebound.velocity, -V * (M - e * m_b) / (M + m_b), 1e-15 * V);
    const double beam = rebound.rigid_rates(0) / std::sqrt(m_b);
    EXPECT_NEAR(rebound.velocity - beam, e * V, 1e-15 * V);
    EXPECT_NEAR(M * rebound.velocity + m_b * beam, -M * V, 1e-14 * M * V);
}

TEST(BeamReboundLaw, the_speed_of_the_ball_scales_everything)
{
    std::mt19937_64 random(55);
    for (int trial = 0; trial < 50; ++trial) {
        BeamImpact impact = random_impact(random, 7, 2);
        impact.approach = 1.0;
        const BeamRebound one = impact.rebound();
        impact.approach = 8.0;
        const BeamRebound eight = impact.rebound();
        EXPECT_EQ(eight.velocity, 8.0 * one.velocity);
        EXPECT_EQ(eight.elastic_rates, 8.0 * one.elastic_rates);
        EXPECT_EQ(eight.kinetic_energy, 64.0 * one.kinetic_energy);
    }
    EXPECT_EQ(beam_rebound({}, 1.0, Vector::Ones(2), nothing, 0.0).velocity, 0.0);
}

TEST(BeamReboundLaw, slopes_and_curvatures_of_both_branches_are_central_differences)
{
    std::mt19937_64 random(56);
    for (int trial = 0; trial < 200; ++trial) {
        const BeamImpact impact = random_impact(random, 1 + trial % 9, trial % 3);
        const ReboundBranches here = rebound_branches(impact.law, impact.contact());
        EXPECT_NEAR(std::max(here.compliant, here.outward), rebound_ratio(impact.law, impact.contact()),
                    1e-15);
        constexpr double h = 1e-5;
        double BeamReboundLaw::*const parameters[] = {&BeamReboundLaw::mu_0, &BeamReboundLaw::alpha_0,
                                                      &BeamReboundLaw::alpha_1};
        for (Index k = 0; k < 3; ++k) {
            BeamReboundLaw up = impact.law, down = impact.law;
            up.*parameters[k] *= std::exp(h);
            down.*parameters[k] *= std::exp(-h);
            const ReboundBranches above = rebound_branches(up, impact.contact());
            const ReboundBranches below = rebound_branches(down, impact.contact());
            // h²/6 of the third derivative, and rounding over h
            EXPECT_NEAR(here.compliant_slope(k), (above.compliant - below.compliant) / (2.0 * h), 1e-10);
            EXPECT_NEAR(here.outward_slope(k), (above.outward - below.outward) / (2.0 * h), 1e-10);
            const Eigen::Vector3d compliant = (above.compliant_slope - below.compliant_slope) / (2.0 * h);
            const Eigen::Vector3d outward = (above.outward_slope - below.outward_slope) / (2.0 * h);
            EXPECT_LE((here.compliant_curvature.col(k) - compliant).norm(), 1e-10);
            EXPECT_LE((here.outward_curvature.col(k) - outward).norm(), 1e-10);
        }
    }
}

TEST(BeamReboundLaw, slopes_stay_finite_where_the_law_has_reached_its_limits)
{
    for (const double p : {1e-300, 1e300})
        for (const double Z : {0.0, 1e-300, 1.0, 1e300}) {
            const BeamContact contact{.mass = 1.0, .Z = Z, .Z_first = 0.5 * Z, .modes = 4};
            const ReboundBranches f = rebound_branches({.mu_0 = p, .alpha_0 = p, .alpha_1 = p}, contact);
            EXPECT_TRUE(f.compliant_slope.allFinite() && f.outward_slope.allFinite()) << p << " " << Z;
            EXPECT_TRUE(f.compliant_curvature.allFinite() && f.outward_curvature.allFinite());
            EXPECT_TRUE(std::isfinite(f.compliant) && std::isfinite(f.outward));
        }
}

TEST(BeamReboundLaw, nonsense_is_a_broken_precondition)
{
    EXPECT_THROW((void)beam_contact(0.0, nothing, nothing), std::logic_error);
    EXPECT_THROW((void)beam_rebound({.mu_0 = 0.0}, 1.0, nothing, nothing, 1.0), std::logic_error);
    EXPECT_THROW((void)beam_rebound({.restitution = 1.1}, 1.0, nothing, nothing, 1.0), std::logic_error);
    EXPECT_THROW((void)beam_rebound({}, 1.0, nothing, nothing, -1.0), std::logic_error);
}

}  // namespace
}  // namespace rebond
