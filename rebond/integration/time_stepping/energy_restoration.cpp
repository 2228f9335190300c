#include "rebond/integration/time_stepping/energy_restoration.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {

EnergyRestoration::EnergyRestoration(const LinearSystem& system, const std::vector<Index>& corrected,
                                     double h, double theta)
    : corrected_(corrected), lever_(h * theta), MI_(system.mass.size()), KI_(system.mass.size())
{
    Vector I = Vector::Zero(system.mass.size());
    std::sort(corrected_.begin(), corrected_.end());
    corrected_.erase(std::unique(corrected_.begin(), corrected_.end()), corrected_.end());
    for (const Index i : corrected_) I(i) = 1.0;
    system.mass.multiply(I, MI_);
    system.stiffness.multiply(I, KI_);
    alpha_ = 0.5 * (I.dot(MI_) + lever_ * lever_ * I.dot(KI_));
    force_ = system.force.dot(I);
}

bool EnergyRestoration::restore(double c, Vector& q, Vector& v) const
{
    const double beta = MI_.dot(v) + lever_ * (KI_.dot(q) - force_);
    const double discriminant = beta * beta - 4.0 * alpha_ * c;
    if (corrected_.empty() || discriminant < 0.0) return false;
    const double root = std::sqrt(discriminant);
    const double b = beta == 0.0 ? 0.5 * root / alpha_ : -2.0 * c / (beta + std::copysign(root, beta));
    for (const Index i : corrected_) {
        v(i) += b;
        q(i) += lever_ * b;
    }
    return true;
}

}  // namespace rebond
