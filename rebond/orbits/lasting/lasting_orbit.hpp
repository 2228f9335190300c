// Periodic motion in which contacts last, by shooting from a release.
//
// The unknowns are the state x₀ and the time t₀ of one release of contact c; the flight is followed through
// the events of the sequence, each located by a certified first root, until t₀ + T, where c is closed again:
//
//     φ_c(x₀) = 0,    φ̇_c(x₀) = 0,    ν_c(t₀, x₀) = 0,    x(t₀ + T; t₀, x₀) = x₀                       (1)
//     ∂x(t₀ + T)/∂x₀ = M = Π S_i Φ(τ_i),      ∂x(t₀ + T)/∂t₀ = f(t₀ + T) − M f(t₀)                     (2)
//
// with S of saltation.hpp, and S = I at releases. Two of the 2n + 3 equations say nothing new, for c stays
// closed: least squares. A contact with restitution closes by impacts that accumulate: they are resolved one
// by one down to 1e-8 of the first speed, and take 2ev/(a(1 − e)) from the last one on. Where a contact
// closes at speed zero, (2) has no S, and the orbit no multipliers.
#pragma once

#include "rebond/orbits/find_orbits.hpp"
#include "rebond/orbits/proof/flight_proof.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct LastingMotion {
    Sequence sequence = {};  // its first item is the release that the motion starts with
    double period = 0.0;     // T [s]
    State release = {};      // t₀, x₀
};

// One flight of such a motion.
struct LastingFlight {
    std::vector<Index> closed = {};
    FlowMotion motion = {};
    double length = 0.0;  // [s]
    std::vector<FlightStart> starts = {};
    std::optional<Index> last = {};  // the contact of the event at its end
    bool is_bounce = false;          // one of many that accumulate
};

struct LastingRun {
    std::string refusal = {};  // why the sequence was not followed; empty if it was
    State end = {};
    Matrix monodromy = {};
    bool has_multipliers = true;
    std::vector<OrbitEvent> events = {};
    std::vector<LastingFlight> flights = {};
    Vector residual = {};  // (1), scaled
    Matrix jacobian = {};  // by (q, v, t₀)
};

[[nodiscard]] LastingRun run_lasting(const OrbitSystem& system, const LastingMotion& motion);

struct LastingSolution {
    OrbitStatus status = OrbitStatus::not_converged;
    std::string reason = {};
    LastingMotion motion = {};
    double residual = 0.0;  // scaled [-]
};

// Newton's iteration from a guess.
[[nodiscard]] LastingSolution solve_lasting(const OrbitSystem& system, LastingMotion guess);

// The orbit that a solution is.
[[nodiscard]] Orbit orbit_of(const OrbitSystem& system, const LastingSolution& solution, int periods,
                             const OrbitOptions& options);

// Orbits with this sequence. With one coordinate the releases are known, for the state at one is; with more
// the guesses are what runs from rest settle to.
[[nodiscard]] std::vector<LastingSolution> search_lasting(const OrbitSystem& system, const Sequence& sequence,
                                                          int periods);

}  // namespace rebond
