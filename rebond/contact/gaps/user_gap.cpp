#include "rebond/contact/gaps/user_gap.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

// The error of a gradient by differences, in roundings of what it multiplies [-].
constexpr double difference_roundings = 1e3;

using Function = std::function<double(double, const Vector&)>;
using Direction = std::function<void(double, const Vector&, Vector&)>;

[[noreturn]] void refuse_number(const char* what, double number, double t)
{
    throw InputError(
        fmt::format("the {} of a contact is {} at t = {} s; it must be a finite number", what, number, t));
}

double finite(const char* what, const Function& function, double t, const Vector& q)
{
    const double number = function(t, q);
    if (!std::isfinite(number)) refuse_number(what, number, t);
    return number;
}

void append(const char* what, const Direction& direction, const std::vector<Index>& coordinates, double t,
            const Vector& q, Row& row)
{
    const Index count = static_cast<Index>(coordinates.size());
    Vector w = Vector::Zero(count);
    direction(t, q, w);
    if (w.size() != count)
        throw InputError(fmt::format("the {} of a contact has {} components; it has {} coordinates", what,
                                     w.size(), count));
    for (Index i = 0; i < count; ++i) {
        if (!std::isfinite(w(i))) refuse_number(what, w(i), t);
        row.push_back({coordinates[i], w(i)});
    }
}

template <typename Spec>
void check(const Spec& spec)
{
    if (!(spec.length > 0.0) || !(spec.time > 0.0) || !(spec.frequency >= 0.0))
        throw InputError("the length and the time of a contact's functions must be > 0, their frequency ≥ 0");
    if (spec.coordinates.empty()) throw InputError("a contact's functions must name their coordinates");
}

// The time [s] over which a function changes along the motion v; zero where it does not.
template <typename Spec>
double time_along(const Spec& spec, const Vector& v)
{
    double speed = 0.0;
    for (const Index i : spec.coordinates) speed = std::max(speed, std::abs(v(i)));
    if (!spec.moves) return speed > 0.0 ? spec.length / speed : 0.0;
    return spec.length / std::max(speed, spec.length / spec.time);
}

// The numbers a function with slopes of about one is the difference of.
template <typename Spec>
double size_at(const Spec& spec, const Vector& x)
{
    double size = spec.length;
    for (const Index i : spec.coordinates) size = std::max(size, std::abs(x(i)));
    return size;
}

// Σ |w_i x_i|.
double size_along(const Row& row, const Vector& x)
{
    double size = 0.0;
    for (const auto& [i, w] : row) size += std::abs(w * x(i));
    return size;
}

// d/dτ of the rate along (t + τ, q + τv): the curvature, where the gradient is known.
template <typename Spec>
double bend_of_rate(const GapFunction& function, const Spec& spec, double t, const Vector& q, const Vector& v)
{
    const double time = time_along(spec, v);
    if (time == 0.0) return 0.0;
    return first_derivative(
        [&](double tau) {
            const double then = spec.moves ? t + tau : t;
            return function.rate(then, q + tau * v, v);
        },
        time, spec.length / time);
}

}  // namespace

UserGap::UserGap(UserGapSpec spec) : spec_(std::move(spec))
{
    if (!spec_.value) throw InputError("a contact must have a gap function");
    check(spec_);
}

double UserGap::value(double t, const Vector& q) const
{
    return finite("gap function", spec_.value, t, q);
}

void UserGap::add_gradient(double t, const Vector& q, Row& w) const
{
    if (spec_.gradient) {
        append("gap gradient", spec_.gradient, spec_.coordinates, t, q, w);
        return;
    }
    Vector aside = q;
    for (const Index i : spec_.coordinates) {
        const auto along_one = [&](double x) {
            aside(i) = q(i) + x;
            return value(t, aside);
        };
        w.push_back({i, first_derivative(along_one, spec_.length, size_at(spec_, q))});
        aside(i) = q(i);
    }
}

double UserGap::drift(double t, const Vector& q) const
{
    if (!spec_.moves) return 0.0;
    if (spec_.drift) return finite("gap drift", spec_.drift, t, q);
    return first_derivative([&](double tau) { return value(t + tau, q); }, spec_.time, size_at(spec_, q));
}

double UserGap::rate(double t, const Vector& q, const Vector& v) const
{
    if (spec_.rate)
        return finite(
            "rate of the gap", [&](double at, const Vector& x) { return spec_.rate(at, x, v); }, t, q);
    Row w;
    add_gradient(t, q, w);
    return along(w, v) + drift(t, q);
}

double UserGap::curvature(double t, const Vector& q, const Vector& v) const
{
    if (spec_.curvature)
        return finite(
            "curvature of the gap", [&](double at, const Vector& x) { return spec_.curvature(at, x, v); }, t,
            q);
    if (spec_.rate || (spec_.gradient && (spec_.drift || !spec_.moves)))
        return bend_of_rate(*this, spec_, t, q, v);
    const double time = time_along(spec_, v);
    if (time == 0.0) return 0.0;
    return second_derivative(
        [&](double tau) {
            const double then = spec_.moves ? t + tau : t;
            return value(then, q + tau * v);
        },
        time, size_at(spec_, q));
}

double UserGap::lengths(double t, const Vector& q) const
{
    Row w;
    add_gradient(t, q, w);
    const double of_time = spec_.moves ? std::abs(t * drift(t, q)) : 0.0;
    return std::abs(value(t, q)) + size_along(w, q) + of_time;
}

double UserGap::speeds(double t, const Vector& q, const Vector& v) const
{
    Row w;
    add_gradient(t, q, w);
    const double roundings = spec_.gradient ? 1.0 : difference_roundings;
    const double along_v = roundings * size_along(w, v);
    if (!spec_.moves) return along_v;
    const double of_drift = spec_.drift ? 1.0 : difference_roundings, rate = std::abs(drift(t, q));
    const double of_time = std::abs(t) / spec_.time * std::max(rate, spec_.length / spec_.time);
    return along_v + of_drift * rate + of_time;
}

UserSlide::UserSlide(UserSlideSpec spec) : spec_(std::move(spec))
{
    if (!spec_.direction) throw InputError("a tangent must have a direction");
    check(spec_);
}

void UserSlide::add_gradient(double t, const Vector& q, Row& w) const
{
    append("tangent", spec_.direction, spec_.coordinates, t, q, w);
}

double UserSlide::drift(double t, const Vector& q) const
{
    return spec_.drift ? finite("drift of the tangent", spec_.drift, t, q) : 0.0;
}

double UserSlide::rate(double t, const Vector& q, const Vector& v) const
{
    Row w;
    add_gradient(t, q, w);
    return along(w, v) + drift(t, q);
}

double UserSlide::curvature(double t, const Vector& q, const Vector& v) const
{
    return bend_of_rate(*this, spec_, t, q, v);
}

double UserSlide::speeds(double t, const Vector& q, const Vector& v) const
{
    Row w;
    add_gradient(t, q, w);
    return size_along(w, v) + std::abs(drift(t, q));
}

}  // namespace rebond
