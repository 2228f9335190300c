#include "rebond/solvers/polynomials/gauss_polynomial.hpp"

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

constexpr int s = GaussPolynomial::nodes;

// P_0 … P_s at x in [−1, 1], and their slopes.
struct Legendre {
    explicit Legendre(double x)
    {
        value[0] = 1.0;
        slope[0] = 0.0;
        value[1] = x;
        slope[1] = 1.0;
        for (int k = 2; k <= s; ++k) {
            value[k] = ((2 * k - 1) * x * value[k - 1] - (k - 1) * value[k - 2]) / k;
            slope[k] = slope[k - 2] + (2 * k - 1) * value[k - 1];
        }
    }
    double value[s + 1];
    double slope[s + 1];
};

}  // namespace

GaussPolynomial::GaussPolynomial()
{
    // Roots of P_s by Newton from Chebyshev points.
    for (int j = 0; j < s; ++j) {
        double x = -std::cos(std::numbers::pi * (j + 0.75) / (s + 0.5));
        for (int sweep = 0; sweep < 10; ++sweep) {
            const Legendre P(x);
            x -= P.value[s] / P.slope[s];
        }
        const Legendre P(x);
        node(j) = 0.5 * (1.0 + x);
        weight(j) = 1.0 / ((1.0 - x * x) * P.slope[s] * P.slope[s]);
        for (int k = 0; k < s; ++k) legendre(k, j) = (2 * k + 1) * weight(j) * P.value[k];
    }
    for (int j = 0; j < s; ++j) slope.row(j) = slope_at(node(j)).transpose();
    at_start = at(0.0);
    at_end = at(1.0);
}

GaussPolynomial::Values GaussPolynomial::at(double tau) const
{
    const Legendre P(2.0 * tau - 1.0);
    return legendre.transpose() * Eigen::Map<const Values>(P.value);
}

GaussPolynomial::Values GaussPolynomial::slope_at(double tau) const
{
    const Legendre P(2.0 * tau - 1.0);
    return 2.0 * (legendre.transpose() * Eigen::Map<const Values>(P.slope));
}

GaussPolynomial::Square GaussPolynomial::restricted(double tau) const
{
    Square values;
    for (int j = 0; j < s; ++j) values.row(j) = at(tau * node(j)).transpose();
    return values;
}

}  // namespace rebond
