// What an impact does: from the effective mobility of a contact and its approach velocity to an impulse.
//
// With G = wᵀM⁻¹w and the normal velocity u = w·v, an impulse p changes u by G p and the kinetic energy by
// u⁻p + ½Gp². Newton's law asks for u⁺ = −e u⁻, in the kinetic metric at q [PaoliSchatzman2007, (6)].
#pragma once

namespace rebond {

// Newton's coefficient of restitution e, in [0, 1].
struct NewtonLaw {
    double restitution = 1.0;
};

// u⁺ [m/s] after arriving at u⁻ [m/s]; a contact that does not approach keeps its velocity.
inline double rebound_velocity(const NewtonLaw& law, double approach_velocity)
{
    return approach_velocity < 0.0 ? -law.restitution * approach_velocity : approach_velocity;
}

// The impulse [N s] that takes a contact of mobility G [1/kg] from one normal velocity to another [m/s].
inline double impulse_between(double mobility, double before, double after)
{
    return (after - before) / mobility;
}

// The kinetic energy [J] it takes.
inline double energy_loss_between(double mobility, double before, double after)
{
    return 0.5 * (before * before - after * after) / mobility;
}

}  // namespace rebond
