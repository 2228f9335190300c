#include "rebond/solvers/polynomials/gauss_collocation.hpp"

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

constexpr int s = GaussCollocation::stages;

struct Legendre {
    double value = 0.0;
    double slope = 0.0;
};

// P_n(x) on [−1, 1] by its recurrence.
Legendre legendre(int n, double x)
{
    double before = 1.0;
    double now = x;
    if (n == 0) return {1.0, 0.0};
    for (int k = 2; k <= n; ++k) {
        const double next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
        before = now;
        now = next;
    }
    return {now, n * (x * now - before) / (x * x - 1.0)};
}

}  // namespace

GaussCollocation::GaussCollocation()
{
    // Nodes: roots of P_s by Newton from Chebyshev points, mapped to (0, 1).
    for (int i = 0; i < s; ++i) {
        double x = -std::cos(std::numbers::pi * (i + 0.75) / (s + 0.5));
        for (int sweep = 0; sweep < 10; ++sweep) {
            const auto [value, slope] = legendre(s, x);
            x -= value / slope;
        }
        node[i] = 0.5 * (1.0 + x);
    }

    // Lagrange basis in monomials, by multiplying out its linear factors.
    for (int j = 0; j < s; ++j) {
        Row product{1.0};
        int degree = 0;
        double denominator = 1.0;
        for (int i = 0; i < s; ++i) {
            if (i == j) continue;
            ++degree;
            for (int k = degree; k >= 0; --k)
                product[k] = (k > 0 ? product[k - 1] : 0.0) - node[i] * (k < degree ? product[k] : 0.0);
            denominator *= node[j] - node[i];
        }
        for (int k = 0; k < s; ++k) basis[j][k] = product[k] / denominator;
    }

    // Weights of the quadrature, which has no error in V_j(τ) = τ ∫₀¹ ℓ_j(τx) dx.
    Row weight{};
    for (int i = 0; i < s; ++i) {
        const double x = 2.0 * node[i] - 1.0;
        const double slope = legendre(s, x).slope;
        weight[i] = 1.0 / ((1.0 - x * x) * slope * slope);
    }
    const auto V = [&](int j, double tau) {
        double sum = 0.0;
        for (int k = 0; k < s; ++k) sum += weight[k] * lagrange_at(tau * node[k])[j];
        return tau * sum;
    };
    for (int j = 0; j < s; ++j) {
        for (int i = 0; i < s; ++i) velocity[i][j] = V(j, node[i]);
        velocity_end[j] = weight[j];
        position_end[j] = weight[j] * (1.0 - node[j]);
    }
    for (int i = 0; i < s; ++i)
        for (int j = 0; j < s; ++j)
            for (int k = 0; k < s; ++k) position[i][j] += velocity[i][k] * velocity[k][j];
    // Legendre coefficients by the quadrature itself, exact for these degrees.
    for (int j = 0; j < s; ++j) {
        const double x = 2.0 * node[j] - 1.0;
        last_mode[j] = (2 * s - 1) * velocity_end[j] * legendre(s - 1, x).value;
        second_last_mode[j] = (2 * s - 3) * velocity_end[j] * legendre(s - 2, x).value;
    }
}

GaussCollocation::Row GaussCollocation::lagrange_at(double tau) const
{
    Row value{};
    for (int j = 0; j < s; ++j) {
        double product = 1.0;
        for (int i = 0; i < s; ++i)
            if (i != j) product *= (tau - node[i]) / (node[j] - node[i]);
        value[j] = product;
    }
    return value;
}

}  // namespace rebond
