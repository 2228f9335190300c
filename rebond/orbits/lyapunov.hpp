// Lyapunov exponents of a motion under a periodic load: how fast its neighbours leave it or come back.
//
// A frame Y of neighbours goes with the motion, through flights by Φ (flow/linear_flow.hpp) and through
// impacts by S (stability/saltation.hpp). At the end of each period of the load T
//
//     Φ… S Φ Y = Q R,    Y ← Q,    λ_i = ⟨log R_ii⟩ / T.                                            (1)
//
// Errors are those of means over batches of periods. The volume of the frame gives a check, with impacts of
// restitution e:
//
//     Σ λ_i = −tr(M⁻¹C) + ⟨Σ 2 log e⟩ / T.                                                          (2)
//
// A contact that lasts puts neighbours on one path: an exponent is −∞ and the motion superstable. It then has
// no exponents here. All 2n are computed, so a period costs O(n³): it serves bodies of few coordinates.
#pragma once

#include "rebond/orbits/orbit_system.hpp"

#include <atomic>
#include <string>
#include <vector>

namespace rebond {

struct LyapunovOptions {
    long periods = 10000;  // that are averaged over, ≥ batches
    long transient = 200;  // periods before
    long batches = 20;     // for the errors
};

struct LyapunovExponents {
    std::string reason = {};             // why there are none; empty if there are
    bool is_interrupted = false;         // that is why
    std::vector<double> exponents = {};  // the largest first [1/s]
    std::vector<double> errors = {};     // standard errors of them [1/s]
    double impacts_per_period = 0.0;     // [-]
    long periods = 0;                    // averaged over
    double sum_rule_error = 0.0;         // difference of the sides of (2) [1/s]
};

// From the start of the system's problem, which must have a load.
[[nodiscard]] LyapunovExponents lyapunov_exponents(const OrbitSystem& system,
                                                   const LyapunovOptions& options = {},
                                                   const std::atomic<bool>* interrupt = nullptr);

}  // namespace rebond
