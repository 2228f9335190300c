#include "rebond/solvers/differences.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

// The first h, of `length`: where truncation and rounding of a function that is smooth over it are alike. No
// simple fraction, which could be a period of the function.
constexpr double first_share = 0.0137;
constexpr double second_share = 0.0291;
constexpr double finer = 0.25;
constexpr int most_divisions = 12;
// What an order more gains at most [-]: two of them may agree by chance.
constexpr double most_gain = 1e-3;

// An estimate of a derivative by (1) or (2), and of its error.
struct Estimate {
    double value = 0.0;
    double truncation = 0.0;
    double rounding = 0.0;
};

Estimate estimate_of(double second_order, double fourth_order, double sixth_order, double rounding)
{
    const double last = std::abs(sixth_order - fourth_order);
    const double before = std::abs(fourth_order - second_order);
    const double gain = last < before ? std::max(last / before, most_gain) : 1.0;
    return {sixth_order, last * gain, rounding};
}

Estimate first_by(const Scalar& f, double h, double size)
{
    double difference[3];
    for (int k = 1; k <= 3; ++k) {
        const double ahead = f(k * h), behind = f(-k * h);
        difference[k - 1] = (ahead - behind) / (2.0 * k * h);
        size = std::max({size, std::abs(ahead), std::abs(behind)});
    }
    const auto& [d1, d2, d3] = difference;
    return estimate_of(d1, (4.0 * d1 - d2) / 3.0, (15.0 * d1 - 6.0 * d2 + d3) / 10.0,
                       std::numeric_limits<double>::epsilon() * size / h);
}

Estimate second_by(const Scalar& f, double h, double size)
{
    const double here = f(0.0);
    double difference[3];
    for (int k = 1; k <= 3; ++k) {
        const double ahead = f(k * h), behind = f(-k * h);
        difference[k - 1] = ((ahead - here) + (behind - here)) / (k * k * h * h);
        size = std::max({size, std::abs(ahead), std::abs(behind)});
    }
    const auto& [d1, d2, d3] = difference;
    return estimate_of(d1, (4.0 * d1 - d2) / 3.0, (15.0 * d1 - 6.0 * d2 + d3) / 10.0,
                       4.0 * std::numeric_limits<double>::epsilon() * size / (h * h));
}

double best_of(Estimate (*estimate)(const Scalar&, double, double), const Scalar& f, double h, double size)
{
    Estimate best = estimate(f, h, size), last = best;
    for (int i = 0; i < most_divisions && last.truncation > last.rounding; ++i) {
        h *= finer;
        last = estimate(f, h, size);
        if (last.rounding > best.truncation + best.rounding) break;
        if (last.truncation + last.rounding < best.truncation + best.rounding) best = last;
    }
    return best.value;
}

}  // namespace

double first_derivative(const Scalar& f, double length, double size)
{
    return best_of(first_by, f, first_share * length, size);
}

double second_derivative(const Scalar& f, double length, double size)
{
    return best_of(second_by, f, second_share * length, size);
}

}  // namespace rebond
