#include "rebond/mechanics/chain.hpp"

#include "rebond/mechanics/chain_modes.hpp"

#include <cmath>

namespace rebond {
namespace {

double mass_of(const ChainSpec& spec)
{
    const double N = static_cast<double>(spec.springs);
    const double total = spec.density * spec.area * spec.length;
    return total / (spec.end_masses == EndMasses::full ? N + 1.0 : N);
}

double spring_stiffness(const ChainSpec& spec)
{
    return spec.young * spec.area * static_cast<double>(spec.springs) / spec.length;
}

LinearSystem chain_system(const ChainSpec& spec, double gravity)
{
    const Index N = spec.springs;
    const double k = spring_stiffness(spec);

    Vector masses = Vector::Constant(N + 1, mass_of(spec));
    if (spec.end_masses == EndMasses::half) masses(0) = masses(N) = 0.5 * mass_of(spec);
    Vector stiffness = Vector::Constant(N + 1, 2.0 * k);
    stiffness(0) = stiffness(N) = k;

    Vector field = Vector::Constant(N + 1, -gravity);
    if (spec.field) field += Eigen::Map<const Vector>(spec.field->data(), N + 1);
    const Vector force = masses.cwiseProduct(field);
    const Vector rest = Vector::LinSpaced(N + 1, 0.0, spec.length);
    return {.mass = SymmetricMatrix::diagonal(masses),
            .damping = SymmetricMatrix::zero(N + 1),
            .stiffness = SymmetricMatrix::tridiagonal(stiffness, Vector::Constant(N, -k)),
            .force = force,
            .harmonics = {},
            .potential_at_zero = -force.dot(rest)};
}

}  // namespace

Chain::Chain(const ChainSpec& spec, double gravity) : Linear(chain_system(spec, gravity)), spec_(spec) {}

double Chain::inner_mass() const
{
    return mass_of(spec_);
}

double Chain::pace() const
{
    return std::sqrt(spring_stiffness(spec_) / mass_of(spec_));
}

std::optional<double> Chain::mass_centre_velocity(const Vector& /*q*/, const Vector& v) const
{
    const double ends = spec_.end_masses == EndMasses::half ? 0.5 * (v(0) + v(spec_.springs)) : 0.0;
    const double count =
        static_cast<double>(spec_.springs) + (spec_.end_masses == EndMasses::half ? 0.0 : 1.0);
    return (v.sum() - ends) / count;
}

std::optional<double> Chain::wave_transit() const
{
    return 2.0 * spec_.length / std::sqrt(spec_.young / spec_.density);
}

std::vector<Vector2> Chain::outline(const Vector& q) const
{
    std::vector<Vector2> points;
    const double pitch = spec_.length / static_cast<double>(spec_.springs);
    for (Index j = 0; j <= spec_.springs; ++j)
        points.emplace_back(0.0, static_cast<double>(j) * pitch + q(j));
    return points;
}

// Free, or held at the first mass, by transforms; no other way of holding it has a closed form.
std::unique_ptr<Modes> Chain::modes(const std::vector<Vector>& held) const
{
    if (held.empty()) return chain_modes(*this, false);
    const bool is_first = held.size() == 1 && held[0](0) != 0.0 && held[0].tail(spec_.springs).isZero(0.0);
    return is_first ? chain_modes(*this, true) : Linear::modes(held);
}

}  // namespace rebond
