#include "rebond/solvers/bernstein.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>

namespace rebond {
namespace {

using Coefficients = std::array<double, max_bernstein_degree + 1>;

// b_j = Σ_{k≤j} C(j,k)/C(n,k) a_k: repeated forward sums of a_k / C(n,k).
Coefficients bernstein_from(std::span<const double> monomials)
{
    const int n = static_cast<int>(monomials.size()) - 1;
    Coefficients b{};
    double binomial = 1.0;
    for (int k = 0; k <= n; ++k) {
        b[k] = monomials[k] / binomial;
        binomial *= static_cast<double>(n - k) / (k + 1);
    }
    for (int level = 1; level <= n; ++level)
        for (int k = n; k >= level; --k) b[k] += b[k - 1];
    return b;
}

// Searches [left, left + width], on which the polynomial has the coefficients b, by halving.
std::optional<double> search(Coefficients& b, int n, double left, double width, int depth)
{
    if (b[0] <= 0.0) return left;
    if (std::all_of(b.begin(), b.begin() + n + 1, [](double x) { return x > 0.0; })) return std::nullopt;
    constexpr int deepest = 60;
    if (depth == deepest) return left;

    // De Casteljau at the middle: the left half's coefficients, and b becomes the right half's.
    Coefficients half{};
    for (int level = 0; level <= n; ++level) {
        half[level] = b[0];
        for (int k = 0; k < n - level; ++k) b[k] = 0.5 * (b[k] + b[k + 1]);
    }
    // b[k] now holds the point of level n − k: the right half in order.
    if (const auto root = search(half, n, left, 0.5 * width, depth + 1)) return root;
    return search(b, n, left + 0.5 * width, 0.5 * width, depth + 1);
}

}  // namespace

std::optional<double> first_nonpositive(std::span<const double> monomials)
{
    require(!monomials.empty() && monomials.size() <= max_bernstein_degree + 1,
            "first_nonpositive: too many coefficients");
    Coefficients b = bernstein_from(monomials);
    return search(b, static_cast<int>(monomials.size()) - 1, 0.0, 1.0, 0);
}

}  // namespace rebond
