#include "rebond/mechanics/user/body_checks.hpp"

#include "rebond/mechanics/user/energy_rate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double asymmetry = 1e-10;  // of the largest mass: an asymmetry that is rounding [-]
constexpr double fitting = 1e-6;     // of the terms of a balance: a difference that is none [-]

class BodyChecks {
public:
    BodyChecks(UserBody& body, const Vector& v, double duration)
        : body_(body),
          speed_(std::max(v.cwiseAbs().maxCoeff(), 0.0)),
          duration_(duration),
          M_(Matrix::Zero(v.size(), v.size())),
          f_(Vector::Zero(v.size())),
          rest_(f_),
          rate_(v.size())
    {
        if (speed_ == 0.0) speed_ = 1.0;
    }

    void require_mass(const Vector& q)
    {
        body_.mass(q, M_);
        const double largest = M_.cwiseAbs().maxCoeff();
        for (Index i = 0; i < M_.rows(); ++i)
            for (Index j = 0; j < i; ++j)
                if (!(std::abs(M_(i, j) - M_(j, i)) <= asymmetry * largest))
                    throw InputError(fmt::format(
                        "mass(q): row {}, column {} is {:g}, and row {}, column {} is {:g}: expected a "
                        "symmetric matrix",
                        i, j, M_(i, j), j, i, M_(j, i)));
        // Pivots of M = LDLᵀ in the order of the coordinates.
        Matrix S = M_;
        for (Index k = 0; k < S.rows(); ++k) {
            if (!(S(k, k) > rounding_unit() * largest))
                throw InputError(fmt::format(
                    "mass(q): the pivot of coordinate {} is {:g}: expected a positive matrix", k, S(k, k)));
            for (Index i = k + 1; i < S.rows(); ++i)
                S.row(i).tail(S.cols() - k) -= S(i, k) / S(k, k) * S.row(k).tail(S.cols() - k);
        }
    }

    // T against ½vᵀMv, first with one coordinate at a time.
    void require_kinetic(const Vector& q)
    {
        const Index n = q.size();
        const double at_rest = body_.energy(q, rest_).kinetic;
        for (Index i = 0; i <= n; ++i) {
            Vector v = Vector::Zero(n);
            for (Index j = 0; j < n; ++j) v(j) = i == j ? speed_ : i == n ? speed_ * irregular(j) : 0.0;
            const double given = body_.energy(q, v).kinetic, expected = 0.5 * v.dot(M_ * v);
            const double terms = 0.5 * v.cwiseAbs().dot(M_.cwiseAbs() * v.cwiseAbs());
            if (std::abs(given - expected) <= fitting * terms && std::abs(at_rest) <= fitting * terms)
                continue;
            const bool moves_at_rest = std::abs(at_rest) > fitting * terms;
            throw InputError(
                fmt::format("energy(q, v): the kinetic energy {} is {:g} J: expected {:g} J, ½ vᵀ M v",
                            moves_at_rest ? "at rest"
                            : i < n       ? fmt::format("of coordinate {} moving at {:g}", i, speed_)
                                          : "of all coordinates moving",
                            moves_at_rest ? at_rest : given, moves_at_rest ? 0.0 : expected));
        }
    }

    // f at rest against −∂V/∂q. What differs and depends on time is a load.
    void require_potential(const Vector& q)
    {
        for (Index i = 0; i < q.size(); ++i) {
            double rounding = 0.0;
            const double slope = slope_of_potential(q, i, rounding);
            body_.force(0.0, q, rest_, f_);
            const double force = f_(i);
            const double other = other_force(q, i);
            const double miss = force + slope - other;
            if (std::abs(miss) <= fitting * (std::abs(force) + std::abs(slope) + std::abs(other)) + rounding)
                continue;
            if (changes_in_time(q, i, force)) {
                found.has_loads = true;
                found.is_conservative = false;
                continue;
            }
            throw InputError(fmt::format(
                "force(t, q, v): coordinate {} is {:g} at rest, and the derivative of the potential energy "
                "says {:g}: expected f = −∂V/∂q{}; forces that the energy does not hold need power(t, q, v)",
                i, force, -slope, other != 0.0 ? fmt::format(" + {:g}, from power(t, q, v)", other) : ""));
        }
    }

    // dE/dt against the power of what the energy does not hold.
    void require_power(const Vector& q, const Vector& v, const std::string& which)
    {
        const std::optional<double> given = body_.power(0.0, q, v);
        const double found_rate = rate_(body_, 0.0, q, v);
        body_.force(0.0, q, v, f_);
        const double terms = f_.cwiseAbs().dot(v.cwiseAbs()) + std::abs(given.value_or(0.0));
        const double allowed = fitting * terms + 64.0 * rate_.rounding();
        const double miss = found_rate - given.value_or(0.0);
        if (std::abs(given.value_or(0.0)) > allowed || std::abs(miss) > allowed)
            found.is_conservative = false;
        if (std::abs(miss) <= allowed || found.has_loads) return;
        if (given)
            throw InputError(fmt::format("power(t, q, v): {} it is {:g} W, and the energy changes at {:g} W",
                                         which, *given, found_rate));
        if (miss > 0.0)
            throw InputError(fmt::format(
                "energy(q, v): {} the energy grows at {:g} W, and nothing depends on time: expected forces "
                "that the energy holds, or damping, or a power(t, q, v)",
                which, found_rate));
    }

    double speed() const { return speed_; }

    BodyJudgement found;

    // In (−1, 1), without a pattern.
    static double irregular(Index j) { return std::sin(1.7 + 2.3 * static_cast<double>(j * j + j)); }

private:
    double slope_of_potential(const Vector& q, Index i, double& rounding)
    {
        const double h = 1e-3 * std::max({std::abs(q(i)), 1e-3 * q.cwiseAbs().maxCoeff(), 1e-4});
        Vector moved = q;
        double largest = 0.0;
        const auto potential = [&](double by) {
            moved(i) = q(i) + by;
            const Energy energy = body_.energy(moved, rest_);
            largest = std::max(largest, std::abs(energy.elastic + energy.gravity));
            return energy.elastic + energy.gravity;
        };
        const double near = potential(h) - potential(-h);
        const double far = potential(2.0 * h) - potential(-2.0 * h);
        rounding = 16.0 * rounding_unit() * largest / h;
        return (8.0 * near - far) / (12.0 * h);
    }

    // What the power says of forces at rest: its slope with the velocity.
    double other_force(const Vector& q, Index i)
    {
        Vector v = Vector::Zero(q.size());
        const double small = 1e-4 * speed_;
        v(i) = small;
        const std::optional<double> ahead = body_.power(0.0, q, v);
        if (!ahead) return 0.0;
        v(i) = -small;
        return (*ahead - *body_.power(0.0, q, v)) / (2.0 * small);
    }

    bool changes_in_time(const Vector& q, Index i, double force)
    {
        for (const double part : {0.123, 0.377, 0.619, 0.897}) {
            body_.force(part * duration_, q, rest_, f_);
            if (std::abs(f_(i) - force) > fitting * (std::abs(f_(i)) + std::abs(force))) return true;
        }
        return false;
    }

    UserBody& body_;
    double speed_;     // a velocity to try
    double duration_;  // [s]
    Matrix M_;
    Vector f_, rest_;
    EnergyRate rate_;
};

// Whether a configuration that nobody asked for is one the functions know.
bool is_known(UserBody& body, const Vector& q)
{
    const Vector rest = Vector::Zero(q.size());
    Vector f = rest;
    Matrix M = Matrix::Zero(q.size(), q.size());
    try {
        body.mass(q, M);
        body.force(0.0, q, rest, f);
        return std::isfinite(body.energy(q, rest).total());
    } catch (const RunStopped&) {
        return false;
    }
}

}  // namespace

Vector nearby(const Vector& q, const Vector& v, double duration)
{
    Vector near = q;
    for (Index i = 0; i < q.size(); ++i) {
        const double size = std::max({std::abs(q(i)), std::abs(v(i)) * std::min(duration, 1.0), 0.1});
        near(i) += 1e-2 * size * (1.5 + BodyChecks::irregular(i));
    }
    return near;
}

BodyJudgement judge_body(UserBody& body, const Vector& q, const Vector& v, double duration)
{
    BodyChecks checks(body, v, duration);
    const Vector near = nearby(q, v, duration);
    const bool has_near = is_known(body, near);
    for (const Vector* at : {&q, &near}) {
        if (at == &near && !has_near) continue;
        checks.require_mass(*at);
        checks.require_kinetic(*at);
        checks.require_potential(*at);
    }
    for (const Vector* at : {&q, &near}) {
        if (at == &near && !has_near) continue;
        for (Index i = 0; i < q.size(); ++i) {
            const double speed = checks.speed();
            checks.require_power(*at, speed * Vector::Unit(q.size(), i),
                                 fmt::format("with coordinate {} moving at {:g},", i, speed));
        }
        checks.require_power(*at, v, "at the start");
    }
    return checks.found;
}

}  // namespace rebond
