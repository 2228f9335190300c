#include "rebond/orbits/flow/signal.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rebond {
namespace {

constexpr double rounding = 1e-14;  // of the size of a derivative: what is not told from zero [-]
constexpr int most_extremes = 100'000;
constexpr double past_inflection = 1e-5;  // in 1/|λ| of the fastest [-]

}  // namespace

double Signal::size() const
{
    return std::abs(constant) + amplitudes.cwiseAbs().sum();
}

SignalSearch::SignalSearch(const ComplexVector& exponents)
    : exponents_(exponents),
      order_(exponents.size()),
      amplitudes_(exponents.size()),
      ones_(exponents.size(), 1.0)
{
    std::iota(order_.begin(), order_.end(), Index{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](Index a, Index b) { return std::abs(exponents(a)) < std::abs(exponents(b)); });
    std::vector<Complex> sorted;
    for (const Index j : order_) sorted.push_back(exponents(j));
    finder_.emplace(sorted);
}

double SignalSearch::fastest() const
{
    const double largest = order_.empty() ? 0.0 : std::abs(exponents_(order_.back()));
    return largest > 0.0 ? largest : 1.0;
}

double SignalSearch::value(const Signal& f, double s) const
{
    double sum = f.constant + s * (f.slope + 0.5 * s * f.curvature);
    for (Index j = 0; j < exponents_.size(); ++j)
        sum += (f.amplitudes(j) * std::exp(exponents_(j) * s)).real();
    return sum;
}

double SignalSearch::rate(const Signal& f, double s) const
{
    double sum = f.slope + s * f.curvature;
    for (Index j = 0; j < exponents_.size(); ++j)
        sum += (f.amplitudes(j) * exponents_(j) * std::exp(exponents_(j) * s)).real();
    return sum;
}

double SignalSearch::acceleration(const Signal& f, double s) const
{
    double sum = f.curvature;
    for (Index j = 0; j < exponents_.size(); ++j)
        sum += (f.amplitudes(j) * exponents_(j) * exponents_(j) * std::exp(exponents_(j) * s)).real();
    return sum;
}

Signal SignalSearch::derivative(const Signal& f) const
{
    return {.constant = f.slope, .slope = f.curvature, .amplitudes = f.amplitudes.cwiseProduct(exponents_)};
}

Signal SignalSearch::from(const Signal& f, double s) const
{
    Signal later{.constant = f.constant + s * (f.slope + 0.5 * s * f.curvature),
                 .slope = f.slope + s * f.curvature,
                 .curvature = f.curvature,
                 .amplitudes = f.amplitudes};
    for (Index j = 0; j < exponents_.size(); ++j) later.amplitudes(j) *= std::exp(exponents_(j) * s);
    return later;
}

std::optional<double> SignalSearch::first_zero(const Signal& f, int order, double horizon)
{
    for (Index i = 0; i < exponents_.size(); ++i) {
        const Complex b = f.amplitudes(order_[i]);
        amplitudes_.re(i) = b.real();
        amplitudes_.im(i) = b.imag();
    }
    const ExponentialSum sum{
        .constant = f.constant, .slope = f.slope, .curvature = f.curvature, .weights = ones_, .order = order};
    const auto root = finder_->first_root({&sum, 1}, amplitudes_, horizon);
    if (!root) return std::nullopt;
    return root->at;
}

std::vector<Extreme> SignalSearch::minima(const Signal& f, int order, double horizon)
{
    std::vector<Extreme> found;
    Signal rate = derivative(f);
    const auto sign_of = [&](const Signal& g) {
        const double value = g.constant + g.amplitudes.real().sum();
        return std::abs(value) <= rounding * g.size() ? 0.0 : value;
    };
    // Where the rate starts on zero itself, its own derivatives say where it goes.
    int zeros = std::max(0, order - 1);
    bool rises = order > 0;
    if (order == 0) {
        Signal g = rate;
        double sign = sign_of(g);
        for (; sign == 0.0 && zeros < 3; ++zeros) {
            g = derivative(g);
            sign = sign_of(g);
        }
        if (sign == 0.0) return found;
        rises = sign > 0.0;
    }
    double s = 0.0;
    for (int extreme = 0; extreme < most_extremes && s < horizon; ++extreme) {
        Signal g = rate;
        if (!rises) {
            g.constant = -g.constant;
            g.slope = -g.slope;
            g.curvature = -g.curvature;
            g.amplitudes = -g.amplitudes;
        }
        const auto turn = first_zero(g, zeros, horizon - s);
        if (!turn || !(s + *turn < horizon)) break;
        if (*turn <= 0.0) {
            // An inflection: its neighbourhood is passed, and the rate after it says what comes.
            const double ahead = std::min(past_inflection / fastest(), horizon - s);
            s += ahead;
            rate = from(rate, ahead);
            rises = rate.constant + rate.amplitudes.real().sum() > 0.0;
            zeros = 0;
            continue;
        }
        s += *turn;
        if (!rises) found.push_back({.at = s, .value = value(f, s)});
        rate = from(rate, *turn);
        rises = !rises;
        zeros = 1;
    }
    return found;
}

}  // namespace rebond
