#include "rebond/integration/event_driven/impact_sequence.hpp"

#include "rebond/contact/contact_names.hpp"
#include "rebond/integration/event_driven/instant_roundings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rebond {
namespace {

// Impacts at one instant that follow from each other, and the part of their speed [-] that may be left of
// them, before what is left is completed with e = 0.
constexpr int most_impacts_at_once = 1'000'000;
constexpr int impacts_between_looks = 4096;  // at the flag of somebody who wants the run to stop
constexpr double left_of_impacts = 1e-10;
constexpr int many_turns = 10'000;
// Impacts in turn of contacts that give all back do not end if the greatest speed of so many turns is that of
// as many before, to this part [-]. A light bead between elastic masses has others, up to ratios of 1e16.
constexpr double unchanged = 1e-9;
// Speeds that have fallen to this part over a quarter of them [-] tend to rest.
constexpr double contracting = 0.99;
// What the body's velocities may miss of those its contacts should have after an impact [-].
constexpr double most_missed = 1e-6;
// What rounding leaves of the speed of a contact that has come to rest [-]: of the fastest contact's at that
// instant, and of the fastest so far.
constexpr double velocity_rounding = 1e-12;
constexpr double speed_rounding = 8.0 * std::numeric_limits<double>::epsilon();

// Whether a law resolves contacts that separate with those that approach: no energy comes of it.
bool is_resolved_with_others(const Contact& contact)
{
    return contact.law.law == Law::outward || contact.law.restitution == 0.0;
}

}  // namespace

ImpactSequence::ImpactSequence(const Problem& problem, Flight& flight, Recorder& recorder,
                               ClosedSet& closed_set, std::vector<Opening>& openings,
                               const std::atomic<bool>* interrupt)
    : problem_(problem),
      flight_(flight),
      recorder_(recorder),
      closed_set_(closed_set),
      openings_(openings),
      interrupt_(interrupt),
      touching_are_resolved_together_(
          std::all_of(problem.contacts.begin(), problem.contacts.end(), is_resolved_with_others)),
      last_impacts_(problem.contacts.size(), -std::numeric_limits<double>::infinity()),
      rates_(problem.contacts.size(), 0.0),
      opened_at_(problem.contacts.size(), problem.initial.t),
      opened_from_(problem.contacts.size(), 0.0),
      heights_(problem.contacts.size(), 0.0),
      is_disturbed_(problem.contacts.size(), 0),
      was_disturbed_(problem.contacts.size(), 0),
      impact_(std::min(contacts(), usual_at_once)),
      bursts_(problem.contacts.size())
{
    staying_.reserve(problem.contacts.size());
    for (Index k = 0; k < contacts(); ++k) opened_from_[k] = flight.gap(k);
}

void ImpactSequence::open(Index contact, double t)
{
    opened_at_[contact] = t;
    opened_from_[contact] = 0.0;
}

std::optional<Failure> ImpactSequence::resolve(const std::vector<Index>& touched, double t, double since,
                                               bool must_rest)
{
    t_ = t;
    since_ = since;
    touched_ = touched;
    turns_.clear();
    has_arrived_ = true;
    double greatest_approach = 0.0;              // [m/s]
    double early = 0.0, late = 0.0;              // the same of impacts halfway to the most, and after
    double turns_before = 0.0, turns_now = 0.0;  // the same of many turns
    const int half = most_impacts_at_once / 2;
    for (int impacts = 0;; ++impacts) {
        const bool is_time_to_look = impacts % impacts_between_looks == impacts_between_looks - 1;
        if (is_time_to_look && interrupt_ != nullptr && *interrupt_) return {};
        gather(touching_are_resolved_together_ ? Gathering::together : Gathering::usual);
        const double speed = approach();
        greatest_approach = std::max(greatest_approach, speed);
        if (impacts > 0 && speed == 0.0) return impacts > 1 ? rest() : std::nullopt;
        if (impacts < half) early = impacts < half / 2 ? 0.0 : std::max(early, speed);
        if (impacts >= half) late = impacts < half + half / 2 ? 0.0 : std::max(late, speed);
        take_turn();
        turns_now = std::max(turns_now, speed);
        if (impacts % many_turns == many_turns - 1) {
            if (gives_all_back() && std::abs(turns_now - turns_before) <= unchanged * turns_now)
                return Failure{Status::event_failed,
                               fmt::format("{}: impacts in turn at one instant without end, as no energy is "
                                           "lost and there is no play",
                                           contact_names(touching_, problem_.contacts)),
                               true};
            turns_before = std::exchange(turns_now, 0.0);
        }
        const bool is_over = speed < left_of_impacts * greatest_approach || tend_to_rest(impacts) ||
                             (must_rest && !gives_all_back());
        if (is_over || impacts >= most_impacts_at_once) {
            const bool contracts = late < contracting * early;
            if (impacts > most_impacts_at_once || (!is_over && !contracts))
                return Failure{
                    Status::event_failed,
                    fmt::format("{}: more than {} impacts in turn at one instant; they do not end",
                                contact_names(touching_, problem_.contacts), most_impacts_at_once)};
            gather(Gathering::all);
            impact_.restitution.head(impact_.size()).setZero();
            has_settled_ = true;
        }
        recorder_.arrival(flight_.now());
        if (auto failure = resolve_impact()) return failure;
        has_settled_ = false;
        touched_.clear();
    }
}

// Notes which contact has the impact, if it is one.
void ImpactSequence::take_turn()
{
    Index approaching = 0, which = 0;
    for (Index i = 0; i < impact_.size(); ++i)
        if (impact_.before(i) < 0.0) {
            ++approaching;
            which = i;
        }
    if (approaching == 1)
        turns_.add(impact_.contacts[which], -impact_.before(which), impact_.restitution(which));
    else
        turns_.clear();
}

// Whether two contacts in turn come to rest and no other contact takes part. Another one that touches may
// have an impact on the way. After many turns each of them is so small that it rests with the two.
bool ImpactSequence::tend_to_rest(int impacts) const
{
    return turns_.tend_to_rest() &&
           (impacts > many_turns || std::all_of(touching_.begin(), touching_.end(), [this](Index k) {
                return openings_[k] == Opening::none || turns_.involve(k);
            }));
}

// One impact of the contacts gathered.
std::optional<Failure> ImpactSequence::resolve_impact()
{
    if (!flight_.mobility(impact_.contacts, impact_.G))
        return Failure{Status::solve_failed, "the mass matrix is not positive"};
    if (!impact_.resolve()) {
        // Stops without play may ask for velocities of rounding size that contradict each other.
        impact_.still(slowest_);
        if (!impact_.resolve())
            return Failure{Status::solve_failed, "the impulses of a simultaneous impact could not be found"};
    }
    if (is_order_lost_) fastest_by_chance_ = std::max(fastest_by_chance_, passed_on());
    if (impact_.is_approximate()) has_settled_ = true;
    least_share_ = std::min(least_share_, impact_.share());
    flight_.apply_impulses(impact_.contacts, impact_.impulses);
    fastest_by_chance_ = std::max(fastest_by_chance_, passed_on_to_others());
    if (!impact_.is_approximate()) refine();
    double missed = std::max(impact_.residual(), missed_velocity());
    if (missed > most_missed && has_stood_still()) missed = 0.0;
    residual_ = std::max(residual_.value_or(0.0), missed);
    if (missed > most_missed)
        return Failure{Status::solve_failed,
                       "velocities after a simultaneous impact are lost in rounding: masses, or gradients of "
                       "gaps, are too many orders of magnitude apart"};
    if (!join_separating() || !flight_.accelerations(impact_.contacts, impact_.free))
        return Failure{Status::solve_failed, "the acceleration at an impact could not be solved"};
    if (!impact_.rest() || !settle())
        return Failure{Status::solve_failed, "the reactions of closed contacts could not be found"};
    record_impacts();
    separate();
    return {};
}

// What impacts in turn leave of the velocities of contacts that touch is their rounding: they rest, or lift.
std::optional<Failure> ImpactSequence::rest()
{
    gather(Gathering::at_rest);
    if (impact_.size() == 0) return {};
    has_settled_ = true;
    auto failure = resolve_impact();
    has_settled_ = false;
    return failure;
}

// Those touched and closed, and those at zero gap that approach or rest. One that has just left rests no
// more, however little it shows, unless those at rest are asked for. Those that separate come with all, and
// together where they have not just had an impact: impacts of a burst take turns.
void ImpactSequence::gather(Gathering who)
{
    impact_.clear();
    touching_.clear();
    beside_.clear();
    int impacting = 0, early = 0;
    double fastest_now = 0.0;  // [m/s]
    for (Index k = 0; k < contacts(); ++k) {
        rates_[k] = flight_.rate(k);
        fastest_now = std::max(fastest_now, std::abs(rates_[k]));
    }
    if (std::exchange(has_arrived_, false)) note_heights();
    fastest_so_far_ = std::max(fastest_so_far_, fastest_now);
    slowest_ = std::max(velocity_rounding * fastest_now, speed_rounding * fastest_so_far_);
    for (Index k = 0; k < contacts(); ++k) {
        const bool is_closed = openings_[k] == Opening::none;
        const bool is_touched = std::find(touched_.begin(), touched_.end(), k) != touched_.end();
        const bool is_touching = touches(k);
        if (is_touching) touching_.push_back(k);
        const bool is_doubtful = !is_closed && !is_touched && may_coincide(k);
        if (is_doubtful && !is_touching) beside_.push_back(k);
        if (!is_closed && !is_touched && !is_touching) continue;
        const double slowest = std::max(slowest_, flight_.rate_rounding(k));
        const bool may_rest = openings_[k] == Opening::open || who == Gathering::at_rest;
        const bool may_separate =
            who == Gathering::all || (who == Gathering::together && openings_[k] != Opening::bounce);
        const bool approaches = rates_[k] < -slowest;
        const bool takes_part =
            is_closed || is_touched ||
            (is_touching && (may_separate || approaches || (may_rest && rates_[k] <= slowest)));
        const double since_impact = t_ - last_impacts_[k];
        const bool is_one_by_one = since_impact > 0.0 || (is_outward(k) && !approaches);
        const bool may_be_early =
            is_doubtful || (is_one_by_one && since_impact <= just_now * problem_.duration);
        if (takes_part && !is_closed) ++impacting;
        if (takes_part && !is_closed && !is_touched && may_be_early) ++early;
        const bool is_still = is_closed || std::abs(rates_[k]) <= slowest;
        if (takes_part) impact_.add(k, problem_.contacts[k].law, is_still ? 0.0 : rates_[k]);
    }
    is_order_lost_ = impacting > 1 && early > 0;
}

bool ImpactSequence::is_outward(Index k) const
{
    return problem_.contacts[k].law.law == Law::outward;
}

// Whether a gap is closed, for all that its rounding, and that of the time, can tell. One that another
// contact has pushed below zero is, and one that had an impact since the instant began. Contacts coincide
// that come from afar: impacts of a burst come ever closer, and a hop near rounding does not rise above it. A
// rate within its rounding does not say that a contact comes at all.
bool ImpactSequence::touches(Index k) const
{
    if (last_impacts_[k] >= since_) return true;
    const auto [closed, near] = touch_distances(flight_, k, t_, rates_[k]);
    return flight_.gap(k) <= closed || comes_within(k, near);
}

// Whether contact k is that near [m] and comes from further away.
bool ImpactSequence::comes_within(Index k, double distance) const
{
    return flight_.gap(k) <= distance && openings_[k] == Opening::open && heights_[k] > distance &&
           rates_[k] < -std::max(slowest_, flight_.rate_rounding(k)) &&
           t_ - last_impacts_[k] > just_now * problem_.duration;
}

// Whether its distance is so near to the one at which contacts coincide that the same motion in other
// coordinates, whose rounding is another, may be on the other side.
bool ImpactSequence::may_coincide(Index k) const
{
    if (openings_[k] != Opening::open || !(rates_[k] < 0.0)) return false;
    const double near = touch_distances(flight_, k, t_, rates_[k]).coincides;
    return flight_.gap(k) > near / doubtful && comes_within(k, doubtful * near);
}

// How high each contact has been [m] since it opened, for all that is known on arrival: a hop that returns
// with u after T has risen by uT/4. What other impacts of the instant make of u afterwards says nothing of
// it.
void ImpactSequence::note_heights()
{
    for (Index k = 0; k < contacts(); ++k)
        heights_[k] = std::max(opened_from_[k], -0.25 * rates_[k] * (t_ - opened_at_[k]));
}

// The greatest speed [m/s] with which those gathered approach; zero if none does.
double ImpactSequence::approach() const
{
    double speed = 0.0;
    for (Index i = 0; i < impact_.size(); ++i) speed = std::max(speed, -impact_.before(i));
    return speed;
}

// The greatest speed [m/s] that the impulse of one contact gives another: how much it matters whether they
// are resolved together or in turn. It does not where e = 0 and none pushes another away: impacts in turn are
// projections then, which tend to the one of all together.
double ImpactSequence::passed_on() const
{
    const Index n = impact_.size();
    bool are_projections = impact_.restitution.head(n).isZero(0.0);
    double speed = 0.0;
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j) {
            if (i == j) continue;
            speed = std::max(speed, std::abs(impact_.G(i, j)) * impact_.impulses(j));
            are_projections = are_projections && impact_.G(i, j) <= 0.0;
        }
    if (are_projections) return 0.0;
    return std::min(speed, impact_.before.head(n).cwiseAbs().maxCoeff());
}

// The same of contacts that were not gathered by chance.
double ImpactSequence::passed_on_to_others() const
{
    const Index n = impact_.size();
    const bool are_projections = impact_.restitution.head(n).isZero(0.0);
    double speed = 0.0;
    for (const Index k : beside_) {
        const double change = flight_.rate(k) - rates_[k];
        if (change > 0.0 || !are_projections) speed = std::max(speed, std::abs(change));
    }
    return speed > 0.0 ? std::min(speed, impact_.before.head(n).cwiseAbs().maxCoeff()) : 0.0;
}

// Whether one of those gathered that approach loses nothing.
bool ImpactSequence::gives_all_back() const
{
    for (Index i = 0; i < impact_.size(); ++i)
        if (impact_.before(i) < 0.0 && impact_.restitution(i) >= 1.0) return true;
    return false;
}

// What the velocities of the body miss, beyond their rounding, of those the law gives its contacts, of the
// fastest contact so far [-].
double ImpactSequence::missed_velocity() const
{
    double missed = 0.0;
    for (Index i = 0; i < impact_.size(); ++i) {
        const Index k = impact_.contacts[i];
        const double off = std::abs(flight_.rate(k) - impact_.after(i)) - flight_.rate_rounding(k);
        if (std::isnan(off)) return std::numeric_limits<double>::infinity();
        missed = std::max(missed, off);
    }
    return fastest_so_far_ > 0.0 ? missed / fastest_so_far_ : 0.0;
}

// Whether all speeds so far are rounding of those that the accelerations here would give in the run: of a
// body at rest nothing is left to compare with.
bool ImpactSequence::has_stood_still()
{
    if (!flight_.accelerations(impact_.contacts, impact_.free)) return false;
    const double acceleration = impact_.free.head(impact_.size()).cwiseAbs().maxCoeff();
    return fastest_so_far_ <= speed_rounding * acceleration * problem_.duration;
}

// G loses what is small beside its largest entries, as the share of a heavy mass on a light bead: the
// velocities of the body, which lose nothing, say what is missing.
void ImpactSequence::refine()
{
    constexpr int most_passes = 6;
    constexpr double negligible = 1e-14;  // of the fastest contact [-]
    double missed = missed_velocity();
    for (int pass = 0; pass < most_passes && missed > negligible; ++pass) {
        pushing_.clear();
        for (Index i = 0; i < impact_.size(); ++i)
            if (impact_.impulses(i) > 0.0) pushing_.push_back(i);
        impulses_.setZero(impact_.size());
        for (const Index i : pushing_) impulses_(i) = impact_.after(i) - flight_.rate(impact_.contacts[i]);
        if (pushing_.size() == 1)
            impulses_(pushing_[0]) /= impact_.G(pushing_[0], pushing_[0]);
        else
            impulses_(pushing_) = impact_.G(pushing_, pushing_).ldlt().solve(impulses_(pushing_)).eval();
        flight_.apply_impulses(impact_.contacts, impulses_);
        const double left = missed_velocity();
        if (!(left < missed)) {
            impulses_ = -impulses_;
            flight_.apply_impulses(impact_.contacts, impulses_);
            return;
        }
        impact_.correct_impulses(impulses_);
        missed = left;
    }
}

// Contacts that touch and were left alone by the impact, which separate: they may be of a burst that ends
// here.
bool ImpactSequence::join_separating()
{
    const Index resolved = impact_.size();
    for (const Index k : touching_) {
        const auto end = impact_.contacts.begin() + resolved;
        if (std::find(impact_.contacts.begin(), end, k) != end) continue;
        const double rate = flight_.rate(k);
        if (rate > 0.0) impact_.add_after_impact(k, rates_[k], rate);
    }
    return impact_.size() == resolved || flight_.mobility(impact_.contacts, impact_.G);
}

// Whether contacts that touch approach now, so that their impact follows at this instant.
bool ImpactSequence::another_approaches() const
{
    return std::any_of(touching_.begin(), touching_.end(), [this](Index k) {
        return flight_.rate(k) < -std::max(slowest_, flight_.rate_rounding(k));
    });
}

// A jolt on a contact that is closed and stays so belongs to its phase.
void ImpactSequence::record_impacts()
{
    // What a contact loses that settles without an impulse belongs to the impact that lifted it.
    Index strongest = 0;
    double lost_without = 0.0;  // [J]
    for (Index i = 0; i < impact_.size(); ++i) {
        if (impact_.impulses(i) > impact_.impulses(strongest)) strongest = i;
        if (!(impact_.impulses(i) > 0.0)) lost_without += impact_.energy_loss(i);
    }
    for (Index i = 0; i < impact_.size(); ++i) {
        const Index k = impact_.contacts[i];
        const Gap& gap = problem_.contacts[k].gap;
        if (!is_constant(gap)) work_.loads -= impact_.impulses(i) * drift_at(gap, t_, flight_.now().q());
        if (!(impact_.impulses(i) > 0.0)) continue;
        const double lost = impact_.energy_loss(i) + (i == strongest ? lost_without : 0.0);
        if (openings_[k] == Opening::none && impact_.stays(i)) {
            closed_set_.jolt(k, impact_.impulses(i), 0.0, lost);
            continue;
        }
        recorder_.impact({.time = t_,
                          .end = t_,
                          .contact = k,
                          .velocity_before = impact_.before(i),
                          .velocity_after = impact_.after(i),
                          .impulse = impact_.impulses(i),
                          .energy_loss = lost});
        recorder_.received(k, impact_.impulses(i), 0.0);
        last_impacts_[k] = t_;
        rates_[k] = flight_.rate(k);
        was_disturbed_[k] = is_disturbed_[k];
        is_disturbed_[k] = 0;
    }
    for (Index k = 0; k < contacts(); ++k) {
        const double change = std::abs(flight_.rate(k) - rates_[k]);
        if (change == 0.0 || change <= flight_.rate_rounding(k)) continue;
        is_disturbed_[k] = 1;
        bursts_.disturb(k);
    }
}

}  // namespace rebond
