#include "rebond/solvers/oscillations/oscillator_response.hpp"

#include "allocation_count.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace rebond::test {
namespace {

using Values = OscillatorResponse::Values;

// A force with all its Legendre modes.
Values rough_force(const GaussPolynomial& gauss)
{
    Values F;
    for (int j = 0; j < OscillatorResponse::nodes; ++j)
        F(j) = std::exp(gauss.node(j)) * (j % 2 == 0 ? -1.0 : 1.0);
    return F;
}

OscillatorResponse oscillator(double frequency, double damping_ratio)
{
    return OscillatorResponse({.frequencies = Vector::Constant(1, frequency),
                               .damping_ratio = damping_ratio,
                               .weights = Vector::Ones(1),
                               .shares = Vector::Ones(1)});
}

// Position and velocity of q̈ + 2ζω q̇ + ω² q = −F at `time`, from rest, by Duhamel's integral on many panels.
std::pair<double, double> by_duhamel(double omega, double zeta, const Values& F, double time)
{
    constexpr int panels = 200;
    const GaussPolynomial gauss;
    const double ring = omega * std::sqrt(1.0 - zeta * zeta);
    double q = 0.0;
    double v = 0.0;
    for (int panel = 0; panel < panels; ++panel)
        for (int j = 0; j < OscillatorResponse::nodes; ++j) {
            const double at = time * (panel + gauss.node(j)) / panels;
            const double push = -time / panels * gauss.weight(j) * gauss.at(at).dot(F);
            const double since = time - at;
            const double decay = std::exp(-zeta * omega * since);
            const double sine = ring > 0.0 ? std::sin(ring * since) / ring : since;
            q += push * decay * sine;
            v += push * decay * (std::cos(ring * since) - zeta * omega * sine);
        }
    return {q, v};
}

// From bodies that fly to hundreds of radians in the step, so that each way to find ψ_k has its turn.
constexpr double frequencies[] = {0.0, 1e-6, 1e-3, 0.5, 1.99, 2.01, 4.0, 8.0, 15.9, 16.1, 50.0, 300.0};
constexpr double rounding = 3e-15;  // of sums of forces of size 3

TEST(OscillatorResponse, motion_under_a_polynomial_force_is_duhamels_integral)
{
    const GaussPolynomial gauss;
    const Values F = rough_force(gauss);
    for (const double zeta : {0.0, 0.01, 0.7})
        for (const double omega : frequencies) {
            SCOPED_TRACE(::testing::Message() << "ζ = " << zeta << ", ωh = " << omega);
            const OscillatorResponse response = oscillator(omega, zeta);
            OscillatorResponse::Table table;
            response.allocate(table);
            response.tabulate(1.0, table);

            const Vector rest = Vector::Zero(1);
            Vector q(1), v(1);
            OscillatorResponse::advance(table, F, rest, rest, q, v);
            const auto [q_end, v_end] = by_duhamel(omega, zeta, F, 1.0);
            EXPECT_NEAR(q(0), q_end, rounding);
            EXPECT_NEAR(v(0), v_end, rounding);

            const Values at_nodes = table.compliance * F;
            for (int j = 0; j < OscillatorResponse::nodes; ++j)
                EXPECT_NEAR(at_nodes(j), by_duhamel(omega, zeta, F, gauss.node(j)).first, rounding);

            q = v = rest;
            response.move(0.37, gauss.legendre * (gauss.restricted(0.37) * F), q, v);
            const auto [q_inside, v_inside] = by_duhamel(omega, zeta, F, 0.37);
            EXPECT_NEAR(q(0), q_inside, rounding);
            EXPECT_NEAR(v(0), v_inside, rounding);
        }
}

TEST(OscillatorResponse, a_free_oscillator_swings_as_a_decaying_cosine)
{
    constexpr double omega = 7.0;
    constexpr double zeta = 0.1;
    const double ring = omega * std::sqrt(1.0 - zeta * zeta);
    const OscillatorResponse response = oscillator(omega, zeta);
    for (const double t : {1e-3, 0.4, 3.0}) {
        Vector q = Vector::Ones(1);
        Vector v = Vector::Constant(1, -zeta * omega);  // so that q = e^{−ζωt} cos
        response.fly(t, q, v);
        const double decay = std::exp(-zeta * omega * t);
        EXPECT_NEAR(q(0), decay * std::cos(ring * t), 1e-15);
        EXPECT_NEAR(v(0), -decay * (zeta * omega * std::cos(ring * t) + ring * std::sin(ring * t)), 1e-14);
    }
}

TEST(OscillatorResponse, several_oscillators_add_up_and_steps_follow_each_other)
{
    const Index count = 12;
    const OscillatorResponse response({.frequencies = Eigen::Map<const Vector>(frequencies, count),
                                       .damping_ratio = 0.02,
                                       .weights = Vector::LinSpaced(count, 1.0, 2.0),
                                       .shares = Vector::LinSpaced(count, 3.0, 1.0)});
    const GaussPolynomial gauss;
    const Values F = rough_force(gauss);
    OscillatorResponse::Table table;
    response.allocate(table);
    response.tabulate(1.0, table);
    const Vector q_0 = Vector::LinSpaced(count, -1.0, 1.0);
    const Vector v_0 = Vector::LinSpaced(count, 2.0, -3.0);

    // δ at the nodes is that of the motion inside the step.
    const Values delta = OscillatorResponse::free(table, q_0, v_0) + table.compliance * F;
    for (int j = 0; j < OscillatorResponse::nodes; ++j) {
        const double c = gauss.node(j);
        Vector q = q_0;
        Vector v = v_0;
        response.move(c, gauss.legendre * (gauss.restricted(c) * F), q, v);
        EXPECT_NEAR(delta(j), response.weighed(q), 1e-13);  // rounding of a sum of 12
    }

    // Two parts of the step make the whole.
    Vector q_1(count), v_1(count);
    OscillatorResponse::advance(table, F, q_0, v_0, q_1, v_1);
    Vector q = q_0;
    Vector v = v_0;
    response.move(0.6, gauss.legendre * (gauss.restricted(0.6) * F), q, v);
    Values rest;
    for (int j = 0; j < OscillatorResponse::nodes; ++j) rest(j) = gauss.at(0.6 + 0.4 * gauss.node(j)).dot(F);
    response.move(0.4, gauss.legendre * rest, q, v);
    EXPECT_NEAR((q - q_1).cwiseAbs().maxCoeff(), 0.0, 1e-13);
    EXPECT_NEAR((v - v_1)
                    .cwiseQuotient(Vector::Ones(count) + response.oscillators().frequencies)
                    .cwiseAbs()
                    .maxCoeff(),
                0.0, 1e-13);
}

TEST(OscillatorResponse, steps_allocate_nothing)
{
    const OscillatorResponse response = oscillator(3.0, 0.1);
    OscillatorResponse::Table table;
    response.allocate(table);
    Vector q = Vector::Ones(1);
    Vector v = Vector::Ones(1);
    Vector q_next = q;
    Vector v_next = v;
    const long before = allocations();
    response.tabulate(0.1, table);
    const Values delta = OscillatorResponse::free(table, q, v);
    OscillatorResponse::advance(table, delta, q, v, q_next, v_next);
    response.move(0.05, delta, q, v);
    EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace rebond::test
