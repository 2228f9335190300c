#include "rebond/solvers/oscillations/exponential_sum.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/polynomials/positive_stretch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double full_reach = 6.0;     // longest step [τ]
constexpr int close_terms = 6;         // of the series that finishes
constexpr double close_reach = 0.005;  // [τ]: its remainder 0.005⁶/6! is rounding
static_assert(close_reach <= largest_nudge);

constexpr double epsilon = std::numeric_limits<double>::epsilon();

}  // namespace

ExponentialRootFinder::ExponentialRootFinder(std::span<const std::complex<double>> exponents)
    : lambda_(exponents), u_(static_cast<Index>(exponents.size()))
{
    const auto slower = [](auto a, auto b) { return std::abs(a) < std::abs(b); };
    require(std::is_sorted(exponents.begin(), exponents.end(), slower),
            "ExponentialRootFinder: exponents not in ascending order");
    const double largest = exponents.empty() ? 0.0 : std::abs(exponents.back());
    if (largest > 0.0) scale_ = 1.0 / largest;
    // Halve the bound until it leaves nothing, or only what is slower than any step counts.
    count_.push_back(size());
    constexpr int most_levels = 40;
    for (int level = 1; level <= most_levels && count_.back() > 0; ++level) {
        const double bound = std::ldexp(largest, -level);
        const auto first_above = std::partition_point(exponents.begin(), exponents.end(),
                                                      [&](auto x) { return std::abs(x) <= bound; });
        count_.push_back(static_cast<Index>(first_above - exponents.begin()));
    }
    if (count_.back() > 0) count_.push_back(0);
}

// ---------------------------------------------------------------- the centre

void ExponentialRootFinder::move_to(double s)
{
    s_ = s;
    ready_ = 0;
    if (!lambda_.undamped) tails_are_valid_ = false;
}

// Turns the first `count` phasors to the centre.
void ExponentialRootFinder::prepare(Index count)
{
    if (count <= ready_) return;
    turn(lambda_, s_, a_, ready_, count, u_);
    effort_.turns += count - ready_;
    ready_ = count;
}

Phasors ExponentialRootFinder::phasors_at(double s, Phasors amplitudes)
{
    a_ = amplitudes;
    move_to(s);
    prepare(size());
    return u_;
}

// ---------------------------------------------------------------- the bound

// Σ_{j≥n} |w_j a_j| e^{Re λ_j s} for the n of every level. Constant without damping.
void ExponentialRootFinder::sum_tails(std::span<const ExponentialSum> sums)
{
    if (tails_are_valid_) return;
    if (!lambda_.undamped) prepare(size());
    const Phasors u = lambda_.undamped ? a_ : u_;
    tails_.resize(sums.size() * count_.size());
    double* tail = tails_.data();
    for (const ExponentialSum& sum : sums) {
        double total = 0.0;
        Index end = size();
        for (const Index begin : count_) {
            for (Index j = begin; j < end; ++j)
                total += std::abs(sum.weights[j]) * std::hypot(u.re[j], u.im[j]);
            end = begin;
            *tail++ = total;
        }
    }
    tails_are_valid_ = true;
}

// The coefficients p of (2) in τ = t/c, P + 1 of them.
template <int P>
void ExponentialRootFinder::bound(const ExponentialSum& sum, Index count, double c, double reach, double tail,
                                  double* p)
{
    const bool at_start = s_ == 0.0;
    if (!at_start) prepare(count);
    const Moments<P> jet = moments<P>(lambda_, sum.weights, at_start ? a_ : Phasors(u_), count, c, reach);
    ++effort_.points;
    effort_.terms += P * count;

    double factorial = 1.0;
    for (int k = 0; k < P; ++k) {
        p[k] = jet.m[k] / factorial;
        factorial *= k + 1;
    }
    p[P] = -jet.remainder / factorial;
    p[0] += sum.constant + s_ * (sum.slope + 0.5 * sum.curvature * s_) - tail;
    p[1] += c * (sum.slope + sum.curvature * s_);
    p[2] += 0.5 * c * c * sum.curvature;
}

ExponentialRootFinder::Stretch ExponentialRootFinder::stretch(std::span<const ExponentialSum> sums, int level,
                                                              double c, double reach)
{
    if (level > 0) sum_tails(sums);
    Stretch least{.end = reach, .clear = true};
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const double tail = level > 0 ? tails_[i * count_.size() + level] : 0.0;
        std::array<double, terms + 1> p{};
        bound<terms>(sums[i], count_[level], c, reach, tail, p.data());
        const int order = s_ == 0.0 ? sums[i].order : 0;
        const std::span<const double> divided(p.begin() + order, p.end());
        const PositiveStretch positive = positive_stretch(divided, least.end);
        if (positive.to_the_limit) continue;
        const double remainder = -p[terms] * std::pow(positive.end, terms - order);
        least = {.end = positive.end,
                 .clear = false,
                 .sum = i,
                 .blur = remainder / std::max(-positive.slope, std::numeric_limits<double>::min())};
        if (least.end == 0.0) break;
    }
    return least;
}

// ---------------------------------------------------------------- the root

// A root within close_reach of the centre, and the phasors there.
std::optional<ExponentialRootFinder::Root> ExponentialRootFinder::close_in(
    std::span<const ExponentialSum> sums)
{
    std::optional<std::size_t> first;
    double tau = close_reach;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        std::array<double, close_terms + 1> p{};
        bound<close_terms>(sums[i], size(), scale_, close_reach, 0.0, p.data());
        if (p[0] > 0.0) {
            if (tau <= 0.0) continue;
            const PositiveStretch positive = positive_stretch(p, tau);
            if (positive.to_the_limit) continue;
            tau = positive.end;
        } else {
            // The centre is past the root by rounding.
            const double back = p[1] < 0.0 ? std::max(-p[0] / p[1], -close_reach) : 0.0;
            if (first && back >= tau) continue;
            tau = back;
        }
        first = i;
    }
    if (!first) return std::nullopt;
    nudge(lambda_, scale_ * tau, u_);
    return Root{.at = s_ + scale_ * tau, .sum = *first};
}

std::optional<ExponentialRootFinder::Root> ExponentialRootFinder::first_root(
    std::span<const ExponentialSum> sums, Phasors amplitudes, double horizon)
{
    bool on_zero = false;
    for (const ExponentialSum& sum : sums) {
        require(sum.order >= 0 && sum.order <= 3 && sum.weights.size() == static_cast<std::size_t>(size()),
                "first_root: an order outside 0 to 3, or not as many weights as exponents");
        on_zero = on_zero || sum.order > 0;
    }
    require(amplitudes.re.size() == static_cast<std::size_t>(size()) &&
                amplitudes.im.size() == amplitudes.re.size() &&
                (size() == 0 || amplitudes.re.data() != u_.re.data()),
            "first_root: not as many amplitudes as exponents, or the finder's own phasors");
    require(std::isfinite(horizon), "first_root: an infinite horizon");
    a_ = amplitudes;
    tails_are_valid_ = false;
    move_to(0.0);

    // A sum that starts on zero has no room for the tails of (2).
    int level = on_zero ? 0 : top();
    while (s_ < horizon) {
        const double c = level == top() ? horizon - s_ : scale(level);
        const double rest = (horizon - s_) / c;
        const double reach = level == top() ? 1.0 : std::min(full_reach, rest);
        const Stretch step = stretch(sums, level, c, reach);

        if (step.clear) {
            if (reach == rest) return std::nullopt;
            move_to(s_ + c * reach);
            level = std::min(level + 1, top());
            continue;
        }
        if (level > 0) {
            // Worth the step if the level below could not go much further.
            if (c * step.end >= 0.5 * full_reach * scale(level - 1))
                move_to(s_ + c * step.end);
            else
                --level;
            continue;
        }
        const double root = s_ + c * step.end;
        const bool stands = root == s_ || (s_ > 0.0 && step.end <= epsilon);
        const bool settled = step.blur <= 0.5 * epsilon * (root / c);
        if (root > s_) move_to(root);
        prepare(size());
        if (stands || settled) return Root{.at = root, .sum = step.sum};
        if (step.blur <= 0.5 * close_reach)
            if (const auto found = close_in(sums)) {
                if (found->at > horizon) return std::nullopt;
                return found;
            }
    }
    return std::nullopt;
}

}  // namespace rebond
