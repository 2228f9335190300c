#include "rebond/analysis/close_up.hpp"

#include <algorithm>

namespace rebond {

CloseUpRecord::CloseUpRecord(const Gap& gap, double episode_gap)
    : gap_(gap), episode_gap_(episode_gap), series_(most_points)
{
}

void CloseUpRecord::step(const Instant& now)
{
    if (stage_ == Stage::after) return;
    const Point point{now.t(), gap_at(gap_, now.t(), now.q()), rate_at(gap_, now.t(), now.q(), now.v())};
    if (stage_ == Stage::before) {
        ring_[steps_++ % steps_before] = point;
        return;
    }
    series_.append(point);
    if (pin_next_) series_.pin_newest();
    pin_next_ = false;
    if (is_over(point.time)) stage_ = Stage::after;
}

void CloseUpRecord::contact_begins(Index contact, double t)
{
    if (contact != 0) return;
    touch(t);
    open_ = true;
}

void CloseUpRecord::impact(const Impact& impact)
{
    if (impact.contact != 0) return;
    touch(impact.time);
    leave(impact.end);
}

void CloseUpRecord::sustained(const SustainedContact& phase)
{
    if (phase.contact != 0) return;
    touch(phase.start);
    leave(phase.end);
}

CloseUp CloseUpRecord::close_up() const
{
    CloseUp seen;
    for (const Point& point : series_.points()) {
        seen.time.push_back(point.time);
        seen.gap.push_back(point.gap);
        seen.velocity.push_back(point.velocity);
    }
    return seen;
}

void CloseUpRecord::touch(double t)
{
    if (stage_ == Stage::before) {
        stage_ = Stage::during;
        contact_end_ = t;
        const std::size_t kept = std::min(steps_, steps_before);
        for (std::size_t i = steps_ - kept; i < steps_; ++i) series_.append(ring_[i % steps_before]);
    }
    if (is_over(t)) stage_ = Stage::after;
    if (stage_ == Stage::after) return;
    series_.pin_newest();
    pin_next_ = true;
}

void CloseUpRecord::leave(double t)
{
    open_ = false;
    contact_end_ = std::max(contact_end_, t);
}

}  // namespace rebond
