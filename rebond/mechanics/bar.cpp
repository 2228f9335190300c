#include "rebond/mechanics/bar.hpp"

#include "rebond/core/error.hpp"
#include "rebond/mechanics/bar_dynamics.hpp"

#include <cmath>
#include <numbers>

namespace rebond {

BarParameters bar_parameters(const BarSpec& spec)
{
    constexpr double pi = std::numbers::pi;
    const double n = static_cast<double>(spec.segments);
    const double R = spec.radius;
    const double R2 = R * R;
    const double E = spec.young;

    BarParameters p;
    p.half_pitch = (spec.length - R) / (2.0 * n);
    const double L = p.half_pitch;
    p.segment_mass = 2.0 * L * pi * R2 * spec.density;
    p.segment_inertia = p.segment_mass * (L * L / 3.0 + R2 / 4.0);
    p.tip_mass = 2.0 * spec.density * pi * R2 * R / 3.0;
    p.tip_offset = 3.0 * R / 8.0;
    p.tip_inertia = 2.0 * p.tip_mass * R2 / 5.0;
    if (spec.tip_inertia == TipInertia::consistent) p.tip_inertia -= p.tip_mass * p.tip_offset * p.tip_offset;

    p.bending = E * pi * R2 * R2 / (56.0 * n * L) * (n - 1.0) * (7.0 * n - 5.0) / n;
    if (spec.springs == Springs::spiral) {
        p.stiffness = E * pi * R2 / (3.0 * n * L) * (n - 1.0) * (3.0 * n - 1.0) / n;
    } else {
        p.stiffness = E * pi * R2 / (6.0 * n * L) * (n - 1.0) * (3.0 * n - 1.0) / (2.0 * n);
        p.spring_offset = std::sqrt(3.0 * R2 / 7.0 * (7.0 * n - 5.0) / (3.0 * n - 1.0));
    }
    return p;
}

Bar::Bar(const BarSpec& spec, double gravity)
    : spec_(spec), parameters_(bar_parameters(spec)), gravity_(gravity)
{
    const auto positive = [](double x) { return std::isfinite(x) && x > 0.0; };
    if (spec.segments < 2) throw InputError("a bar needs at least 2 segments");
    if (!positive(spec.radius) || !positive(spec.density) || !positive(spec.young) ||
        !positive(spec.length - spec.radius) || !std::isfinite(gravity))
        throw InputError(
            "a bar needs a positive radius, density and Young's modulus, and a length above its "
            "radius");
}

Vector Bar::straight(double angle, double tip_height) const
{
    const Index n = spec_.segments;
    Vector q(dofs());
    q(0) = 0.0;
    q(1) = tip_height;
    q.segment(2, n).setConstant(angle);
    q.tail(n).setConstant(spec_.springs == Springs::spiral ? parameters_.half_pitch : 0.0);
    return q;
}

Vector Bar::translation(double vx, double vy) const
{
    Vector v = Vector::Zero(dofs());
    v(0) = vx;
    v(1) = vy;
    return v;
}

std::vector<Vector2> Bar::outline(const Vector& q) const
{
    const Index n = spec_.segments;
    const double L = parameters_.half_pitch;
    std::vector<Vector2> points;
    points.reserve(static_cast<std::size_t>(n) + 1);
    points.emplace_back(q(0), q(1));
    for (Index i = 0; i < n; ++i) {
        const double stretch = q(2 + n + i);
        const double next = i + 1 < n ? q(3 + n + i) : 0.0;
        const double reach = spec_.springs == Springs::spiral ? 2.0 * stretch : 2.0 * L + stretch + next;
        points.push_back(points.back() + reach * Vector2(std::cos(q(2 + i)), std::sin(q(2 + i))));
    }
    return points;
}

std::unique_ptr<Dynamics> Bar::dynamics() const
{
    if (spec_.springs == Springs::spiral)
        return std::make_unique<BarDynamics<Springs::spiral>>(spec_.segments, parameters_, gravity_);
    return std::make_unique<BarDynamics<Springs::paired>>(spec_.segments, parameters_, gravity_);
}

std::optional<double> Bar::mass_centre_velocity(const Vector& q, const Vector& v) const
{
    // Vertical momentum: M v tested with a unit vertical translation, whose inverse dynamics gives the
    // row of M without its velocity terms.
    const auto at_q = dynamics();
    at_q->place(0.0, q);
    const Vector rest = Vector::Zero(dofs());
    Vector momentum(dofs()), weight(dofs());
    at_q->residual(rest, v, momentum);
    at_q->residual(rest, rest, weight);
    const double mass = parameters_.tip_mass + static_cast<double>(spec_.segments) * parameters_.segment_mass;
    return (momentum(1) - weight(1)) / mass;
}

std::optional<double> Bar::wave_transit() const
{
    return 2.0 * spec_.length / std::sqrt(spec_.young / spec_.density);
}

}  // namespace rebond
