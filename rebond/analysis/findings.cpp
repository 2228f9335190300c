#include "rebond/analysis/findings.hpp"

#include "rebond/integration/compliant_contacts.hpp"
#include "rebond/integration/time_stepping/loads_energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

// Why the mass centre has no coefficient of restitution; empty if it has one.
std::string why_no_mass_centre(const std::vector<Episode>& episodes)
{
    if (episodes.empty()) return "no impact";
    const Episode& first = episodes.front();
    if (!first.mass_centre_velocity_before)
        return "the model has no vertical to measure its mass centre along";
    if (!first.mass_centre_velocity_after) return "the first episode was not over at the end";
    if (*first.mass_centre_velocity_before == 0.0)
        return "the mass centre was at rest before the first episode";
    return "";
}

std::optional<double> mass_centre_restitution(const std::vector<Episode>& episodes)
{
    if (!why_no_mass_centre(episodes).empty()) return std::nullopt;
    const Episode& first = episodes.front();
    return *first.mass_centre_velocity_after / std::abs(*first.mass_centre_velocity_before);
}

// The ball of a ball on a beam, whose model has its force, separates for good or not; no time without contact
// is long enough to tell.
double restitution_window(const AnalysisSpec& spec, const Problem& problem)
{
    for (const Contact& contact : problem.contacts)
        if (contact.law.law == Law::hertz && !is_compliant(contact))
            return std::numeric_limits<double>::infinity();
    return spec.restitution_window;
}

}  // namespace

double episode_gap(const AnalysisSpec& spec, const Problem& problem)
{
    if (spec.episode_gap) return *spec.episode_gap;
    return problem.model->wave_transit().value_or(std::numeric_limits<double>::infinity());
}

Analyst::Analyst(const Problem& problem, const AnalysisSpec& spec, bool stop_when_quiet)
    : problem_(problem),
      stop_when_quiet_(stop_when_quiet),
      last_(problem.initial),
      sample_times_(problem.sample_every),
      energy_(problem.contacts.size(), rounding_of_loads * loads_energy(problem)),
      contacts_(problem.contacts.size()),
      episodes_(*problem.model, problem.contacts.size(), episode_gap(spec, problem)),
      restitution_(problem.contacts.size(), restitution_window(spec, problem)),
      touched_(problem.contacts.size()),
      first_contact_(problem)
{
}

void Analyst::step(const Instant& now)
{
    last_.t = now.t();
    last_.q = now.q();
    last_.v = now.v();
    energy_.step(now);
    episodes_.step(now);
    if (!validity_warning_ && sample_times_.is_due(last_.t)) validity_warning_ = validity_warning();
    if (problem_.contacts.empty()) return;
    const Gap& gap = watched().gap;
    const double window_end = restitution_.window_end();
    restitution_.step(last_.t, gap_at(gap, last_.t, last_.q), rate_at(gap, last_.t, last_.q, last_.v));
    tangential_.step(watched(), last_, window_end);
}

const Contact& Analyst::watched() const
{
    return problem_.contacts[static_cast<std::size_t>(restitution_.watched())];
}

void Analyst::note_contact_end()
{
    if (!restitution_.is_quiet()) tangential_.contact_ends(watched(), restitution_.contact_end(), last_);
}

// The validity_warning of the model to the last state, with its time.
std::optional<std::string> Analyst::validity_warning() const
{
    const auto text = problem_.model->validity_warning(last_.q);
    if (!text) return std::nullopt;
    return fmt::format("after t = {:.3g} s {}", last_.t, *text);
}

void Analyst::work(const Work& done)
{
    energy_.work(done);
}

void Analyst::arrival(const Instant& before)
{
    last_.t = before.t();
    last_.q = before.q();
    last_.v = before.v();
}

void Analyst::contact_begins(Index contact, double t)
{
    energy_.contact_begins(contact, t);
    episodes_.contact_begins(contact, t, last_);
    restitution_.contact_begins(contact, t, last_gap(contact));
}

void Analyst::impact(const Impact& impact)
{
    ++impacts_;
    first_impact_ = std::min(impact.time, first_impact_.value_or(impact.time));  // told when it ends
    last_impact_ = std::max(impact.time, last_impact_.value_or(impact.time));
    energy_.impact(impact);
    contacts_.impact(impact);
    touched_.impact(impact);
    episodes_.impact(impact, last_);
    restitution_.impact(impact, last_gap(impact.contact));
    note_contact_end();
    first_contact_.lasted(impact.contact, impact.time, impact.end, impact.impulse, impact.is_over);
}

void Analyst::sustained(const SustainedContact& phase)
{
    energy_.sustained(phase);
    episodes_.sustained(phase, last_);
    restitution_.sustained(phase, last_gap(phase.contact));
    note_contact_end();
    first_contact_.lasted(phase.contact, phase.start, phase.end, phase.impulse, phase.is_over);
}

void Analyst::separation(const Separation& separation)
{
    restitution_.separation(separation);
}

bool Analyst::enough() const
{
    return stop_when_quiet_ && restitution_.is_quiet();
}

void Analyst::note_absent(Findings& findings) const
{
    const auto note = [&](const std::string& name, const std::optional<double>& value,
                          const std::string& reason) {
        if (!value) findings.absent[name] = reason;
    };
    const EnergyFindings& energy = findings.energy;
    note("energy.max", energy.max, "no impact");
    note("energy.min", energy.min, "no impact");
    note("energy.mean", energy.mean, "no impact");
    note("energy.relative_deviation", energy.relative_deviation,
         energy.mean ? "no energy at first" : "no impact");
    note("energy.relative_std", energy.relative_std, energy.mean ? "no energy at first" : "no impact");
    note("impacts.first_time", findings.first_impact, "no impact");
    note("impacts.last_time", findings.last_impact, "no impact");
    const RestitutionFindings& restitution = findings.restitution;
    note("restitution.apparent", restitution.apparent, restitution_.why_not_apparent(problem_.contacts));
    note("restitution.tangential", restitution.tangential,
         tangential_.why_not(restitution_, problem_.contacts));
    note("restitution.mass_centre", restitution.mass_centre, why_no_mass_centre(findings.episodes));
    note("restitution.impact_speed", restitution.impact_speed,
         impacts_ == 0 ? "no impact" : "no contact approached at the first impact");
    note("restitution.effective", restitution.effective, first_contact_.why_none());
    note("restitution.conditioning", restitution.conditioning,
         "only a ball that has separated from a beam has one");
    if (!problem_.crowd) return;
    const std::string crowded = "so many balls are not followed impact by impact";
    findings.absent["impacts.count"] = crowded;
    for (auto& [name, reason] : findings.absent)
        if (reason == "no impact") reason = crowded;
}

Findings Analyst::findings() const
{
    Findings findings{.final = last_,
                      .energy = energy_.findings(energy_of(problem_, last_).total()),
                      .contacts = contacts_.findings(last_.t),
                      .touched = touched_.findings(problem_.contacts),
                      .impacts = impacts_,
                      .first_impact = first_impact_,
                      .last_impact = last_impact_,
                      .episodes = episodes_.episodes(),
                      .restitution = {.apparent = restitution_.apparent(),
                                      .tangential = tangential_.restitution(restitution_),
                                      .mass_centre = mass_centre_restitution(episodes_.episodes()),
                                      .impact_speed = restitution_.impact_speed(),
                                      .effective = first_contact_.effective_restitution(),
                                      .conditioning = restitution_.conditioning()},
                      .validity_warning = validity_warning_ ? validity_warning_ : validity_warning()};
    note_absent(findings);
    return findings;
}

double Analyst::last_gap(Index contact) const
{
    return gap_at(problem_.contacts[static_cast<std::size_t>(contact)].gap, last_.t, last_.q);
}

}  // namespace rebond
