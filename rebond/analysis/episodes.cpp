#include "rebond/analysis/episodes.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {

EpisodeRecord::EpisodeRecord(const Model& model, std::size_t contacts, double gap)
    : model_(model), gap_(gap), open_(contacts)
{
}

void EpisodeRecord::contact_begins(Index contact, double t, const State& last)
{
    join(t, t, last);
    open_.begins(contact);
    note_duration();
}

void EpisodeRecord::impact(const Impact& impact, const State& last)
{
    Episode& episode = join(impact.time, impact.end, last);
    ++episode.impacts;
    episode.impulse[0] += impact.impulse;
    episode.impulse[1] += impact.friction;
    if (!std::isnan(impact.peak_force)) note_peak(impact.peak_force);
    episode.energy_loss += impact.energy_loss;
    // The step at its end may be amid the impact: the next one tells the velocity after.
    if (impact.is_over) open_.ends(impact.contact);
    note_duration();
}

void EpisodeRecord::sustained(const SustainedContact& phase, const State& last)
{
    Episode& episode = join(phase.start, phase.end, last);
    episode.impulse[0] += phase.impulse;
    episode.impulse[1] += phase.friction;
    note_peak(phase.peak_force);
    episode.energy_loss += phase.energy_loss;
    if (phase.is_over) open_.ends(phase.contact);
    note_duration();
    // It may be told after the step at its end, even after the last step of the run.
    if (!open_.any() && last.t >= episodes_.back().end) note_velocity_after(last.q, last.v);
}

void EpisodeRecord::step(const Instant& now)
{
    if (awaits_velocity_ && !open_.any() && now.t() >= episodes_.back().end)
        note_velocity_after(now.q(), now.v());
}

// The episode that a contact over [start, end] belongs to: a new one if everything has been open
// for longer than the gap.
Episode& EpisodeRecord::join(double start, double end, const State& last)
{
    const bool begins_another = episodes_.empty() || (!open_.any() && start - episodes_.back().end > gap_);
    if (begins_another) {
        Episode& opened = episodes_.emplace_back();
        opened.start = start;
        opened.end = end;
        opened.mass_centre_velocity_before = model_.mass_centre_velocity(last.q, last.v);
    }
    Episode& episode = episodes_.back();
    episode.end = std::max(episode.end, end);
    episode.mass_centre_velocity_after.reset();
    awaits_velocity_ = true;
    return episode;
}

void EpisodeRecord::note_peak(double force)
{
    std::optional<double>& peak = episodes_.back().peak_force;
    peak = std::max(peak.value_or(0.0), force);
}

void EpisodeRecord::note_duration()
{
    Episode& episode = episodes_.back();
    episode.duration = open_.any() ? std::nullopt : std::optional(episode.end - episode.start);
}

void EpisodeRecord::note_velocity_after(const Vector& q, const Vector& v)
{
    episodes_.back().mass_centre_velocity_after = model_.mass_centre_velocity(q, v);
    awaits_velocity_ = false;
}

}  // namespace rebond
