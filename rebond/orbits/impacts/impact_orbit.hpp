// Periodic motion with k impacts and no lasting contact: impulses P_i at times t_i, 2k unknowns whatever n.
//
//     gap_i:   g_f(t_i) + Σ_m Γ(t_i − t_m) P_m = 0                                                     (1)
//     rate_i:  g_f′(t_i) + Σ_m Γ′(t_i − t_m) P_m + κ_i P_i = 0,      κ = w(1 − e)/(2(1 + e))           (2)
//
// where g_f is the gap under the loads alone, Γ is green_function.hpp, w = wᵀM⁻¹w and the own term of (2) is
// the mean of both sides, Γ′(0) − w/2; Newton's law follows: u⁻ = −wP/(1 + e), u⁺ = e wP/(1 + e). With rigid
// motions their means join the unknowns and the balance of momentum over a period the equations,
//
//     Σ_i P_i ρ_rᵀw_i + T ρ_rᵀf₀ = 0.                                                                  (3)
//
// Without load t_1 stays, T is unknown, and Σ P_i rate_i vanishes by itself where no energy is lost: one
// equation less than unknowns, a family. A row for the period or the energy closes it, and least squares take
// the equation that says nothing new. The method is that of [ThorinDelezoideLegrand2017].
#pragma once

#include "rebond/orbits/impacts/green_function.hpp"
#include "rebond/orbits/orbit.hpp"
#include "rebond/orbits/orbit_system.hpp"

#include <optional>
#include <vector>

namespace rebond {

// The unknowns, and what they are of.
struct ImpactMotion {
    std::vector<Index> contacts = {};  // of the impacts in order of time
    double period = 0.0;               // T [s]
    Vector impulses = {};              // P [N s]
    Vector times = {};                 // t [s]
    Vector means = {};                 // of rigid motions, undamped ones first

    Index count() const { return static_cast<Index>(contacts.size()); }
    Index size() const { return 2 * count() + means.size() + 1; }

    // P, t, the means, T.
    Vector packed() const;
    void unpack(const Vector& unknowns);
};

// (1) to (3) and their exact derivatives by the packed unknowns.
struct ImpactEquations {
    Vector residual = {};
    Matrix jacobian = {};
    Vector scale = {};  // size of the terms of each row: the residual over it is without unit

    double scaled_residual() const;
};
[[nodiscard]] ImpactEquations impact_equations(const OrbitSystem& system, const ImpactMotion& motion);

// The energy [J] of a motion that loses none, and its derivatives by the packed unknowns.
struct MotionEnergy {
    double value = 0.0;
    Vector gradient = {};
};
[[nodiscard]] MotionEnergy motion_energy(const OrbitSystem& system, const ImpactMotion& motion);

// What closes a family of orbits without load. With a load the period is the load's and nothing is left open.
struct Closure {
    std::optional<double> period = {};  // [s]
    std::optional<double> energy = {};  // [J]
};

struct ImpactSolution {
    OrbitStatus status = OrbitStatus::not_converged;
    std::string reason = {};
    ImpactMotion motion = {};
    double residual = 0.0;  // scaled [-]
    int iterations = 0;
};

// Newton's iteration from a guess. `motion.period` of a forced system is taken as given.
[[nodiscard]] ImpactSolution solve_impacts(const OrbitSystem& system, ImpactMotion guess,
                                           const Closure& closure);

// The flight that starts just after impact i, where its contacts are.
[[nodiscard]] FlowMotion flight_after(const OrbitSystem& system, const ImpactMotion& motion, Index i);

// Impulses and means that fulfil (1) and (3) for given times and period; none at a pole.
[[nodiscard]] bool fit_impulses(const OrbitSystem& system, ImpactMotion& motion);

// How many means there are.
[[nodiscard]] Index mean_count(const OrbitSystem& system);

}  // namespace rebond
