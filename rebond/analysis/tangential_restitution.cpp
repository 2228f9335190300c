#include "rebond/analysis/tangential_restitution.hpp"

namespace rebond {

void TangentialRecord::contact_ends(const Contact& contact, double t_end, const State& last)
{
    if (velocity_) return;
    has_line_ = has_direction(contact.slide) && is_constant(contact.slide);
    t_end_ = t_end;
    start_.reset();
    if (has_line_ && last.t == t_end) start_ = Sample{t_end, gap_at(contact.slide, last.t, last.q), {}};
    last_ = start_;
}

void TangentialRecord::step(const Contact& contact, const State& now, double window_end)
{
    if (velocity_ || !has_line_) return;
    const Sample here{now.t, gap_at(contact.slide, now.t, now.q),
                      rate_at(contact.slide, now.t, now.q, now.v)};
    // A contact that ended between two steps slides on at its velocity after it.
    if (!start_) last_ = start_ = Sample{t_end_, here.s - *here.u * (here.t - t_end_), here.u};
    if (here.t >= window_end && here.t > last_->t) {
        const double h = here.t - last_->t;
        const double x = (window_end - last_->t) / h;
        double s = last_->s + x * (here.s - last_->s);
        if (last_->u) {
            // The cubic that distance and velocity at both ends determine.
            const double slope = (here.s - last_->s) / h;
            s += h * x * (1.0 - x) * ((1.0 - x) * (*last_->u - slope) - x * (*here.u - slope));
        }
        velocity_ = (s - start_->s) / (window_end - t_end_);
    }
    last_ = here;
}

std::optional<double> TangentialRecord::restitution(const RestitutionRecord& normal) const
{
    if (!velocity_ || !normal.apparent()) return std::nullopt;
    return *velocity_ / *normal.impact_speed();
}

std::string TangentialRecord::why_not(const RestitutionRecord& normal,
                                      const std::vector<Contact>& contacts) const
{
    if (const std::string reason = normal.why_not_apparent(contacts); !reason.empty()) return reason;
    if (!has_line_) return "the contact does not slide along a straight line";
    return velocity_ ? "" : "the window ended within a step";
}

}  // namespace rebond
