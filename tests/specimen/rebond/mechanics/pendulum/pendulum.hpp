// A bob of mass m on a massless rod of length l that swings under gravity. With the angle θ from the vertical
// as the coordinate,
//
//     m l² θ̈ = −m g l sin θ.                                                                         (1)
#pragma once

#include "rebond/mechanics/model.hpp"

namespace rebond {

struct PendulumSpec {
    double length = 1.0;  // l [m]
    double mass = 1.0;    // m [kg]
};

class Pendulum final : public Model {
public:
    Pendulum(const PendulumSpec& spec, double gravity) : spec_(spec), gravity_(gravity) {}

    Index dofs() const override { return 1; }
    std::unique_ptr<Dynamics> dynamics() const override;
    double size_of(const Vector& change) const override { return spec_.length * change.norm(); }

    double inertia() const { return spec_.mass * spec_.length * spec_.length; }  // m l² [kg m²]
    double restoring() const { return spec_.mass * gravity_ * spec_.length; }    // m g l [N m]

private:
    PendulumSpec spec_;
    double gravity_;  // g [m/s²]
};

}  // namespace rebond
