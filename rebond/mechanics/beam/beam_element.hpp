// Matrices of a straight plane beam element of length h with nodes at both ends.
//
// Axial motion u is linear between the nodes. Bending (w, θ) uses the exact static shapes of Timoshenko's
// beam, whose shear flexibility enters as
//
//     Φ = 12 EI / (κ GA h²),                                                                        (1)
//
// and which are the cubics of Euler and Bernoulli for Φ = 0 [Przemieniecki1968]. The order of coordinates is
// u, w, θ of the first node, then of the second.
//
// A lumped mass puts half of the element's mass at each node, with the moment of inertia of half of its
// sections, ½ρIh. Where sections stay normal to the axis (Φ = 0) a node turns half of the element with it,
// and has its ρAh³/24, too.
#pragma once

#include "rebond/core/types.hpp"

#include <Eigen/Core>

namespace rebond {

struct BeamSection {
    double axial = 0.0;        // EA [N]
    double bending = 0.0;      // EI [N m²]
    double shear = 0.0;        // κGA [N]; infinite where shear bends nothing
    double mass = 0.0;         // ρA [kg/m]
    double rotary_mass = 0.0;  // ρI [kg m]
};

using ElementMatrix = Eigen::Matrix<double, 6, 6>;

ElementMatrix beam_stiffness(const BeamSection& section, double h);
ElementMatrix beam_mass_consistent(const BeamSection& section, double h);
ElementMatrix beam_mass_lumped(const BeamSection& section, double h);

}  // namespace rebond
