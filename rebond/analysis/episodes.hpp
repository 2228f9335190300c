// Episodes: bursts of impacts and sticking phases no two of which are further apart than a gap.
#pragma once

#include "rebond/integration/recorder.hpp"

#include <array>
#include <optional>
#include <vector>

namespace rebond {

struct Episode {
    double start = 0.0;  // [s]
    double end = 0.0;    // [s]
    long impacts = 0;
    std::array<double, 2> impulse = {0.0, 0.0};         // normal, tangential [N s]
    std::optional<double> peak_force;                   // [N]; null without a lasting contact
    std::optional<double> mass_centre_velocity_before;  // [m/s]
    std::optional<double> mass_centre_velocity_after;   // [m/s]
    double energy_loss = 0.0;                           // in its impacts [J]
};

class EpisodeBook {
public:
    explicit EpisodeBook(double gap) : gap_(gap) {}

    // Called after the impacts and phases that happened since the last step.
    void step(double t, std::optional<double> mass_centre_velocity);
    void impact(const Impact& impact);
    void sticking(const Sticking& phase);

    const std::vector<Episode>& episodes() const { return episodes_; }

private:
    Episode& open(double start, double end);

    double gap_;  // [s]
    std::vector<Episode> episodes_;
    std::optional<double> velocity_;  // of the centre of mass at the last step
    bool fresh_ = false;              // the last episode grew since the last step
};

}  // namespace rebond
