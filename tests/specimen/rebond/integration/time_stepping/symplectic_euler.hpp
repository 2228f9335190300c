// Symplectic Euler: explicit time stepping that keeps the energy of free motion near what it was,
//
//     v⁺ = v + h M(q)⁻¹f(t, q, v),      q⁺ = q + h v⁺.                                                (1)
//
// A contact that is closed at q and approaches leaves by Newton's law within the step. First order, stable
// for h < 2/ω_max.
#pragma once

#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/refusal.hpp"
#include "rebond/integration/stepping.hpp"

#include <atomic>

namespace rebond {

struct SymplecticEuler {
    static constexpr Stepping stepping = {.is_explicit = true};
    double step = 0.0;  // h [s], > 0
};

[[nodiscard]] Refusal refusal(const Problem& problem, const SymplecticEuler& scheme);
[[nodiscard]] Outcome integrate_by(const SymplecticEuler& scheme, const Problem& problem, Recorder& recorder,
                                   const std::atomic<bool>* interrupt);

}  // namespace rebond
