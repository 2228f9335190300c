// Paoli and Schatzman's time stepping on positions [PaoliSchatzman2007, (18)–(22)]: impacts are not
// located.
//
// With v^{n+½} = (q^{n+1} − qⁿ)/Δt and the mean velocity vⁿ = (v^{n−½} + v^{n+½})/2, one step is
//
//     M(q̂) a = f(t_n, q̂, vⁿ) + Σ w_k ν_k,        v^{n+½} = v^{n−½} + Δt a                     (1)
//     0 ≤ φ_k(q^{n+1}) + e_k φ_k(q^{n−1})  ⊥  ν_k ≥ 0                                         (2)
//
// with q̂ = qⁿ (explicit: metric and forces frozen at qⁿ, equation (22) with its projection written as
// the reaction it is) or q̂ = (q^{n+1} + 2qⁿ + q^{n−1})/4 = qⁿ + Δt²/4 a (implicit). Second order in free
// flight; the explicit scheme is stable for Δt < 2/ω_max only, the implicit one always. Of gaps that bend,
// w is the gradient at qⁿ: while such a contact lasts the scheme is then symmetric in time, and neither loses
// nor gains energy, where the gradient at q^{n+1} would lose O(Δt) of it.
//
// An impact takes one or two steps and may penetrate by O(Δt). The work of the reaction over a step is
// Δt ν w·vⁿ: with e > 0 it can be positive, so the scheme can gain energy at impacts.
#pragma once

#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/refusal.hpp"
#include "rebond/integration/stepping.hpp"

#include <atomic>

namespace rebond {

// Time stepping on positions, explicit, frozen metric [PaoliSchatzman2007, (18)–(22)].
// Stable only for Δt < 2/ω_max.
struct PaoliSchatzman {
    static constexpr Stepping stepping = {.is_explicit = true};
    double step = 0.0;  // Δt [s], > 0
};

// The same with the Newmark average (q^{n+1} + 2qⁿ + q^{n−1})/4 of positions; no step limit.
struct PaoliSchatzmanImplicit {
    static constexpr Stepping stepping = {};
    double step = 0.0;  // Δt [s], > 0
};

[[nodiscard]] Refusal refusal(const Problem& problem, const PaoliSchatzman& scheme);
[[nodiscard]] Outcome integrate_by(const PaoliSchatzman& scheme, const Problem& problem, Recorder& recorder,
                                   const std::atomic<bool>* interrupt);

[[nodiscard]] Refusal refusal(const Problem& problem, const PaoliSchatzmanImplicit& scheme);
[[nodiscard]] Outcome integrate_by(const PaoliSchatzmanImplicit& scheme, const Problem& problem,
                                   Recorder& recorder, const std::atomic<bool>* interrupt);

}  // namespace rebond
