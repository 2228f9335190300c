// The law of one contact, as data; `FrictionlessImpact` applies it to all that touch at one instant,
// `FrictionalImpact` where there is friction, `planar_impact` to one contact with friction. A Hertz contact
// is no impact law: its force is part of the motion (compliant_model.hpp).
#pragma once

#include <optional>

namespace rebond {

// Newton: the normal velocity is reversed, u⁺ = −e u⁻ [PaoliSchatzman2007, (6)]. Poisson: the impulse that
// stops the approach is given again, e times [Elhady2006, (22)–(23)]. Stronge: restitution does e² times the
// work that compression took, ∫_{N_c}^{N_f} u dN = −e² ∫_0^{N_c} u dN, where N is the normal impulse so far
// and u(N_c) = 0 [Stronge1990]. Without friction the three are the same for one contact. Outward: least
// kinetic energy under one inequality for all contacts together [RakshitChatterjee2015]. Hertz: elastic
// indentation.
enum class Law { newton, poisson, stronge, outward, hertz };

struct ImpactLaw {
    Law law = Law::newton;
    double restitution = 1.0;  // e, in [0, 1]
    double friction = 0.0;     // Coulomb's μ, ≥ 0
    // With friction e is lowered where Newton's law would gain energy, or Poisson's of several contacts.
    bool bounded = true;
    // K of a Hertz contact [N/m^{3/2}], > 0; absent: the model itself has its force, as a ball on a beam.
    std::optional<double> hertz_stiffness = {};
};

}  // namespace rebond
