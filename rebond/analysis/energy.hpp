// The energy books of a run.
//
//     E(t) − E(0) = −(lost in impacts) + residual                                          (1)
//
// No model has external work or damping beyond its gravity and springs yet; the residual of (1) is
// the scheme's own error and is reported, not hidden.
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
    double balance_error = 0.0;                // residual of (1) [J]
};

// What a reader should know: books that do not close to a thousandth, energy gained in impacts.
std::vector<std::string> energy_warnings(const EnergyFindings& energy);

class EnergyBook {
public:
    void step(const Instant& now);
    void contact_begins(double t);
    void impact(const Impact& impact);
    EnergyFindings findings(double final_energy) const;

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
