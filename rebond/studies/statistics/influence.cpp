#include "rebond/studies/statistics/influence.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {
namespace {

// c_k of (2), by the trapezoidal rule: the integrand and its derivatives vanish at both ends.
double mean_range(double k)
{
    constexpr double end = 10.0, step = 0.05;
    double sum = 0.0;
    for (double z = -end; z <= end; z += step) {
        const double below = 0.5 * std::erfc(-z / std::numbers::sqrt2);
        sum += 1.0 - std::pow(below, k) - std::pow(1.0 - below, k);
    }
    return sum * step;
}

}  // namespace

void Influence::add(const Value& factor, const Value& start, double x)
{
    by_factor_[factor].add(x);
    by_start_[start].add(x);
    by_both_[{factor, start}].add(x);
}

bool Influence::has_means() const
{
    return std::any_of(by_factor_.begin(), by_factor_.end(),
                       [](const auto& entry) { return entry.second.count > 1; });
}

std::optional<double> Influence::spread() const
{
    if (by_factor_.size() < 2) return std::nullopt;
    Spread means;
    for (const auto& [factor, spread] : by_factor_) means.add(spread.mean());
    return means.high - means.low;
}

std::optional<double> Influence::spread_by_chance() const
{
    const std::size_t k = by_factor_.size(), n = by_start_.size();
    if (k < 2 || n < 2 || by_both_.size() != k * n) return std::nullopt;
    Spread all;
    for (const auto& [both, x] : by_both_) {
        if (x.count > 1) return std::nullopt;
        all.add(x.sum);
    }
    double squares = 0.0;
    for (const auto& [both, x] : by_both_) {
        const double rest =
            x.sum - by_factor_.at(both.first).mean() - by_start_.at(both.second).mean() + all.mean();
        squares += rest * rest;
    }
    const double sigma = std::sqrt(squares / static_cast<double>((k - 1) * (n - 1)));
    return mean_range(static_cast<double>(k)) * sigma / std::sqrt(static_cast<double>(n));
}

}  // namespace rebond
