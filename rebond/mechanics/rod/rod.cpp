#include "rebond/mechanics/rod/rod.hpp"

#include <cmath>

namespace rebond {
namespace {

LinearSystem rod_system(const RodSpec& spec, double gravity)
{
    const double m = spec.mass, l = spec.length;
    return {.mass = SymmetricMatrix::diagonal(Vector{{m, m, m * l * l / 12.0}}),
            .damping = SymmetricMatrix::zero(3),
            .stiffness = SymmetricMatrix::zero(3),
            .force = Vector{{0.0, -m * gravity, 0.0}},
            .harmonics = {},
            .potential_at_zero = 0.0};
}

Vector2 along_rod(double angle)
{
    return {std::cos(angle), std::sin(angle)};
}

}  // namespace

Rod::Rod(const RodSpec& spec, double gravity) : Linear(rod_system(spec, gravity)), spec_(spec) {}

Vector Rod::at(const std::array<double, 2>& tip, double angle) const
{
    const Vector2 centre = Vector2(tip[0], tip[1]) + 0.5 * spec_.length * along_rod(angle);
    return Vector{{centre.x(), centre.y(), angle}};
}

// An angle counts as the path of an end.
double Rod::size_of(const Vector& change) const
{
    return std::hypot(change(0), change(1), 0.5 * spec_.length * change(2));
}

std::optional<double> Rod::mass_centre_velocity(const Vector& /*q*/, const Vector& v) const
{
    return v(1);
}

std::vector<Vector2> Rod::outline(const Vector& q) const
{
    const Vector2 centre = q.head<2>(), half = 0.5 * spec_.length * along_rod(q(2));
    return {centre - half, centre + half};
}

}  // namespace rebond
