#include "rebond/mechanics/linear.hpp"

#include "rebond/solvers/symmetric_factors.hpp"

#include <cmath>

namespace rebond {
namespace {

class LinearDynamics final : public Dynamics {
public:
    explicit LinearDynamics(const LinearSystem& system)
        : system_(system),
          zero_(SymmetricMatrix::zero(system.mass.size())),
          mass_factors_(system.mass, zero_, zero_),
          factors_(system.mass, system.damping, system.stiffness),
          q_(Vector::Zero(system.mass.size())),
          Kq_(q_),
          load_(system.force)
    {
    }

    void place(double t, const Vector& q) override
    {
        q_ = q;
        system_.stiffness.multiply(q, Kq_);
        if (!system_.harmonics.empty()) system_.load_at(t, load_);
    }

    void residual(const Vector& v, const Vector& a, Vector& r) override
    {
        r = Kq_ - load_;
        system_.mass.add_multiply(1.0, a, r);
        if (!system_.damping.is_zero()) system_.damping.add_multiply(1.0, v, r);
    }

    // Matrices are constant: factors depend on β and γ only, and M alone may have the simpler ones.
    bool factor(double beta, double gamma) override
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

    void solve(Vector& x) override { is_mass_alone_ ? mass_factors_.solve(x) : factors_.solve(x); }
    bool solves_exactly() const override { return true; }

    void stiffness(const Vector& x, Vector& y) override { system_.stiffness.multiply(x, y); }

    Energy energy(const Vector& v) override
    {
        return {.kinetic = 0.5 * system_.mass.form(v),
                .elastic = 0.5 * q_.dot(Kq_),
                .gravity = system_.potential_at_zero - system_.force.dot(q_)};
    }

private:
    const LinearSystem& system_;
    SymmetricMatrix zero_;
    SymmetricFactors mass_factors_;  // of M
    SymmetricFactors factors_;       // of M + γC + βK
    bool is_mass_alone_ = true;      // whether solve is with M
    bool has_mass_factors_ = false;
    double beta_ = -1.0, gamma_ = -1.0;  // of factors_; negative: none
    Vector q_, Kq_, load_;
};

}  // namespace

void LinearSystem::load_at(double t, Vector& f) const
{
    f = force;
    for (const HarmonicLoad& load : harmonics)
        f += std::cos(load.frequency * t + load.phase) * load.amplitude;
}

Linear::Linear(LinearSystem system) : system_(std::move(system)) {}

std::unique_ptr<Dynamics> Linear::dynamics() const
{
    return std::make_unique<LinearDynamics>(system_);
}

std::unique_ptr<Modes> Linear::modes(const std::vector<Vector>& held) const
{
    return dense_modes(system_, held);
}

bool Linear::is_conservative() const
{
    return system_.harmonics.empty() && system_.damping.is_zero();
}

}  // namespace rebond
