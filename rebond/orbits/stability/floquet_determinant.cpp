#include "rebond/orbits/stability/floquet_determinant.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double closest = 1e-6;    // to the circle at which multipliers are counted [-]
constexpr double quarter = 0.7;     // largest turn of the argument between two points [rad]
constexpr double shortest = 1e-13;  // between points on the circle [rad]
constexpr int most_newton = 60;
constexpr int most_starts = 90;
constexpr int most_sought = 4;      // zeros that are looked for: more are counted only
constexpr double same_zero = 1e-7;  // relative distance of two zeros [-]
constexpr int trace_points = 64;

double argument_between(Complex a, Complex b)
{
    return std::arg(b * std::conj(a));
}

}  // namespace

FloquetDeterminant::FloquetDeterminant(const OrbitSystem& system, const ImpactMotion& motion)
    : count_(motion.count()),
      period_(motion.period),
      lambda_(system.free().modes().exponents),
      impulses_(motion.impulses),
      kappa_(count_),
      half_rate_jump_(count_),
      half_acceleration_jump_(count_),
      mean_rate_(count_),
      mean_acceleration_(count_)
{
    const LinearFlow& flow = system.free();
    const GreenFunction green(flow, period_);
    turns_ = green.turns();
    for (Index j = 0; j < lambda_.size(); ++j) {
        trace_of_flight_ += (lambda_(j).imag() > 0.0 ? 2.0 : 1.0) * turns_(j).real();
        largest_turn_ = std::max(largest_turn_, std::abs(turns_(j)));
    }
    trace_of_flight_ += 2.0 * static_cast<double>(flow.rigid());
    if (flow.rigid() > 0) largest_turn_ = std::max(largest_turn_, 1.0);
    pairs_.resize(count_ * count_);
    for (Index i = 0; i < count_; ++i) {
        const Index a = motion.contacts[i];
        for (Index m = 0; m < count_; ++m) {
            const Index c = motion.contacts[m];
            Pair& pair = pairs_[i * count_ + m];
            pair.s = motion.times(i) - motion.times(m);
            pair.wraps = i != m && pair.s < 0.0;
            if (pair.wraps) pair.s += period_;
            ComplexVector residues = 0.5 * flow.gap(a).on_exponents.cwiseProduct(flow.response(c));
            if (pair.s != 0.0) residues.array() *= (pair.s * lambda_.array()).exp();
            for (int k = 0; k < 3; ++k) {
                pair.re[k] = residues.real();
                pair.im[k] = residues.imag();
                residues = residues.cwiseProduct(lambda_).eval();
            }
            pair.rigid = flow.gap(a).on_rigid.dot(flow.rigid_response(c));
        }
        const double w = system.mobility(a, a), e = system.restitution(a);
        kappa_(i) = w * (1.0 - e) / (2.0 * (1.0 + e));
        half_rate_jump_(i) = 0.5 * w;
        half_acceleration_jump_(i) = 0.5 * green.acceleration_jump(a, a);
        mean_rate_(i) = -kappa_(i) * impulses_(i);
        // Behind the impact, less half of what the impulse itself made.
        const Signal gap = flow.signal(flow.gap(a), flight_after(system, motion, i));
        mean_acceleration_(i) =
            system.search({}).acceleration(gap, 0.0) - half_acceleration_jump_(i) * impulses_(i);
    }
}

ComplexMatrix FloquetDeterminant::matrix(Complex mu) const
{
    // D = 1/(1 − e^{λT}/μ) and D′ of the conjugate exponent; Σ c D + c̄ D′ has the parts
    //     Σ c_r (D_r + D′_r) − c_i (D_i − D′_i),     Σ c_r (D_i + D′_i) + c_i (D_r − D′_r).
    const Index n = lambda_.size();
    Vector with_re(n), less_im(n), with_im(n), less_re(n);
    const double x = mu.real(), y = mu.imag();
    for (Index j = 0; j < n; ++j) {
        const double dx = x - turns_(j).real(), dy = y - turns_(j).imag(), ey = y + turns_(j).imag();
        const double one = 1.0 / (dx * dx + dy * dy), other = 1.0 / (dx * dx + ey * ey);
        const double one_re = (x * dx + y * dy) * one, one_im = (y * dx - x * dy) * one;
        const double other_re = (x * dx + y * ey) * other, other_im = (y * dx - x * ey) * other;
        with_re(j) = one_re + other_re;
        less_re(j) = one_re - other_re;
        with_im(j) = one_im + other_im;
        less_im(j) = one_im - other_im;
    }
    ComplexMatrix J = ComplexMatrix::Zero(2 * count_, 2 * count_);
    for (Index i = 0; i < count_; ++i)
        for (Index m = 0; m < count_; ++m) {
            const Pair& p = pair(i, m);
            const auto sum = [&](int k) {
                return Complex(p.re[k].dot(with_re) - p.im[k].dot(less_im),
                               p.re[k].dot(with_im) + p.im[k].dot(less_re));
            };
            Complex value = sum(0), rate = sum(1), acceleration = sum(2);
            if (p.rigid != 0.0) {
                const Complex whole = mu / (mu - 1.0);
                value += p.rigid * (p.s * whole + period_ * whole * whole / mu);
                rate += p.rigid * whole;
            }
            if (p.wraps) {
                value /= mu;
                rate /= mu;
                acceleration /= mu;
            }
            J(i, m) = value;
            if (i == m) {
                rate -= half_rate_jump_(i);
                acceleration -= half_acceleration_jump_(i);
                J(i, count_ + i) = mean_rate_(i) - rate * impulses_(i);
                J(count_ + i, i) = rate + kappa_(i);
                J(count_ + i, count_ + i) = mean_acceleration_(i) - acceleration * impulses_(i);
            } else {
                J(i, count_ + m) = -rate * impulses_(m);
                J(count_ + i, m) = rate;
                J(count_ + i, count_ + m) = -acceleration * impulses_(m);
            }
        }
    return J;
}

Complex FloquetDeterminant::at(Complex mu) const
{
    const ComplexMatrix J = matrix(mu);
    return count_ == 1 ? J(0, 0) * J(1, 1) - J(0, 1) * J(1, 0) : J.partialPivLu().determinant();
}

// The upper half of the circle is enough: det J at conjugate points is conjugate.
std::optional<int> FloquetDeterminant::outside(double radius) const
{
    std::vector<double> angles{0.0, pi};
    for (Index j = 0; j < turns_.size(); ++j) angles.push_back(std::abs(std::arg(turns_(j))));
    std::sort(angles.begin(), angles.end());
    const std::size_t poles = angles.size();
    for (std::size_t i = 0; i + 1 < poles; ++i) angles.push_back(0.5 * (angles[i] + angles[i + 1]));
    std::sort(angles.begin(), angles.end());
    const auto value = [&](double angle) { return at(std::polar(radius, angle)); };
    double total = 0.0;
    struct Point {
        double angle;
        Complex value;
    };
    Point left{angles.front(), value(angles.front())};
    std::vector<Point> right;
    for (std::size_t i = 1; i < angles.size(); ++i) {
        if (angles[i] - left.angle < shortest) continue;
        right.assign(1, {angles[i], value(angles[i])});
        while (!right.empty()) {
            const double middle = 0.5 * (left.angle + right.back().angle);
            const Complex there = value(middle);
            const double first = argument_between(left.value, there),
                         second = argument_between(there, right.back().value);
            if (std::abs(first) < quarter && std::abs(second) < quarter) {
                total += first + second;
                left = right.back();
                right.pop_back();
            } else if (right.back().angle - left.angle < shortest) {
                return std::nullopt;
            } else {
                right.push_back({middle, there});
            }
        }
    }
    const double turns = total / pi;
    if (std::abs(turns - std::round(turns)) > 1e-3) return std::nullopt;
    return -static_cast<int>(std::lround(turns));
}

// Newton's iteration on F divided by the zeros found, from points outside the circle.
std::vector<Complex> FloquetDeterminant::zeros_outside(int count) const
{
    std::vector<Complex> zeros;
    const auto known = [&](Complex mu) {
        return std::any_of(zeros.begin(), zeros.end(),
                           [&](Complex zero) { return std::abs(mu - zero) <= same_zero * std::abs(zero); });
    };
    for (int start = 0; start < most_starts && static_cast<int>(zeros.size()) < count; ++start) {
        // The real axis first, where most leave the circle, then everywhere.
        const double reach = 1.0 + 0.02 * std::pow(1.3, start % 40);
        const double angle = start < 40 ? 0.0 : start < 80 ? pi : std::fmod(2.399963 * start, pi);
        Complex mu = std::polar(reach, angle);
        if (start >= 80) mu *= Complex(1.0, 1e-3);
        bool settled = false;
        for (int iteration = 0; iteration < most_newton; ++iteration) {
            const double h = 1e-6 * std::abs(mu);
            const Complex slope = (at(mu + h) - at(mu - h)) / (2.0 * h), here = at(mu);
            Complex ratio = slope / here;
            for (const Complex zero : zeros) ratio -= 1.0 / (mu - zero);
            const Complex step = 1.0 / ratio;
            const double most = 0.3 * std::abs(mu);
            mu -= std::abs(step) > most ? step * (most / std::abs(step)) : step;
            if (!std::isfinite(mu.real()) || std::abs(mu) < 0.5) break;
            settled = std::abs(step) <= 1e-14 * std::abs(mu);
            if (settled) break;
            if (iteration > most_newton / 2 && std::abs(step) <= 1e-12 * std::abs(mu)) {
                settled = true;
                break;
            }
        }
        if (!settled || std::abs(mu) <= 1.0 + closest || known(mu)) continue;
        if (std::abs(mu.imag()) <= 1e-10 * std::abs(mu)) {
            zeros.emplace_back(mu.real());
        } else {
            zeros.push_back({mu.real(), std::abs(mu.imag())});
            zeros.push_back({mu.real(), -std::abs(mu.imag())});
        }
    }
    return zeros;
}

// From F(μ)/F(∞) = 1 − (Σμ_i − Σe^{λT})/μ + …, by the trapezoidal rule on a circle that has everything
// inside.
double FloquetDeterminant::trace(double largest) const
{
    const double radius = 4.0 * std::max({1.0, largest, largest_turn_});
    Complex limit = 0.0, first = 0.0;
    for (int i = 0; i < trace_points; ++i) {
        const Complex mu = std::polar(radius, 2.0 * pi * (i + 0.5) / trace_points);
        const Complex value = at(mu);
        limit += value;
        first += mu * value;
    }
    return trace_of_flight_ - (first / limit).real();
}

Multipliers FloquetDeterminant::multipliers() const
{
    Multipliers found{.are_all = false};
    const auto count = outside(1.0 + closest);
    if (!count) {
        found.unstable = -1;
        return found;
    }
    found.unstable = *count;
    if (*count > 0 && *count <= most_sought) {
        found.values = zeros_outside(*count);
        std::sort(found.values.begin(), found.values.end(), [](Complex a, Complex b) {
            return std::abs(a) != std::abs(b) ? std::abs(a) > std::abs(b) : a.imag() > b.imag();
        });
    }
    if (static_cast<int>(found.values.size()) == *count)
        found.trace = trace(found.values.empty() ? 1.0 : std::abs(found.values.front()));
    return found;
}

}  // namespace rebond
