#include "rebond/contact/gaps/distance.hpp"

#include <array>
#include <cmath>

namespace rebond {
namespace {

constexpr int most_powers = 8;  // of τ in a coordinate
constexpr std::array<double, 2> at_rest = {0.0, 0.0};

Vector2 clockwise(const Vector2& n)
{
    return {n.y(), -n.x()};
}

// n of (1); upwards where the centres coincide, so that nothing becomes NaN.
Vector2 normal_of(const Centres& centres, const Vector& q)
{
    const Vector2 d = centres.between(q);
    if (d.isZero(0.0)) return {0.0, centres.side};
    return centres.side * d.normalized();
}

void append(const Centres& centres, const Vector2& direction, Row& w)
{
    w.push_back({centres.first, direction.x()});
    w.push_back({centres.first + 1, direction.y()});
    if (centres.second < 0) return;
    w.push_back({centres.second, -direction.x()});
    w.push_back({centres.second + 1, -direction.y()});
}

double speeds_of(const Centres& centres, const Vector& v)
{
    const double first = v.segment<2>(centres.first).norm();
    return centres.second < 0 ? first : first + v.segment<2>(centres.second).norm();
}

}  // namespace

double Distance::value(double /*t*/, const Vector& q) const
{
    const Vector2 d = centres_.between(q);
    return centres_.side * std::hypot(d.x(), d.y());
}

void Distance::add_gradient(double /*t*/, const Vector& q, Row& w) const
{
    append(centres_, normal_of(centres_, q), w);
}

double Distance::rate(double /*t*/, const Vector& q, const Vector& v) const
{
    return normal_of(centres_, q).dot(centres_.between_rates(v));
}

double Distance::curvature(double /*t*/, const Vector& q, const Vector& v) const
{
    const double d = centres_.between(q).norm();
    if (!(d > 0.0)) return 0.0;
    const double slide = clockwise(normal_of(centres_, q)).dot(centres_.between_rates(v));
    return centres_.side * slide * slide / d;
}

double Distance::lengths(double /*t*/, const Vector& q) const
{
    const double first = q.segment<2>(centres_.first).norm();
    return first + (centres_.second < 0 ? centres_.fixed.norm() : q.segment<2>(centres_.second).norm());
}

double Distance::fastest(double /*t*/, const Vector& v) const
{
    return speeds_of(centres_, v);
}

// σ (|x₁ − x₂|² − offset²), for s + offset = σ (d + σ offset) and d − σ offset > 0 where it matters: offset
// is −σ times the distance at which they touch.
GapFunction::SignOverPath Distance::sign_over(const Matrix& path, int terms, double offset,
                                              std::span<double> out) const
{
    std::array<Vector2, most_powers> d;
    const bool is_fixed = centres_.second < 0;
    const Index rows = path.rows(), rows_of_other = is_fixed ? 0 : rows;
    const double* one = path.data() + centres_.first;
    const double* other = is_fixed ? centres_.fixed.data() : path.data() + centres_.second;
    d[0] = {one[0] - other[0], one[1] - other[1]};
    const double distance = d[0].norm();
    double nearest = centres_.side * distance + offset;
    if (is_fixed) other = at_rest.data();
    for (int k = 1; k < terms; ++k) {
        one += rows;
        other += rows_of_other;
        d[k] = {one[0] - other[0], one[1] - other[1]};
        nearest -= d[k].lpNorm<1>();
    }
    // Most discs are too far apart to touch within the step.
    if (nearest > 0.0) return {Sign::positive, 0};
    int degree = terms - 1;
    while (degree > 0 && d[degree] == Vector2::Zero()) --degree;
    const auto count = static_cast<std::size_t>(2 * degree) + 1;
    for (std::size_t k = 0; k < count; ++k) out[k] = 0.0;
    for (int i = 0; i <= degree; ++i)
        for (int j = 0; j <= degree; ++j) out[i + j] += centres_.side * d[i].dot(d[j]);
    out[0] = (centres_.side * distance + offset) * (distance - centres_.side * offset);
    return {Sign::polynomial, count};
}

void SlideAround::add_gradient(double /*t*/, const Vector& q, Row& w) const
{
    append(centres_, clockwise(normal_of(centres_, q)), w);
}

double SlideAround::rate(double /*t*/, const Vector& q, const Vector& v) const
{
    return clockwise(normal_of(centres_, q)).dot(centres_.between_rates(v));
}

double SlideAround::curvature(double /*t*/, const Vector& q, const Vector& v) const
{
    const double d = centres_.between(q).norm();
    if (!(d > 0.0)) return 0.0;
    const Vector2 n = normal_of(centres_, q), relative = centres_.between_rates(v);
    return -centres_.side * clockwise(n).dot(relative) * n.dot(relative) / d;
}

double SlideAround::fastest(double /*t*/, const Vector& v) const
{
    return speeds_of(centres_, v);
}

}  // namespace rebond
