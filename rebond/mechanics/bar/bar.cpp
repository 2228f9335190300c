#include "rebond/mechanics/bar/bar.hpp"

#include "rebond/core/error.hpp"
#include "rebond/mechanics/bar/bar_dynamics.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

// Segment i, from 0, with what it draws of the gaps at its ends along its own axis.
Vector2 axis_of(const Bar& bar, const Vector& q, Index i)
{
    const Index n = bar.spec().segments;
    const double stretch = q(2 + n + i);
    const double next = i + 1 < n ? q(3 + n + i) : 0.0;
    const double reach = bar.spec().springs == Springs::spiral
                             ? 2.0 * stretch
                             : 2.0 * bar.parameters().half_pitch + stretch + next;
    return reach * Vector2(std::cos(q(2 + i)), std::sin(q(2 + i)));
}

}  // namespace

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
    std::vector<Vector2> points;
    points.reserve(static_cast<std::size_t>(n) + 1);
    points.emplace_back(q(0), q(1));
    for (Index i = 0; i < n; ++i) points.emplace_back(points.back() + axis_of(*this, q, i));
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
    // Vertical momentum, summed along the centres c_i; `y_rate` is ẏ of the carried point p_i.
    const Index n = spec_.segments;
    const auto& [L, m, I, mu, J, tip_offset, k, bending, a] = parameters_;
    const auto theta = [&](Index i) { return q(2 + i); };
    const auto sigma = [&](Index i) { return q(2 + n + i); };
    // d/dt (r sin θ_i) for a reach r that grows like σ_i.
    const auto rise = [&](double reach, Index stretching, Index angle) {
        return v(2 + n + stretching) * std::sin(theta(angle)) + reach * v(2 + angle) * std::cos(theta(angle));
    };
    double y_rate = v(1);
    double momentum = mu * (y_rate - tip_offset * v(2) * std::cos(theta(0)));
    for (Index i = 0; i < n; ++i) {
        if (spec_.springs == Springs::spiral) {
            const double half = rise(sigma(i), i, i);
            momentum += m * (y_rate + half);
            y_rate += 2.0 * half;
        } else {
            if (i > 0) y_rate += rise(sigma(i), i, i - 1);
            y_rate += rise(L + sigma(i), i, i);
            momentum += m * y_rate;
            y_rate += L * v(2 + i) * std::cos(theta(i));
        }
    }
    return momentum / (mu + static_cast<double>(n) * m);
}

std::optional<std::string> Bar::validity_warning(const Vector& q) const
{
    // The lower edge of the far end, a disc across the last segment.
    const Index n = spec_.segments;
    double y = q(1);
    for (Index i = 0; i < n; ++i) y += axis_of(*this, q, i).y();
    if (y - spec_.radius * std::abs(std::cos(q(1 + n))) >= 0.0) return std::nullopt;
    return "the far end of the bar is below the plane, which only its tip can touch";
}

// Paired springs between segments that have folded back on each other hold nothing: they stretch for ever.
std::optional<std::string> Bar::breakdown(const Vector& q) const
{
    Index widest = 0;
    if (!(q.tail(spec_.segments).cwiseAbs().maxCoeff(&widest) > spec_.length)) return std::nullopt;
    return fmt::format(
        "the bar has come apart: segment {} is longer than the whole bar. This model "
        "describes bars that bend little; raise model.young, or lower the speed of the impact",
        widest + 1);
}

double Bar::size_of(const Vector& change) const
{
    const Index n = spec_.segments;
    const double lever = 2.0 * parameters_.half_pitch;
    return std::sqrt(change.head(2).squaredNorm() + lever * lever * change.segment(2, n).squaredNorm() +
                     change.tail(n).squaredNorm());
}

std::optional<double> Bar::wave_transit() const
{
    return 2.0 * spec_.length / std::sqrt(spec_.young / spec_.density);
}

}  // namespace rebond
