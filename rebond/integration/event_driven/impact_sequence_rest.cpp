// Of contacts at one instant: whose bounces are over, and which stay closed (impact_sequence.hpp).
#include "rebond/integration/event_driven/impact_sequence.hpp"
#include "rebond/integration/event_driven/instant_roundings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

// Flights between impacts below this fraction of a step [-] are not resolved by it.
constexpr double unresolved = 1e-6;

}  // namespace

// Bounces too low to be told from rounding are over: the contact takes what is left of its velocity. Not so
// between impacts in turn, which come to rest together or not at all: to end those of one contact alone would
// change the velocities of the others by as much as is left.
bool ImpactSequence::settle()
{
    if (!has_settled_ && another_approaches()) return true;
    const Index n = impact_.size();
    resting_.clear();
    bouncing_.clear();
    settling_.clear();
    for (Index i = 0; i < n; ++i) {
        if (impact_.after(i) == 0.0) resting_.push_back(i);
        if (!(impact_.after(i) > 0.0)) continue;
        if (bounces_below_rounding(i))
            settling_.push_back(i);
        else
            bouncing_.push_back(i);
    }
    if (bouncing_.size() + settling_.size() > 1) {
        bouncing_.insert(bouncing_.end(), settling_.begin(), settling_.end());
        roundings_.resize(n);
        const double pressed = impact_.free.head(n).cwiseAbs().maxCoeff();
        for (Index i = 0; i < n; ++i) roundings_(i) = height_of_rest(i, pressed);
        trapped_.find(impact_.G.topLeftCorner(n, n), impact_.after.head(n), impact_.free.head(n), roundings_,
                      resting_, bouncing_);
        for (const Index i : bouncing_)
            if (std::find(settling_.begin(), settling_.end(), i) == settling_.end()) settling_.push_back(i);
    }
    if (settling_.empty()) return !has_settled_ || impact_.rest();
    for (const Index i : settling_) {
        const double pressed = std::abs(impact_.acceleration(i)), unseen = unseen_height_of(i, pressed);
        if (impact_.after(i) * impact_.after(i) > 2.0 * pressed * unseen)
            bursts_.end(height_of_rest(i, pressed), unseen);
    }

    resting_.insert(resting_.end(), settling_.begin(), settling_.end());
    impulses_.setZero(n);
    if (n == 1)
        impulses_(0) = -impact_.after(0) / impact_.G(0, 0);
    else
        impulses_(resting_) = -impact_.G(resting_, resting_).ldlt().solve(impact_.after(resting_));
    flight_.apply_impulses(impact_.contacts, impulses_);
    impact_.add_impulses(impulses_, resting_);
    return impact_.rest();
}

double ImpactSequence::unseen_height_of(Index i, double pressed) const
{
    return unseen_height(flight_, impact_.contacts[i], pressed, problem_.duration);
}

// The height up to which a bounce counts as rest [m].
double ImpactSequence::height_of_rest(Index i, double pressed) const
{
    return bursts_.height(unseen_height_of(i, pressed), t_ / problem_.duration);
}

// Whether a contact, leaving at u⁺ under the acceleration −a, would rise by less than the rounding of its
// gap, or be back within that of the run's time: a gap that flights leave and reach at exactly zero has none.
// Where the step does not resolve the bounces, and so not their acceleration, the last flight tells their
// height, if no other contact has had an impact meanwhile.
bool ImpactSequence::bounces_below_rounding(Index i) const
{
    const Index k = impact_.contacts[i];
    const double pressed = -impact_.acceleration(i);
    const double rounding = height_of_rest(i, pressed);
    const double after = impact_.after(i);
    if (pressed > 0.0 && after * after <= 2.0 * pressed * rounding) return true;
    const bool comes_from_a_bounce = openings_[k] != Opening::none && impact_.before(i) < 0.0;
    if (!comes_from_a_bounce || !(impact_.impulses(i) > 0.0) || is_disturbed_[k]) return false;
    const double flight = t_ - last_impacts_[k];
    return flight <= unresolved * flight_.next_step() && -impact_.before(i) * flight <= 4.0 * rounding;
}

// Each closed contact leaves or stays; of those that stay, the ones that the reactions press are independent
// first.
void ImpactSequence::separate()
{
    staying_.clear();
    for (const bool is_pressed : {true, false})
        for (Index i = 0; i < impact_.size(); ++i)
            if (impact_.stays(i) && impact_.is_pressed(i) == is_pressed)
                staying_.push_back(impact_.contacts[i]);
    closed_set_.close_only(staying_, t_);
    if (has_settled_) closed_set_.still();
    renew_openings();
    soonest_return_ = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < impact_.size(); ++i) {
        const Index k = impact_.contacts[i];
        const double after = impact_.after(i), pressed = -impact_.acceleration(i);
        if (!(after > 0.0 && pressed > 0.0)) continue;
        soonest_return_ = std::min(soonest_return_, 2.0 * after / pressed);
        bursts_.leave(k, 0.5 * after * after / pressed, unseen_height_of(i, pressed), was_disturbed_[k] != 0);
    }
    for (Index i = 0; i < impact_.size(); ++i) open(impact_.contacts[i], t_);
    for (Index i = 0; i < impact_.size(); ++i)
        openings_[impact_.contacts[i]] = impact_.stays(i) ? Opening::none
                                         : lifts(i)       ? Opening::lift
                                                          : Opening::bounce;
}

// Whether what opens a contact is its acceleration rather than its velocity, which counts for less than the
// rounding of the run's time.
bool ImpactSequence::lifts(Index i) const
{
    return std::abs(impact_.after(i)) <= time_rounding * problem_.duration * impact_.acceleration(i);
}

// A contact that was about to lift is thrown off instead.
void ImpactSequence::renew_openings()
{
    for (Index k = 0; k < contacts(); ++k) {
        const bool lifts = openings_[k] == Opening::lift || openings_[k] == Opening::release;
        if (lifts && flight_.rate(k) > 0.0 && is_disturbed_[k]) openings_[k] = Opening::bounce;
    }
}

}  // namespace rebond
