// The energy books of a run.
//
//     E(t) − E(0) = −(lost in impacts) + residual                                          (1)
//
// The residual of (1) is the scheme's own error and is reported, not hidden. Where damping and loads that
// depend on time have a share in it, it says nothing of the scheme, and there is none.
#pragma once

#include "rebond/analysis/open_contacts.hpp"
#include "rebond/integration/recorder.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

// Statistics over every step after the first impact, each counted once; null before any impact. An impact
// that lasts, as in time stepping, counts from its beginning; a contact that sticks is none.
struct EnergyFindings {
    double initial = 0.0;                      // [J]
    double final = 0.0;                        // [J]
    std::optional<double> max;                 // [J]
    std::optional<double> min;                 // [J]
    std::optional<double> mean;                // [J]
    std::optional<double> relative_deviation;  // (mean − initial)/initial; null if initial is 0
    std::optional<double> relative_std;   // of the steps themselves, √(Σ(E − mean)²/count)/|initial|
    double lost_in_impacts = 0.0;         // [J]
    std::optional<double> balance_error;  // residual of (1) [J]; null with damping or loads
    // Kinetic and elastic at the start, or what constant loads did since [J]; null for a start without
    // either.
    std::optional<double> at_stake;
};

// What a reader should know: books that do not close to a thousandth, energy gained in impacts.
std::vector<std::string> energy_warnings(const EnergyFindings& energy);

// Whether more energy came from the scheme than there was: the numbers mean nothing.
bool is_broken(const EnergyFindings& energy);

class EnergyBook {
public:
    explicit EnergyBook(std::size_t contacts) : open_(contacts) {}

    void step(const Instant& now);
    void contact_begins(Index contact, double t);
    void impact(const Impact& impact);
    void sticking(const Sticking& phase);

    // For a model that is conservative or not.
    EnergyFindings findings(double final_energy, bool is_conservative = true) const;

private:
    struct Statistics {
        long count = 0;
        double max = 0.0;
        double min = 0.0;
        double mean = 0.0;     // Welford's running mean of E
        double squares = 0.0;  // and sum of squared deviations
    };

    void forget_sticking();

    std::optional<double> initial_;
    double start_gravity_ = 0.0, at_stake_ = 0.0;
    bool has_motion_at_start_ = false;
    double lost_ = 0.0;
    bool has_impact_ = false;
    OpenContacts open_;
    std::optional<double> first_begin_;  // of the lasting contacts, which may turn out to be impacts [s]
    Statistics statistics_;              // after the first impact, or after first_begin_
};

}  // namespace rebond
