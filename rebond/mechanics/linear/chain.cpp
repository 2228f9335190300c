#include "rebond/mechanics/linear/chain.hpp"

#include "rebond/mechanics/linear/chain_modes.hpp"
#include "rebond/mechanics/linear/linear_dynamics.hpp"

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

// Equal masses and springs need no arrays of them.
class ChainDynamics final : public LinearDynamics {
public:
    ChainDynamics(const Chain& chain, double gravity)
        : LinearDynamics(chain.system()),
          spec_(chain.spec()),
          pace2_(chain.pace() * chain.pace()),
          gravity_(gravity)
    {
    }

    void leap(double t, const Vector& q, double h, Vector& v, Vector& q_next) override
    {
        if (spec_.field) return LinearDynamics::leap(t, q, h, v, q_next);
        const Index N = spec_.springs;
        const double pull = h * pace2_;
        const double drop = h * gravity_;
        const double end = spec_.end_masses == EndMasses::half ? 2.0 * pull : pull;
        v(0) += end * (q(1) - q(0)) - drop;
        v(N) += end * (q(N - 1) - q(N)) - drop;
        q_next(0) = q(0) + h * v(0);
        q_next(N) = q(N) + h * v(N);
        const double* here = q.data();
        double* velocity = v.data();
        double* next = q_next.data();
        for (Index j = 1; j < N; ++j) {
            velocity[j] += pull * ((here[j + 1] - here[j]) - (here[j] - here[j - 1])) - drop;
            next[j] = here[j] + h * velocity[j];
        }
    }

private:
    const ChainSpec& spec_;
    double pace2_;  // k/m [1/s²]
    double gravity_;
};

}  // namespace

Chain::Chain(const ChainSpec& spec, double gravity)
    : Linear(chain_system(spec, gravity)), spec_(spec), gravity_(gravity)
{
}

std::unique_ptr<Dynamics> Chain::dynamics() const
{
    return std::make_unique<ChainDynamics>(*this, gravity_);
}

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

// Free, or fixed at the first mass, by transforms; no other constraint has a closed form.
FoundModes Chain::modes(const std::vector<Vector>& fixed, const std::atomic<bool>* stop) const
{
    if (fixed.empty()) return {.modes = chain_modes(*this, false)};
    const bool is_first = fixed.size() == 1 && fixed[0](0) != 0.0 && fixed[0].tail(spec_.springs).isZero(0.0);
    return is_first ? FoundModes{.modes = chain_modes(*this, true)} : Linear::modes(fixed, stop);
}

}  // namespace rebond
