#include "rebond/solvers/polynomials/bernstein.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <array>

namespace rebond {

// Repeated forward sums of a_k limitᵏ/C(n,k).
void to_bernstein(std::span<const double> monomials, double limit, std::span<double> b)
{
    const int n = static_cast<int>(monomials.size()) - 1;
    double binomial = 1.0;  // C(n,k)
    double power = 1.0;     // limitᵏ
    for (int k = 0; k <= n; ++k) {
        b[k] = monomials[k] * power / binomial;
        binomial *= static_cast<double>(n - k) / (k + 1);
        power *= limit;
    }
    for (int level = 1; level <= n; ++level)
        for (int k = n; k >= level; --k) b[k] += b[k - 1];
}

// After the last level b[k] holds the point of level n − k: the right half in order.
void halve_bernstein(std::span<double> b, std::span<double> left)
{
    const int n = static_cast<int>(b.size()) - 1;
    for (int level = 0; level <= n; ++level) {
        left[level] = b[0];
        for (int k = 0; k < n - level; ++k) b[k] = 0.5 * (b[k] + b[k + 1]);
    }
}

namespace {

using Coefficients = std::array<double, max_bernstein_degree + 1>;

// Searches [left, left + width], on which the polynomial has the coefficients b, by halving.
std::optional<double> search(std::span<double> b, double left, double width, int depth)
{
    if (b[0] <= 0.0) return left;
    if (std::all_of(b.begin(), b.end(), [](double x) { return x > 0.0; })) return std::nullopt;
    constexpr int deepest = 60;
    if (depth == deepest) return left;

    Coefficients memory;
    const auto half = std::span(memory).first(b.size());
    halve_bernstein(b, half);
    if (const auto root = search(half, left, 0.5 * width, depth + 1)) return root;
    return search(b, left + 0.5 * width, 0.5 * width, depth + 1);
}

}  // namespace

std::optional<double> first_nonpositive(std::span<const double> monomials)
{
    require(!monomials.empty() && monomials.size() <= max_bernstein_degree + 1,
            "first_nonpositive: too many coefficients");
    Coefficients memory;
    const auto b = std::span(memory).first(monomials.size());
    to_bernstein(monomials, 1.0, b);
    return search(b, 0.0, 1.0, 0);
}

}  // namespace rebond
