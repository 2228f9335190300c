#include "rebond/mechanics/linear/linear_dynamics.hpp"

namespace rebond {

LinearDynamics::LinearDynamics(const LinearSystem& system)
    : system_(system),
      zero_(SymmetricMatrix::zero(system.mass.size())),
      mass_factors_(system.mass, zero_, zero_),
      factors_(system.mass, system.damping, system.stiffness),
      q_(Vector::Zero(system.mass.size())),
      Kq_(q_),
      a_(q_),
      load_(system.force)
{
}

void LinearDynamics::place(double t, const Vector& q)
{
    q_ = q;
    system_.stiffness.multiply(q, Kq_);
    if (!system_.harmonics.empty()) system_.load_at(t, load_);
}

void LinearDynamics::residual(const Vector& v, const Vector& a, Vector& r)
{
    r = Kq_ - load_;
    system_.mass.add_multiply(1.0, a, r);
    if (!system_.damping.is_zero()) system_.damping.add_multiply(1.0, v, r);
}

// Matrices are constant: factors depend on β and γ only, and M alone may have the simpler ones.
bool LinearDynamics::factor(double beta, double gamma)
{
    is_mass_alone_ = beta == 0.0 && (gamma == 0.0 || system_.damping.is_zero());
    if (is_mass_alone_) {
        if (!has_mass_factors_) has_mass_factors_ = mass_factors_.factor(0.0, 0.0);
        return has_mass_factors_;
    }
    if (beta == beta_ && gamma == gamma_) return true;
    beta_ = gamma_ = -1.0;
    if (!factors_.factor(beta, gamma)) return false;
    beta_ = beta;
    gamma_ = gamma;
    return true;
}

void LinearDynamics::solve(Vector& x)
{
    is_mass_alone_ ? mass_factors_.solve(x) : factors_.solve(x);
}

void LinearDynamics::accelerate(double t, const Vector& q, const Vector& v, Vector& a)
{
    if (!system_.harmonics.empty()) system_.load_at(t, load_);
    system_.stiffness.subtract_product(load_, q, a);
    if (!system_.damping.is_zero()) system_.damping.add_multiply(-1.0, v, a);
    LinearDynamics::solve(a);
}

bool LinearDynamics::leaps() const
{
    return system_.damping.is_zero();
}

void LinearDynamics::leap(double t, const Vector& q, double h, Vector& v, Vector& q_next)
{
    if (!system_.harmonics.empty()) system_.load_at(t, load_);
    system_.stiffness.subtract_product(load_, q, a_);
    if (!has_mass_factors_) has_mass_factors_ = mass_factors_.factor(0.0, 0.0);
    mass_factors_.solve(a_);
    v += h * a_;
    q_next = q + h * v;
}

void LinearDynamics::stiffness(const Vector& x, Vector& y)
{
    system_.stiffness.multiply(x, y);
}

Work LinearDynamics::power(double t, const Vector& /*q*/, const Vector& v)
{
    Work work;
    if (!system_.damping.is_zero()) work.damping = system_.damping.form(v);
    for (const HarmonicLoad& load : system_.harmonics)
        work.loads += load.factor_at(t) * load.amplitude.dot(v);
    return work;
}

Energy LinearDynamics::energy(const Vector& v)
{
    return {.kinetic = 0.5 * system_.mass.form(v),
            .elastic = 0.5 * q_.dot(Kq_),
            .gravity = system_.potential_at_zero - system_.force.dot(q_)};
}

}  // namespace rebond
