// The closed set of schemes, as data: what a scene names and a result records.
#pragma once

#include "rebond/core/types.hpp"

#include <optional>
#include <variant>
#include <vector>

namespace rebond {

// How a scheme advances.
struct Stepping {
    bool is_fixed = true;          // by the step it is given; otherwise that is the largest one
    bool is_explicit = false;      // stable for steps below 2/ω_max only
    bool samples_at_steps = true;  // otherwise it goes to the samples
    bool converges = true;         // as the step shrinks
};

// Newmark flight, impacts located on the step's quadratic [PaoliSchatzman2007, (15)–(17)].
// `printed` takes the state at the impact from that quadratic and loses a little energy at each;
// `resolved` solves the implicit step again up to the impact and does not.
struct EventNewmark {
    static constexpr Stepping stepping = {.samples_at_steps = false};
    enum class Substep { printed, resolved };
    double step = 0.0;  // Δt [s], > 0
    Substep substep = Substep::printed;
};

// The reference: Gauss collocation of order 12 with certified events.
struct EventAccurate {
    static constexpr Stepping stepping = {.is_fixed = false, .samples_at_steps = false};
    double step = 0.0;        // largest step [s]; 0: no limit but the run's samples
    double tolerance = 1e-6;  // of the dense output over a step [-]; its square at the step's end
};

// Exact flight of linear models by their modes, with certified events.
struct EventModal {
    static constexpr Stepping stepping = {.is_fixed = false, .samples_at_steps = false};
    double step = 0.0;  // largest step [s]; 0: no limit but the run's samples
};

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

// Implicit Newmark with multipliers that hold positions of closed contacts, and events of contact and
// release, as printed [Elhady2006, (35)–(43)]. It chatters and makes energy; it is here to show that.
struct LagrangeNewmark {
    static constexpr Stepping stepping = {.converges = false};
    double step = 0.0;  // Δt [s], > 0
};

using Scheme = std::variant<EventNewmark, EventAccurate, EventModal, PaoliSchatzman, PaoliSchatzmanImplicit,
                            MoreauJean, MoreauJeanConserving, LagrangeNewmark>;

inline Stepping stepping_of(const Scheme& scheme)
{
    return std::visit([](const auto& chosen) { return chosen.stepping; }, scheme);
}

// The step, or the largest one; 0: as the scheme chooses [s].
inline double step_of(const Scheme& scheme)
{
    return std::visit([](const auto& chosen) { return chosen.step; }, scheme);
}

}  // namespace rebond
