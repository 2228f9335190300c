// Time stepping on velocities and impulses [Moreau1988, Jean1999], with the θ-rule for the forces:
//
//     M (v^{i+1} − vⁱ) = h f(t^{i+θ}, q^{i+θ}, v^{i+θ}) + Σ w_k p_k,      q^{i+1} = qⁱ + h v^{i+θ},      (1)
//     for each active contact:   0 ≤ p ⊥ w·v^{i+1} + e w·vⁱ ≥ 0,          otherwise p = 0,               (2)
//
// where contacts have friction, (2) is the law of FrictionalImpact with the smooth motion of the step as u*;
// where they have no mass, MasslessContacts say it of positions. Here x^{i+θ} = (1−θ) xⁱ + θ x^{i+1}. A
// contact is active when its gap is closed at qⁱ (`position`) or would be half a step later (`predicted`).
// For linear models without damping and loads that depend on time
//
//     E^{i+1} − Eⁱ = (½ − θ)(|Δv|²_M + |Δq|²_K) + Σ p w·v^{i+θ}.                                         (3)
//
// The energy-conserving variant [YoongAcaryLegrand2017] gives back what the contacts took, the last sum c of
// (3), to chosen coordinates I, by v += I b and q += h θ I b with
//
//     α b² + β b + c = 0,   α = ½ Iᵀ(M + h²θ²K)I,   β = Iᵀ(M v^{i+1} + hθ(K q^{i+1} − f₀)),              (4)
//
// taking the root nearer to zero. Where contacts gave energy (c > 0) there may be no root: that step is left
// as it is, and counted.
#pragma once

#include "rebond/integration/expected_time.hpp"
#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/refusal.hpp"
#include "rebond/integration/stepping.hpp"

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

// Time stepping on velocities and impulses, with the θ-rule for the forces [Moreau1988, Jean1999].
struct MoreauJean {
    static constexpr Stepping stepping = {};
    enum class Activation { position, predicted };
    double step = 0.0;   // h [s], > 0
    double theta = 0.5;  // θ, in [0, 1]
    Activation activation = Activation::position;
};

// The same, giving back to some coordinates what contacts take [YoongAcaryLegrand2017].
struct MoreauJeanConserving : MoreauJean {
    std::optional<std::vector<Index>> corrected = {};  // counted from 0; absent: those no contact touches
};

[[nodiscard]] Refusal refusal(const Problem& problem, const MoreauJean& scheme);
[[nodiscard]] Outcome integrate_by(const MoreauJean& scheme, const Problem& problem, Recorder& recorder,
                                   const std::atomic<bool>* interrupt);
[[nodiscard]] std::vector<std::string> setting_warnings(const MoreauJean& scheme, const Problem& problem,
                                                        bool resolves_waves);

// Of linear models.
[[nodiscard]] std::optional<ExpectedTime> expected_time(const Problem& problem, const MoreauJean& scheme);

// The step [s] with which a run of a linear model takes about `seconds`: not shorter than one that resolves
// all waves, not longer than the loads and the samples allow. None for other models.
[[nodiscard]] std::optional<double> affordable_step(const Problem& problem, const MoreauJean& scheme,
                                                    double seconds);

[[nodiscard]] Refusal refusal(const Problem& problem, const MoreauJeanConserving& scheme);
[[nodiscard]] Outcome integrate_by(const MoreauJeanConserving& scheme, const Problem& problem,
                                   Recorder& recorder, const std::atomic<bool>* interrupt);

}  // namespace rebond
