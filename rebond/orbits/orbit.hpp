// A periodic motion and what is known of it: values, nothing that computes.
//
// Times are the load's own where there is a load; otherwise time zero is the first event.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/orbits/sequence.hpp"

#include <complex>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct OrbitEvent {
    double time = 0.0;  // [s]
    Index contact = 0;
    EventKind kind = EventKind::impact;
    double impulse = 0.0;          // [N s]; of a closing, of all its impacts together
    double velocity_before = 0.0;  // of the gap [m/s]
    double velocity_after = 0.0;
    double end = 0.0;  // of a closing: when its impacts have ended and the contact presses [s]
    int impacts = 1;   // how many were resolved; of impacts that accumulate many, of a release none
};

// What was proved of an orbit, and how far.
struct Certificate {
    bool holds = false;
    double residual = 0.0;                   // scaled, of its equations [-]
    double least_impulse = 0.0;              // [N s]; negative: no contact pulls
    std::optional<double> minimum_gap = {};  // least of the gaps' minima inside flights [m]; none: no minimum
    double minimum_gap_time = 0.0;           // [s]
    Index minimum_gap_contact = 0;
    std::optional<double> minimum_reaction = {};  // least inside lasting contacts [N]
    std::optional<double> replay_error = {};      // of the state after one period, run from there [-]
    std::string refusal = {};                     // why it does not hold: a sentence
};

enum class OrbitStatus {
    ok,
    not_converged,  // Newton's iteration has no solution near the guess, or loses its digits
    at_a_pole,      // the period is that of a mode, and impulses grow without bound
    not_served      // the system has no such orbits here; `reason` says why
};

std::string_view name_of(OrbitStatus status);

struct Orbit {
    OrbitStatus status = OrbitStatus::ok;
    std::string reason = {};  // empty when ok

    Sequence sequence = {};
    int load_periods = 0;  // p of P(p, k); 0: no load
    double period = 0.0;   // T [s]
    double energy = 0.0;   // [J]; mean over a period where it is not constant
    std::vector<OrbitEvent> events = {};
    State state = {};  // just after the first event; where a contact lasts, at its release

    // Floquet multipliers, the largest first; empty where the orbit has none or they were not asked for.
    // Where `multipliers_are_all` is false only those outside the unit circle are there.
    std::vector<std::complex<double>> multipliers = {};
    bool multipliers_are_all = true;
    std::optional<double> trace = {};  // of the monodromy matrix
    std::optional<bool> stable = {};   // none where there are no multipliers
    int unstable = 0;                  // multipliers outside the unit circle

    Certificate certificate = {};

    bool is_ok() const { return status == OrbitStatus::ok; }
};

}  // namespace rebond
