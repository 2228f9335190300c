#include "rebond/solvers/polynomials/positive_stretch.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/polynomials/bernstein.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace rebond {
namespace {

using Coefficients = std::array<double, max_stretch_degree + 1>;

struct Jet {
    double value = 0.0;
    double slope = 0.0;
};

Jet jet_at(std::span<const double> monomials, double t)
{
    Jet p;
    for (std::size_t k = monomials.size(); k-- > 0;) {
        p.slope = p.slope * t + p.value;
        p.value = p.value * t + monomials[k];
    }
    return p;
}

// The one root of p in [low, high], p(low) > 0 ≥ p(high): Newton's iteration, halving where it would leave
// the bracket.
double root_between(std::span<const double> monomials, double low, double high)
{
    double t = 0.5 * (low + high);
    constexpr int most = 200;
    for (int iteration = 0; iteration < most; ++iteration) {
        const Jet p = jet_at(monomials, t);
        (p.value > 0.0 ? low : high) = t;
        double next = t - p.value / p.slope;
        if (!(next >= low && next <= high)) next = 0.5 * (low + high);
        const bool settled = std::abs(next - t) <= std::numeric_limits<double>::epsilon() * t;
        t = next;
        if (settled || next == low || next == high) break;
    }
    return t;
}

// The first root in [left, left + width], on which p has the Bernstein coefficients b; none if p > 0 there.
std::optional<double> search(std::span<const double> monomials, std::span<double> b, double left,
                             double width, int depth)
{
    if (b[0] <= 0.0) return left;
    bool positive = true;
    bool falling = true;
    for (std::size_t k = 1; k < b.size(); ++k) {
        positive = positive && b[k] > 0.0;
        falling = falling && b[k] <= b[k - 1];
    }
    if (positive) return std::nullopt;
    if (falling) return root_between(monomials, left, left + width);
    constexpr int deepest = 100;
    if (depth == deepest) return left;

    Coefficients memory;
    const auto half = std::span(memory).first(b.size());
    halve_bernstein(b, half);
    if (const auto root = search(monomials, half, left, 0.5 * width, depth + 1)) return root;
    return search(monomials, b, left + 0.5 * width, 0.5 * width, depth + 1);
}

}  // namespace

PositiveStretch positive_stretch(std::span<const double> monomials, double limit)
{
    require(!monomials.empty() && monomials.size() <= max_stretch_degree + 1 && limit > 0.0,
            "positive_stretch: no coefficients, too many, or no interval");
    Coefficients memory;
    const auto b = std::span(memory).first(monomials.size());
    to_bernstein(monomials, limit, b);
    const auto root = search(monomials, b, 0.0, limit, 0);
    if (!root) return {.end = limit, .to_the_limit = true};
    return {.end = *root, .slope = jet_at(monomials, *root).slope};
}

}  // namespace rebond
