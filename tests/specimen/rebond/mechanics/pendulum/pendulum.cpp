#include "rebond/mechanics/pendulum/pendulum.hpp"

#include <cmath>

namespace rebond {
namespace {

class SwingingPendulum final : public Dynamics {
public:
    explicit SwingingPendulum(const Pendulum& model) : J_(model.inertia()), k_(model.restoring()) {}

    void place(double /*t*/, const Vector& q) override { angle_ = q(0); }

    // (1)
    void residual(const Vector& /*v*/, const Vector& a, Vector& r) override
    {
        r = J_ * a;
        r(0) += k_ * std::sin(angle_);
    }

    bool factor(double beta, double /*gamma*/) override
    {
        S_ = J_ + beta * k_ * std::cos(angle_);
        return S_ > 0.0;
    }
    void solve(Vector& x) override { x /= S_; }
    void stiffness(const Vector& x, Vector& y) override { y = k_ * std::cos(angle_) * x; }

    Energy energy(const Vector& v) override
    {
        return {.kinetic = 0.5 * J_ * v.squaredNorm(), .gravity = k_ * (1.0 - std::cos(angle_))};
    }

private:
    double J_, k_;
    double angle_ = 0.0;  // θ
    double S_ = 1.0;
};

}  // namespace

std::unique_ptr<Dynamics> Pendulum::dynamics() const
{
    return std::make_unique<SwingingPendulum>(*this);
}

}  // namespace rebond
