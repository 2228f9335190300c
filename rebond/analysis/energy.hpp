// The energy books of a run.
//
//     E(t) − E(0) = −(lost in impacts) + residual                                          (1)
//
// The residual of (1) is the scheme's own error and is reported, not hidden. Where damping and loads that
// depend on time have a share in it, it says nothing of the scheme, and there is none.
#pragma once

#include "rebond/integration/recorder.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

// Statistics over every step after the first impact, each counted once; null before any impact. An impact
// that lasts, as in time stepping, counts from its beginning.
struct EnergyFindings {
    double initial = 0.0;                      // [J]
    double final = 0.0;                        // [J]
    std::optional<double> max;                 // [J]
    std::optional<double> min;                 // [J]
    std::optional<double> mean;                // [J]
    std::optional<double> relative_deviation;  // (mean − initial)/initial; null if initial is 0
    std::optional<double> relative_std;        // of the steps themselves, √(Σ(E − mean)²/count)/initial
    double lost_in_impacts = 0.0;              // [J]
    std::optional<double> balance_error;       // residual of (1) [J]; null with damping or loads
};

// What a reader should know: books that do not close to a thousandth, energy gained in impacts.
std::vector<std::string> energy_warnings(const EnergyFindings& energy);

class EnergyBook {
public:
    void step(const Instant& now);
    void contact_begins(double t);
    void impact(const Impact& impact);

    // For a model that is conservative or not.
    EnergyFindings findings(double final_energy, bool is_conservative = true) const;

private:
    std::optional<double> initial_;
    double lost_ = 0.0;
    bool has_impact_ = false;
    std::optional<double> contact_begin_;  // of a first contact that lasts [s]
    long count_ = 0;
    double max_ = 0.0;
    double min_ = 0.0;
    double mean_ = 0.0;     // Welford's running mean of E
    double squares_ = 0.0;  // and sum of squared deviations
};

}  // namespace rebond
