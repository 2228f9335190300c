// Episodes: bursts of impacts and sustained contacts no two of which are further apart than a gap.
#pragma once

#include "rebond/analysis/open_contacts.hpp"
#include "rebond/integration/recorder.hpp"

#include <array>
#include <optional>
#include <vector>

namespace rebond {

struct Episode {
    double start = 0.0;                   // [s]
    double end = 0.0;                     // [s]
    std::optional<double> duration = {};  // end − start [s]; null if a contact of it outlasted the run
    long impacts = 0;
    std::array<double, 2> impulse = {0.0, 0.0};              // normal, tangential [N s]
    std::optional<double> peak_force = {};                   // [N]; null without a lasting contact
    std::optional<double> mass_centre_velocity_before = {};  // just before `start` [m/s]
    std::optional<double> mass_centre_velocity_after = {};   // at the first step from `end` on [m/s]
    double energy_loss = 0.0;                                // in its impacts [J]
};

// Only the steps next to a contact ask the model for the velocity of its centre of mass.
class EpisodeRecord {
public:
    // `model` must outlive the record.
    EpisodeRecord(const Model& model, std::size_t contacts, double gap);

    // `last` is the state at the last step told, the initial state before the first.
    void contact_begins(Index contact, double t, const State& last);
    void impact(const Impact& impact, const State& last);
    void sustained(const SustainedContact& phase, const State& last);
    void step(const Instant& now);

    const std::vector<Episode>& episodes() const { return episodes_; }

private:
    Episode& join(double start, double end, const State& last);
    void note_peak(double force);
    void note_duration();
    void note_velocity_after(const Vector& q, const Vector& v);

    const Model& model_;
    double gap_;  // [s]
    OpenContacts open_;
    std::vector<Episode> episodes_;
    bool awaits_velocity_ = false;  // after the last episode, which grew since it was last noted
};

}  // namespace rebond
