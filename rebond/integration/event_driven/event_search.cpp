#include "rebond/integration/event_driven/event_search.hpp"

#include "rebond/integration/event_driven/instant_roundings.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rebond {
namespace {

// Landings to locate one impact: secants that rounding misleads give way to halving the bracket, which ends.
constexpr int most_landings = 100, usual_landings = 16;
// Rounding of a time within a step [-], which ends the location of an impact.
constexpr double lead_rounding = 1e-15;
// Looks at a reaction that starts at zero: the first in smooth times [-], then each so much later.
constexpr int looks = 11;
constexpr double first_look = 1e-6;
constexpr double later = 4.0;
// What the motion within a step may be late by, in steps [-]: far more than it is.
constexpr double soon = 1e-3;
// Of the largest reaction seen by them: what is not zero [-].
constexpr double told_from_zero = 1e-10;

}  // namespace

Event EventSearch::first_event(const std::vector<Opening>& openings, double length, bool keep_closed)
{
    Event event{.after = length};
    for (Index k = 0; k < static_cast<Index>(openings.size()); ++k) {
        if (openings[k] == Opening::none) continue;
        const auto after = flight_.first_touch(k);
        if (after && *after <= event.after) event = {.after = *after, .touch = k};
    }
    for (std::size_t h = 0; h < closed_.size(); ++h) {
        const auto after = flight_.first_release(h);
        if (!after || *after > event.after) continue;
        if (*after > 0.0) {
            event = {.after = *after, .release = h};
        } else if (!keep_closed) {
            const auto turn = turn_of(h, length);
            if (turn && turn->after <= event.after) event = *turn;
        }
    }
    for (std::size_t h = 0; h < closed_.size(); ++h) {
        const auto after = flight_.first_transition(h);
        if (!after || *after > event.after) continue;
        if (*after > 0.0 || closed_[h].sliding != Sliding::sticks || !flight_.may_shorten()) {
            event = {.after = *after, .transition = h};
        } else {
            const auto loosened = loosening_of(h, length);
            if (loosened && loosened->after <= event.after) event = *loosened;
        }
    }
    for (std::size_t h = 0; h < closed_.size(); ++h) {
        const auto after = flight_.first_paradox(h);
        if (after && *after <= event.after) event = {.after = *after, .paradox = h};
    }
    return event;
}

// What becomes of the reaction of closed[h], which does not press where the step starts: a release there, a
// plain cut of the step where it presses, or nothing within what the motion resolves.
std::optional<Event> EventSearch::turn_of(std::size_t h, double length)
{
    if (!flight_.may_shorten())
        return closed_[h].reaction < 0.0 ? std::optional<Event>({.release = h}) : std::nullopt;
    const auto reaction = [&](double at) { return reaction_at(h, at); };
    const std::optional<Seen> seen = first_seen(length, flight_.reaction_rounding(h), reaction);
    if (!seen) return std::nullopt;
    if (seen->value > 0.0) return Event{.after = seen->at};
    // Where the reaction is shared the question is whether others can take it over, there and not here.
    return Event{.after = closed_[h].is_shared() ? seen->at : 0.0,
                 .release = h,
                 .opening = seen->at == 0.0 ? Opening::lift : Opening::release};
}

// The same of what is left of friction at closed[h], which sticks: it breaks loose there or holds.
std::optional<Event> EventSearch::loosening_of(std::size_t h, double length)
{
    const double rounding = (1.0 + flight_.friction_of(closed_[h].contact)) * flight_.reaction_rounding(h);
    const auto left = [&](double at) { return friction_left_at(h, at); };
    const std::optional<Seen> seen = first_seen(length, rounding, left);
    if (!seen) return std::nullopt;
    if (seen->value > 0.0) return Event{.after = seen->at};
    Event event{.transition = h};
    if (const auto there = reactions_at(h, seen->at)) event.friction = there->y();
    return event;
}

// The first value of a quantity, about zero where the step starts, that is not zero for all that is known;
// at the start itself only one below zero counts. Nothing within what the motion resolves.
template <typename Quantity>
std::optional<EventSearch::Seen> EventSearch::first_seen(double length, double rounding, Quantity quantity)
{
    const double longest = std::min(length, flight_.smooth_time());
    std::array<Seen, looks> seen{};
    double largest = 0.0;
    for (int look = 0; look < looks; ++look) {
        const double at = std::min(longest, first_look * std::pow(later, look) * longest);
        seen[look] = {.at = at, .value = quantity(at).value_or(0.0)};
        largest = std::max(largest, std::abs(seen[look].value));
    }
    const double start = quantity(0.0).value_or(0.0);
    const double least = std::max(told_from_zero * largest, rounding);
    if (start < -least) return Seen{.at = 0.0, .value = start};
    for (const Seen& one : seen)
        if (std::abs(one.value) > least) return one;
    return std::nullopt;
}

// A Newton step with the velocity there, then secant steps on the landings, kept inside a bracket.
EventSearch::Landing EventSearch::land_on_touch(Index k, double after, double length, double zero,
                                                std::optional<double> sunk)
{
    double above = 0.0;         // last landing with φ > 0
    double below = length;      // first landing with φ < 0, or the end of the step
    bool is_bracketed = false;  // φ < 0 was seen
    double lead_before = 0.0, phi_before = 0.0;
    lead_ = after;
    for (int landing = 0; landing < most_landings; ++landing) {
        if (!flight_.land(lead_)) return Landing::refused;
        const double phi = flight_.gap(k) - zero;
        const double rate = flight_.rate(k);
        const bool has_secant = landing > 0 && phi != phi_before && lead_ != lead_before;
        const double slope = has_secant ? (phi - phi_before) / (lead_ - lead_before) : rate;
        const double step = phi / slope;
        if (std::abs(phi) <= flight_.rounding(k) || std::abs(step) <= lead_rounding * lead_ ||
            (is_bracketed && (below - above) <= lead_rounding * lead_)) {
            return close(k, above > 0.0 ? 0.0 : sunk.value_or(0.0));
        }
        // Grazing: the gap closes no further, or only beyond this step.
        if (phi > 0.0 && (rate >= 0.0 || lead_ == length)) return Landing::passed;
        (phi > 0.0 ? above : below) = lead_;
        is_bracketed = is_bracketed || phi < 0.0;
        lead_before = lead_;
        phi_before = phi;
        const double next = lead_ - step;
        const bool overshoots = phi > 0.0 && below == length && next >= length;
        const bool is_inside = next > above && next < below && landing < usual_landings;
        lead_ = overshoots ? length : is_inside ? next : 0.5 * (above + below);
    }
    if (above > 0.0) return Landing::lost;
    // A flight that starts below the zero it should leave, by the rounding of its start: it leaves from
    // there.
    if (!sunk && phi_before < 0.0) return land_on_touch(k, after, length, zero + phi_before, -phi_before);
    return close(k, sunk.value_or(0.0) - phi_before);  // it never opens
}

// What no rounding explains is not taken away in silence.
EventSearch::Landing EventSearch::close(Index k, double depth)
{
    const auto [closed, coincides] = touch_distances(flight_, k, flight_.time(), flight_.rate(k));
    if (depth > std::max(closed, coincides)) return Landing::lost;
    flight_.close(k);
    return Landing::touched;
}

std::optional<Index> EventSearch::closed_at_landing(const std::vector<Opening>& openings,
                                                    const std::vector<double>& zeros, Index k, double slack)
{
    std::optional<Index> first;
    double longest = 0.0;  // since it closed [s]
    for (Index j = 0; j < static_cast<Index>(openings.size()); ++j) {
        // One that has just left without a speed sinks by what rounding leaves of it.
        const Opening latest = slack > 0.0 ? Opening::open : Opening::bounce;
        if (j == k || openings[j] > latest) continue;
        const double gap = flight_.gap(j) - zeros[j];
        if (slack <= 0.0 && gap >= 0.0) continue;  // as most are, in one look
        const double excess = gap - slack * flight_.rounding(j);
        if (!(excess < 0.0)) continue;
        const double rate = flight_.rate(j);
        if (!(rate < -flight_.rate_rounding(j))) continue;
        const double since = excess / rate;
        if (first && since <= longest) continue;
        first = j;
        longest = since;
    }
    return first;
}

std::optional<std::size_t> EventSearch::pulls_at_landing(double length)
{
    for (std::size_t h = 0; h < closed_.size(); ++h) {
        const auto release = flight_.first_release(h);
        if (!release || !(*release > lead_) || *release > lead_ + soon * length) continue;
        const auto reaction = flight_.reaction(closed_, h);
        if (reaction && *reaction < -flight_.reaction_rounding(h)) return h;
    }
    return std::nullopt;
}

// The reaction fades linearly, so this refines the time of release and hardly the motion.
double EventSearch::release_near(std::size_t h, double after, double length)
{
    return root_near(after, length, [&](double at) { return reaction_at(h, at); });
}

double EventSearch::transition_near(std::size_t h, double after, double length)
{
    const ClosedContact& one = closed_[h];
    if (one.sliding == Sliding::sticks)
        return root_near(after, length, [&](double at) { return friction_left_at(h, at); });
    return root_near(after, length, [&](double at) -> std::optional<double> {
        if (!flight_.land(at)) return std::nullopt;
        return flight_.slide_rate(one.contact);
    });
}

double EventSearch::paradox_near(std::size_t h, double after, double length)
{
    return root_near(after, length, [&](double at) -> std::optional<double> {
        if (!flight_.land(at)) return std::nullopt;
        return flight_.trust(closed_, h);
    });
}

// A few secant steps on a quantity at landings, near `after` where it is about zero.
template <typename Quantity>
double EventSearch::root_near(double after, double length, Quantity quantity)
{
    double near = after;
    double last = std::max(0.0, after - soon * length);
    std::optional<double> value_last = quantity(last);
    for (int secant = 0; secant < 4; ++secant) {
        const std::optional<double> value = quantity(near);
        if (!value || !value_last || *value == *value_last) break;
        const double next = near - *value * (near - last) / (*value - *value_last);
        if (!(next > 0.0 && next <= length) || std::abs(next - after) > soon * length) break;
        last = near;
        value_last = value;
        near = next;
    }
    return near;
}

// μN − |T| of closed[h] [N].
std::optional<double> EventSearch::friction_left_at(std::size_t h, double after)
{
    const auto both = reactions_at(h, after);
    if (!both) return std::nullopt;
    return flight_.friction_of(closed_[h].contact) * both->x() - std::abs(both->y());
}

std::optional<Vector2> EventSearch::reactions_at(std::size_t h, double after)
{
    if (!flight_.land(after)) return std::nullopt;
    return flight_.reactions(closed_, h);
}

std::optional<double> EventSearch::reaction_at(std::size_t h, double after)
{
    if (!flight_.land(after)) return std::nullopt;
    return flight_.reaction(closed_, h);
}

}  // namespace rebond
