#include "rebond/analysis/sampler.hpp"

#include "rebond/integration/compliant_contacts.hpp"

namespace rebond {
namespace {

// Of a contact; sliding has a sign.
constexpr double open = 0.0, closed = 1.0, slides = 2.0;

}  // namespace

Sampler::Sampler(const Problem& problem, double episode_gap, SampleSink& sink)
    : problem_(problem),
      sink_(sink),
      times_(problem.sample_every),
      last_(problem.initial),
      contacts_(problem.contacts.size())
{
    if (!problem.contacts.empty()) close_up_.emplace(problem.contacts.front().gap, episode_gap);
}

void Sampler::step(const Instant& now)
{
    last_.t = now.t();
    last_.q = now.q();
    last_.v = now.v();
    has_step_ = true;
    if (close_up_) close_up_->step(now);
    if (sampled_ != last_.t && times_.is_due(last_.t)) sample(now.energy());
}

void Sampler::contact_begins(Index contact, double t)
{
    contacts_[contact].state = closed;
    close_up_->contact_begins(contact, t);
}

void Sampler::impact(const Impact& impact)
{
    if (impact.is_over) contacts_[impact.contact].state = open;
    sink_.impact(impact);
    close_up_->impact(impact);
}

void Sampler::sustained(const SustainedContact& phase)
{
    if (phase.is_over) contacts_[phase.contact].state = open;
    sink_.sustained(phase);
    close_up_->sustained(phase);
}

void Sampler::change(const ContactChange& change)
{
    const double direction = change.to ? direction_of(*change.to) : 0.0;
    contacts_[change.contact].state = !change.to ? open : direction == 0.0 ? closed : direction * slides;
}

void Sampler::received(Index contact, double normal, double friction)
{
    contacts_[contact].impulse += normal;
    contacts_[contact].friction += friction;
}

void Sampler::finish()
{
    if (!has_step_) return;
    if (sampled_ != last_.t) sample(energy_of(problem_, last_));
    sink_.add_to_last(contacts_);
}

void Sampler::sample(const Energy& energy)
{
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const Gap& gap = problem_.contacts[k].gap;
        contacts_[k].gap = gap_at(gap, last_.t, last_.q);
        contacts_[k].rate = rate_at(gap, last_.t, last_.q, last_.v);
    }
    sink_.sample({last_, energy, contacts_});
    for (ContactSample& contact : contacts_) contact.impulse = contact.friction = 0.0;
    sampled_ = last_.t;
}

}  // namespace rebond
