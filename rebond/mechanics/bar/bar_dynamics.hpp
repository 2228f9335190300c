// The dropped bar at work: sweeps along its segments, O(n) each.
//
// Inverse dynamics sums accelerations towards the far end and forces back towards the tip; bar_factors.hpp
// solves. K is the Hessian of the elastic energy; the stiffness of gravity and of the velocity terms is
// left to the iteration on the residual.
#pragma once

#include "rebond/mechanics/bar/bar_factors.hpp"

#include <vector>

namespace rebond {

template <Springs springs>
class BarDynamics final : public Dynamics {
public:
    BarDynamics(Index segments, const BarParameters& parameters, double gravity);

    void place(double t, const Vector& q) override;
    void residual(const Vector& v, const Vector& a, Vector& r) override;
    [[nodiscard]] bool factor(double beta, double /*gamma*/) override
    {
        return factors_.factor(segments_, beta);
    }
    void solve(Vector& x) override { factors_.solve(x); }
    void stiffness(const Vector& x, Vector& y) override;
    Energy energy(const Vector& v) override;

private:
    // An angle near the present one, with its cosine and sine.
    struct Bearing {
        double angle = 0.0, c = 1.0, s = 0.0;
    };

    Index n_;
    BarParameters p_;
    double gravity_;
    double y0_ = 0.0;
    BarSprings<springs> springs_;
    BarFactors<springs> factors_;
    std::vector<BarSegment> segments_;  // at the present configuration
    std::vector<Bearing> bearings_;
};

}  // namespace rebond
