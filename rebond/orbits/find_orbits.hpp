// Periodic motions of a problem with a given sequence of impacts: all that a search finds, certified.
//
// A forced system has the period of its loads, times `periods`. One without loads that loses no energy has
// its orbits in families, of which a period or an energy picks members. The search starts Newton's iteration
// at the knots of a grid of times; with one impact it follows every sign change of the one equation that is
// left.
#pragma once

#include "rebond/orbits/impacts/impact_orbit.hpp"
#include "rebond/orbits/orbit.hpp"
#include "rebond/orbits/orbit_system.hpp"

#include <optional>
#include <vector>

namespace rebond {

struct OrbitRequest {
    Sequence sequence = impacts_of(0, 1);
    int periods = 1;                    // of the loads
    std::optional<double> period = {};  // without load [s]
    std::optional<double> energy = {};  // without load [J]
};

struct OrbitOptions {
    bool multipliers = true;
    bool replay = true;
    Index most_dense = 16;  // coordinates up to which all multipliers are found
};

// Throws InputError where the request makes no sense for the problem: a contact that is not there, an energy
// for a forced system, neither period nor energy without load, a period of a forced system.
void check(const OrbitRequest& request, const OrbitSystem& system);

// Those found, the ones whose certificate holds first, then by their largest impulse. Where there are none,
// one orbit whose status says why.
[[nodiscard]] std::vector<Orbit> find_orbits(const OrbitSystem& system, const OrbitRequest& request,
                                             const OrbitOptions& options = {});

// The orbit that a solution is, with what the options ask for.
[[nodiscard]] Orbit orbit_of(const OrbitSystem& system, const ImpactSolution& solution, int periods,
                             const OrbitOptions& options);

// The unknowns of an orbit with impacts only, to go on from it.
[[nodiscard]] ImpactMotion motion_of(const OrbitSystem& system, const Orbit& orbit);

}  // namespace rebond
