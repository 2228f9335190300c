// Periodic motion with a lasting contact and no loss at all.
//
// A contact that closes with a speed loses energy or rebounds, so it must close at speed zero; then φ̈ = 0
// too, for the gap cannot be positive before and the contact press after otherwise. Such orbits are those of
// every restitution. Symmetric in time they are cosines about the middle of the flight, 2τ long, and of the
// rest, 2σ:
//
//     q(s) = q_s + Σ φ_j A_j cos ω_j s,      q_h(s) = q_hs + Σ ψ_j B_j cos ν_j s                       (1)
//     q(τ) = q_h(−σ),    q̇(τ) = q̇_h(−σ),    wᵀq̈(τ) = 0                                               (2)
//
// Those are 2n + 1 equations for A, B, τ and σ: isolated orbits, for every n. The search solves (2) for A and
// B by least squares on a grid of (τ, σ) and starts Newton's iteration where the remainder has a minimum. No
// proof says that it finds all [LeThiJuncaLegrand2016].
#pragma once

#include "rebond/orbits/find_orbits.hpp"

namespace rebond {

struct StickingOptions {
    double longest = 2.0;  // flight and rest, in periods of the slowest mode [-]
    OrbitOptions orbit = {};
};

// All found, those whose certificate holds first; one orbit with a status where there are none. They have no
// multipliers: the time of closing changes by the square root of a disturbance.
[[nodiscard]] std::vector<Orbit> find_sticking_orbits(const OrbitSystem& system, Index contact,
                                                      const StickingOptions& options = {});

}  // namespace rebond
