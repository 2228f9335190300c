// Implicit Newmark with Lagrange multipliers on positions, and events of contact and release, as printed
// [Elhady2006, (35)–(43) and section 4], with its misprints mended: θ = ¼, η = ½ and
//
//     q̃ = q + Δt q̇ + ½Δt²(1 − 2θ) q̈,           q = q̃ + θΔt² q̈,
//     q̇̃ = q̇ + Δt(1 − η) q̈,                     q̇ = q̇̃ + ηΔt q̈,                                       (1)
//     (M + ηΔt C + θΔt² K) q̈ = R − C q̇̃ − K q̃ + Σ w N + t T,
//     w·q̈ = −φ(q̃)/(θΔt²)  for each closed contact φ.                                                  (2)
//
// A gap that closes within a step, or a normal force that vanishes, is an event, at the time where the
// straight line between its values at both ends passes zero. The contact of the earliest one is closed or
// opened, and the step is taken again, until it has no event. With friction a closed contact sticks where it
// is, t·q fixed like w·q, unless that takes |T| > μN; then T = ±μN.
//
// Nothing here changes a velocity at contact. (2) makes the first step undo the whole approach by a force of
// size v/Δt, which is still in q̈ when the next step predicts. That one would have to pull, so the contact
// opens, and what the force did between gap 0 and the gap it is thrown to is energy from nowhere:
//
//     E⁺ − E⁻ = ½ (N + N⁺)(φ⁺ − φ)  for each contact and step, beside the work of friction.            (3)
//
// Contacts chatter, forces grow as 1/Δt and energy with each release. The scheme is here because it was
// published; `moreau_jean` is the one to use.
#pragma once

#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/refusal.hpp"
#include "rebond/integration/stepping.hpp"

#include <atomic>
#include <string>
#include <vector>

namespace rebond {

// Implicit Newmark with multipliers that hold positions of closed contacts, and events of contact and
// release, as printed [Elhady2006, (35)–(43)]. It chatters and makes energy; it is here to show that.
struct LagrangeNewmark {
    static constexpr Stepping stepping = {.converges = false};
    double step = 0.0;  // Δt [s], > 0
};

[[nodiscard]] Refusal refusal(const Problem& problem, const LagrangeNewmark& scheme);
[[nodiscard]] Outcome integrate_by(const LagrangeNewmark& scheme, const Problem& problem, Recorder& recorder,
                                   const std::atomic<bool>* interrupt);
[[nodiscard]] std::vector<std::string> setting_warnings(const LagrangeNewmark& scheme, const Problem& problem,
                                                        bool resolves_waves);

}  // namespace rebond
