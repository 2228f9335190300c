// The apparent coefficient of restitution: what an observer who averages the rebound sees.
//
// The normal velocity of the contact point is averaged over a window after the first contact that
// is followed by a full window without another, and divided by the approach speed at the first
// impact [PaoliSchatzman2007, section 5.3]. The average of a velocity is a difference of gaps, so
// no samples are needed.
#pragma once

#include "rebond/integration/recorder.hpp"

#include <optional>

namespace rebond {

struct RestitutionFindings {
    std::optional<double> apparent;      // [-]
    std::optional<double> mass_centre;   // velocity after the first episode over speed before [-]
    std::optional<double> impact_speed;  // approach speed at the first impact [m/s]
};

class RestitutionBook {
public:
    explicit RestitutionBook(double window) : window_(window) {}

    void step(double t, double gap);
    void impact(const Impact& impact, double gap);
    void sticking(const Sticking& phase, double gap);

    // A full window has passed without contact.
    bool is_quiet() const { return mean_velocity_.has_value(); }
    std::optional<double> apparent() const;
    std::optional<double> impact_speed() const { return impact_speed_; }

private:
    double window_;                        // [s]
    std::optional<double> impact_speed_;   // [m/s]
    std::optional<double> mean_velocity_;  // over the window [m/s]
    double contact_end_ = 0.0;             // [s], of the last contact
    double gap_then_ = 0.0;                // [m]
    double last_t_ = 0.0;
    double last_gap_ = 0.0;
};

}  // namespace rebond
