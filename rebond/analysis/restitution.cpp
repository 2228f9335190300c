#include "rebond/analysis/restitution.hpp"

#include "rebond/contact/contact_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {

void RestitutionRecord::step(double t, double gap, std::optional<double> velocity)
{
    if (is_timing()) {
        if (!gap_at_the_end_) gap_at_the_end_ = t > contact_end_ ? 0.0 : gap;
        if (!open_.any()) end_window(t, gap, velocity);
    }
    last_t_ = t;
    last_gap_ = gap;
    last_velocity_ = velocity;
}

void RestitutionRecord::contact_begins(Index contact, double t, double gap)
{
    touch(contact, t, gap);
    open_.begins(contact);
}

void RestitutionRecord::impact(const Impact& impact, double gap)
{
    touch(impact.contact, impact.time, gap);
    if (!has_impact_) {
        first_time_ = impact.time;
        open_.forget();  // what rests already does not end any flight
    }
    has_impact_ = true;
    const double speed = -impact.velocity_before;
    if (impact.time == first_time_ && speed > impact_speed_.value_or(0.0)) {
        impact_speed_ = speed;
        first_struck_ = impact.contact;
    }
    leave(impact.contact, impact.end);
}

void RestitutionRecord::sustained(const SustainedContact& phase, double gap)
{
    if (has_impact_ && !open_.has(phase.contact)) return;
    touch(phase.contact, phase.start, gap);
    leave(phase.contact, phase.end);
}

void RestitutionRecord::separation(const Separation& separation)
{
    if (is_quiet()) return;
    watched_ = separation.contact;
    mean_velocity_ = separation.velocity;
    is_determined_ = separation.is_determined;
    sensitivity_ = separation.sensitivity;
}

std::optional<double> RestitutionRecord::conditioning() const
{
    if (!sensitivity_ || !impact_speed_) return std::nullopt;
    return std::abs(*sensitivity_) / *impact_speed_;
}

std::optional<double> RestitutionRecord::apparent() const
{
    if (!why_not_apparent().empty()) return std::nullopt;
    return *mean_velocity_ / *impact_speed_;
}

std::string RestitutionRecord::why_not_apparent(const std::vector<Contact>& contacts) const
{
    if (!has_impact_) return "no impact";
    if (!impact_speed_) return "no contact approached at the first impact";
    if (!mean_velocity_ && std::isinf(window_)) return "the bodies had not separated for good at the end";
    if (!mean_velocity_ && open_.any()) return "a contact was closed at the end";
    if (!mean_velocity_)
        return fmt::format("no full window of {:g} s without contact followed an impact", window_);
    if (!is_determined_) return "rounding decides the final separation";
    if (watched_ != first_struck_)
        return fmt::format("{} was hit first, and {} opened last", contact_name(contacts, first_struck_),
                           contact_name(contacts, watched_));
    return "";
}

// A contact closes at t. The window may have ended since the last step, before it did: then the
// watched gap has come down to zero if this is the same contact; if it is another, what the watched
// gap does in the rest of the step is not known and the average ends with the last step.
void RestitutionRecord::touch(Index contact, double t, double gap)
{
    if (is_timing() && !open_.any() && t >= contact_end_ + window_) {
        if (!gap_at_the_end_) gap_at_the_end_ = 0.0;
        if (contact == watched_)
            end_window(t, 0.0, {});
        else if (last_t_ > contact_end_)
            mean_velocity_ = (last_gap_ - *gap_at_the_end_) / (last_t_ - contact_end_);
    }
    if (is_quiet()) return;
    if (watched_ != contact) last_velocity_.reset();
    watched_ = contact;
    last_gap_ = gap;
}

// The contact opens at t and the window starts again.
void RestitutionRecord::leave(Index contact, double t)
{
    open_.ends(contact);
    contact_end_ = std::max(contact_end_, t);
    gap_at_the_end_.reset();
    if (last_t_ == contact_end_) gap_at_the_end_ = last_gap_;
}

// Equation (1), once the window has ended by t, when the gap is `gap`.
void RestitutionRecord::end_window(double t, double gap, std::optional<double> velocity)
{
    const double end = contact_end_ + window_;
    if (t < end) return;
    const bool has_step = last_t_ > contact_end_;
    const double from = has_step ? last_t_ : contact_end_;
    const double gap_from = has_step ? last_gap_ : *gap_at_the_end_;
    const double h = t - from;
    const double s = (end - from) / h;
    double gap_then = gap_from + s * (gap - gap_from);
    if (has_step && velocity && last_velocity_) {
        const double slope = (gap - gap_from) / h;
        gap_then += h * s * (1.0 - s) * ((1.0 - s) * (*last_velocity_ - slope) - s * (*velocity - slope));
    }
    mean_velocity_ = (gap_then - *gap_at_the_end_) / window_;
}

}  // namespace rebond
