// The energy balance of a run.
//
//     E(t) − E(0) = (work of loads) − (lost in damping, impacts and friction) + residual     (1)
//
// where the loads are those that depend on time, and obstacles that move; others have a potential in E. The
// residual of (1) is the scheme's own error and is reported, not hidden.
#pragma once

#include "rebond/analysis/open_contacts.hpp"
#include "rebond/integration/recorder.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

// Statistics over every step after the first impact, each counted once; null before any impact. An impact
// that lasts, as in time stepping, counts from its beginning; a sustained contact is none.
struct EnergyFindings {
    double initial = 0.0;                      // [J]
    double final = 0.0;                        // [J]
    std::optional<double> max;                 // [J]
    std::optional<double> min;                 // [J]
    std::optional<double> mean;                // [J]
    std::optional<double> relative_deviation;  // (mean − initial)/initial; null if initial is 0
    std::optional<double> relative_std;  // of the steps themselves, √(Σ(E − mean)²/count)/|initial|
    double lost_in_impacts = 0.0;        // [J]
    double work_of_loads = 0.0;          // [J]
    double lost_in_damping = 0.0;        // [J]
    double lost_in_friction = 0.0;       // by sliding in sustained contact [J]
    double balance_error = 0.0;          // residual of (1) [J]
    // Kinetic and elastic at the start, or what loads and damping did since, whichever is more [J]; null for
    // a start at rest and no work.
    std::optional<double> at_stake;
    // The same, or the range of the total energy, without what loads and damping did: what the motion had
    // [J].
    double held = 0.0;
    double unseen = 0.0;  // what rounding can do to a body under its loads [J]
};

// What a reader should know: an energy balance that does not close to a thousandth, or to a twentieth of what
// impacts lost, and energy gained in impacts.
std::vector<std::string> energy_warnings(const EnergyFindings& energy);

// What a run may do to energy.
struct EnergyTerms {
    bool is_exact = false;          // the scheme is, up to its tolerance
    bool impacts_may_gain = false;  // by their law
};

// Why the numbers mean nothing, if so: the residual of (1), of either sign, or what impacts gained is more
// energy than there was; a residual is that too which is more than the motion had and a tenth of what loads
// and damping did. Of an exact scheme the residual may be a thousandth of what was at stake, far more
// than the error of its steps, and sliding may give no more than a millionth, the error of its quadrature.
std::optional<std::string> broken_balance(const EnergyFindings& energy, const EnergyTerms& terms);

class EnergyBalance {
public:
    // Energies up to `unseen` [J] are rounding.
    explicit EnergyBalance(std::size_t contacts, double unseen = 0.0) : unseen_(unseen), open_(contacts) {}

    void step(const Instant& now);
    void work(const Work& done);
    void contact_begins(Index contact, double t);
    void impact(const Impact& impact);
    void sustained(const SustainedContact& phase);

    EnergyFindings findings(double final_energy) const;

private:
    struct Statistics {
        long count = 0;
        double max = 0.0;
        double min = 0.0;
        double mean = 0.0;     // Welford's running mean of E
        double squares = 0.0;  // and sum of squared deviations
    };

    void forget_sustained();

    double unseen_;
    std::optional<double> initial_;
    double start_gravity_ = 0.0, at_stake_ = 0.0;
    double lost_ = 0.0;
    Work work_;
    double turnover_ = 0.0;  // of loads and damping: sizes summed [J]
    bool has_impact_ = false;
    OpenContacts open_;
    std::optional<double> first_begin_;  // of the lasting contacts, which may turn out to be impacts [s]
    Statistics statistics_;              // after the first impact, or after first_begin_
};

}  // namespace rebond
