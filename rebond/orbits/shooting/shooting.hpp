// Periodic motions of any body, by shooting on event_accurate.
//
//     x(t₀ + T; t₀, x₀) = x₀                                                                            (1)
//
// by Newton's iteration with the tangent M = Π S_i Φ_i over the flights and impacts of the run. A flight's Φ
// comes from central differences of the same flight without contacts, which is smooth; an impact's S from
// saltation with the derivative of the impact itself, G = ∂v⁺/∂(q, v), by differences too:
//
//     S = G + (f⁺ − G f⁻ − ∂_t v⁺) ∇φᵀ/φ̇⁻.                                                             (2)
//
// Where contacts last, or several have an impact together, or slide, the tangent is that of differences of
// whole runs. Without loads T is unknown, and an energy and a phase, f(x̂)ᵀ(x₀ − x̂) = 0, close (1). The
// residual is that of runs at the tolerance of the scheme: orbits are right to some 1e-10, less the largest
// multiplier.
#pragma once

#include "rebond/orbits/orbit.hpp"

#include <optional>

namespace rebond {

struct ShootingOptions {
    double tolerance = 1e-7;  // of event_accurate; states are right to its square [-]
    int most_iterations = 25;
    double residual = 1e-9;  // scaled, that ends the iteration [-]
};

// The state after one period with the tangent of it.
struct PeriodMap {
    std::string refusal = {};
    State end = {};
    Matrix tangent = {};
    std::vector<OrbitEvent> events = {};
    bool by_differences = false;  // of whole runs
};

// From a state where no contact is closed.
[[nodiscard]] PeriodMap period_map(const Problem& problem, const State& from, double period,
                                   const ShootingOptions& options = {});

// The tangent by differences of whole runs.
[[nodiscard]] Matrix tangent_by_runs(const Problem& problem, const State& from, double period,
                                     const ShootingOptions& options = {});

// From a guess where no contact is closed. `energy` for bodies without loads, whose period is then unknown
// and `period` its guess.
[[nodiscard]] Orbit shoot(const Problem& problem, const State& guess, double period,
                          const std::optional<double>& energy = {}, const ShootingOptions& options = {});

}  // namespace rebond
