#include "rebond/mechanics/user/energy_rate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
EnergyRate::EnergyRate(Index dofs) : M_(Matrix::Zero(dofs, dofs)), a_(Vector::Zero(dofs)), q_(a_), v_(a_) {}

double EnergyRate::operator()(UserBody& body, double t, const Vector& q, const Vector& v)
{
    rounding_ = 0.0;
    const double speed = v.norm();
    if (speed == 0.0) return 0.0;
    body.mass(q, M_);
    body.force(t, q, v, a_);
    factors_.compute(M_);
    factors_.solveInPlace(a_);

    // The time in which position or velocity changes by itself, and the part of it that errors are least for.
    const double least = std::numeric_limits<double>::min();
    const double time = std::min(speed / std::max(a_.norm(), least), (1.0 + q.norm()) / speed);
    const double e = std::pow(rounding_unit(), 0.2) * time;
    double largest = 0.0;
    const auto energy_at = [&](double by) {
        q_ = q + by * v;
        v_ = v + by * a_;
        const double energy = body.energy(q_, v_).total();
        largest = std::max(largest, std::abs(energy));
        return energy;
    };
    const double near = energy_at(e) - energy_at(-e);
    const double far = energy_at(2.0 * e) - energy_at(-2.0 * e);
    rounding_ = 16.0 * rounding_unit() * largest / e;
    return (8.0 * near - far) / (12.0 * e);
}

}  // namespace rebond
