#include "rebond/integration/event_driven/rough_sequence.hpp"

#include "rebond/contact/contact_names.hpp"
#include "rebond/integration/event_driven/instant_roundings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rebond {
namespace {

constexpr int most_impacts_at_once = 10'000;
constexpr int impacts_between_looks = 256;  // at the flag of somebody who wants the run to stop
constexpr double left_of_impacts = 1e-12;   // of the greatest approach: what ends impacts in turn [-]
constexpr double alike = 4.0;               // times: sliding velocities of one motion [-]

}  // namespace

RoughSequence::RoughSequence(const Problem& problem, Flight& flight, Recorder& recorder,
                             ClosedSet& closed_set, std::vector<Opening>& openings,
                             const std::atomic<bool>* interrupt)
    : problem_(problem),
      flight_(flight),
      recorder_(recorder),
      closed_set_(closed_set),
      openings_(openings),
      interrupt_(interrupt),
      slidings_(problem.contacts.size(), Sliding::smooth),
      is_stopped_(problem.contacts.size(), 0),
      last_impacts_(problem.contacts.size(), -std::numeric_limits<double>::infinity()),
      is_hit_(problem.contacts.size(), 0),
      told_(problem.contacts.size()),
      several_(std::min<Index>(contacts(), usual_at_once), FrictionalImpact::Answer::least_moving),
      now_(problem.contacts.size()),
      ever_(problem.contacts.size()),
      by_chance_(problem.contacts.size(), 0.0)
{
}

std::optional<Failure> RoughSequence::resolve(const std::vector<Index>& touched, double t, bool must_rest)
{
    begin(t);
    touched_ = touched;
    soonest_return_ = std::numeric_limits<double>::infinity();
    double greatest = 0.0;  // approach [m/s]
    for (int impacts = 0;; ++impacts) {
        if (impacts % impacts_between_looks == impacts_between_looks - 1 && interrupt_ != nullptr &&
            *interrupt_)
            return {};
        gather();
        if (auto failure = measure()) return failure;
        double approach = 0.0;
        for (const Member& member : members_)
            if (approaches(member)) approach = std::max(approach, -member.before(0));
        greatest = std::max(greatest, approach);
        if (approach == 0.0) break;
        if (impacts >= most_impacts_at_once)
            return refused("impacts follow each other at one instant without end");
        recorder_.arrival(flight_.now());
        const bool is_over = impacts > 0 && approach < left_of_impacts * greatest;
        if (auto failure = impact(must_rest || is_over)) return failure;
        if (auto failure = settle()) return failure;
        record();
        touched_.clear();
        for (const Member& member : members_) touched_.push_back(member.contact);
    }
    auto failure = rest();
    forget();
    return failure;
}

std::optional<Failure> RoughSequence::reconsider(std::size_t h, Cause cause, double t, Opening opening)
{
    begin(t);
    const ClosedContact one = closed_set_.independent()[h];
    const Index k = one.contact;
    touched_.clear();
    const bool is_asked_again = shared_ == k && !(t > shared_at_);
    if (one.is_shared() && cause != Cause::stops && !is_asked_again) {
        left_open_ = true;
        shared_ = k;
        shared_at_ = t;
    } else if (cause == Cause::opens) {
        opened_ = k;
        openings_[k] = opening;
    } else if (cause == Cause::stops) {
        stop(k);
    } else if (cause == Cause::paradox) {
        doubted_ = k;
    } else if (cause == Cause::breaks_loose) {
        // Where the body is, unless that is rounding: `closed` has what is seen of the step tried.
        const auto here = flight_.reactions(closed_set_.independent(), h);
        const bool is_told = here && std::abs(here->y()) > flight_.reaction_rounding(h);
        slidings_[k] = sliding_to(is_told ? -here->y() : -one.friction);
    }
    gather();
    auto failure = measure();
    if (!failure) failure = rest();
    forget();
    return failure;
}

// What led to the present question has been answered.
void RoughSequence::forget()
{
    opened_.reset();
    doubted_.reset();
    left_open_ = false;
    std::fill(is_stopped_.begin(), is_stopped_.end(), 0);
}

// Contact k stops sliding, and with it those that the same motion slides.
void RoughSequence::stop(Index k)
{
    is_stopped_[k] = 1;
    const double missed = std::abs(flight_.slide_rate(k));  // by the location of this event
    for (const ClosedContact& other : closed_set_.independent()) {
        const bool is_moving = direction_of(other.sliding) != 0.0 && !other.begins_to_slide;
        const double slip = std::abs(flight_.slide_rate(other.contact));
        const double none = std::max(coincident * slowest_slide(other.contact), alike * missed);
        if (is_moving && slip <= none) is_stopped_[other.contact] = 1;
    }
}

// Whether the gap is closed for all that rounding can tell. Contacts that come from afar coincide within some
// roundings, as in impact_sequence.hpp.
bool RoughSequence::touches(Index k) const
{
    const auto [closed, near] = touch_distances(flight_, k, t_, flight_.rate(k));
    return flight_.gap(k) <= closed || comes_within(k, near);
}

// Whether contact k is that near [m] and comes from further away: a hop that returns with u after T has risen
// by uT/4 only.
bool RoughSequence::comes_within(Index k, double distance) const
{
    const double rate = flight_.rate(k);
    return flight_.gap(k) <= distance && openings_[k] == Opening::open && rate < -slowest(k) &&
           -0.25 * rate * (t_ - last_impacts_[k]) > distance;
}

// Those closed or touched, and those at zero gap that approach or rest.
void RoughSequence::gather()
{
    members_.clear();
    named_.clear();
    beside_.clear();
    for (Index k = 0; k < contacts(); ++k) {
        const double rate = std::abs(flight_.rate(k));
        now_[k].take({.normal = rate, .any = std::max(rate, std::abs(flight_.slide_rate(k)))});
        ever_[k].take(now_[k]);
    }
    int impacting = 0, early = 0;
    for (Index k = 0; k < contacts(); ++k) {
        const bool is_closed = openings_[k] == Opening::none;
        const bool is_touched = std::find(touched_.begin(), touched_.end(), k) != touched_.end();
        const bool may_rest = openings_[k] == Opening::open;
        const double rate = flight_.rate(k);
        const bool joins = touches(k) && (rate < -slowest(k) || (may_rest && rate <= slowest(k)));
        if (!is_closed && !is_touched && !joins) {
            const double near = touch_distances(flight_, k, t_, rate).coincides;
            if (comes_within(k, doubtful * near)) beside_.push_back({k, {rate, flight_.slide_rate(k)}});
            continue;
        }
        members_.push_back({.contact = k, .before = {is_closed ? 0.0 : rate, flight_.slide_rate(k)}});
        named_.push_back(k);
        if (is_closed) continue;
        const double since_impact = t_ - last_impacts_[k];
        ++impacting;
        const bool has_just_had_one = since_impact > 0.0 && since_impact <= just_now * problem_.duration;
        if (!is_touched &&
            (has_just_had_one || flight_.gap(k) > touch_distances(flight_, k, t_, rate).closed))
            ++early;
    }
    is_order_lost_ = impacting > 1 && early > 0;
}

// Mobility and accelerations of those gathered.
std::optional<Failure> RoughSequence::measure()
{
    const auto rows = static_cast<Index>(2 * members_.size());
    if (rows > G_.rows()) {
        G_.resize(rows, rows);
        free_.resize(rows);
        impulses_.resize(rows);
    }
    if (rows == 0) return {};
    if (!flight_.plane_mobility(named_, G_))
        return Failure{Status::solve_failed, "the mass matrix is not positive"};
    group_count_ = find_groups(G_, static_cast<Index>(members_.size()), groups_);
    share_speeds();
    neglect_rounding();
    neglect_tolerated();
    return {};
}

bool RoughSequence::approaches(const Member& member) const
{
    return member.before(0) < 0.0;
}

// One impact in each cluster in which a contact approaches.
std::optional<Failure> RoughSequence::impact(bool must_rest)
{
    for (Index group = 0; group < group_count_; ++group) {
        bool has_impact = false;
        for (std::size_t i = 0; i < members_.size(); ++i)
            has_impact = has_impact || (groups_[i] == group && approaches(members_[i]));
        if (!has_impact) continue;
        if (auto failure = impact_of(group, must_rest)) return failure;
    }
    if (is_order_lost_) find_passed_on();
    apply();
    for (const auto& [k, before] : beside_) {
        const Vector2 given = Vector2(flight_.rate(k), flight_.slide_rate(k)) - before;
        by_chance_[k] = std::max(by_chance_[k], std::min(given.cwiseAbs().maxCoeff(), now_[k].any));
    }
    return {};
}

void RoughSequence::tell_indeterminate(Index contact)
{
    if (indeterminate_at_ == t_) return;
    indeterminate_at_ = t_;
    ++indeterminate_;
    recorder_.indeterminate(contact, t_);
}

std::optional<Failure> RoughSequence::impact_of(Index group, bool must_rest)
{
    places_.clear();
    for (Index i = 0; i < static_cast<Index>(members_.size()); ++i)
        if (groups_[i] == group) {
            places_.push_back(i);
            is_hit_[members_[i].contact] = 1;
        }
    const auto law_of = [&](Index i) {
        ImpactLaw law = problem_.contacts[members_[i].contact].law;
        // One that touches and separates already may be held by the impact of others, and not thrown in.
        if (must_rest || members_[i].is_last || members_[i].before(0) > 0.0) law.restitution = 0.0;
        return law;
    };
    if (places_.size() == 1) {
        Member& member = members_[places_[0]];
        const Index at = 2 * places_[0];
        const PlanarImpact one = planar_impact(G_.block<2, 2>(at, at), member.before, law_of(places_[0]));
        member.impulse = one.impulse;
        member.after = one.after;
        member.energy_loss = one.energy_loss;
        member.reverses = one.reverses;
        if (one.is_bounded) ++bounded_;
        return {};
    }
    several_.clear();
    const auto names = [&] {
        std::vector<Index> contacts;
        for (const Index i : places_) contacts.push_back(members_[i].contact);
        return contact_names(contacts, problem_.contacts);
    };
    // Laws differ in what restitution does: one without any follows the law of the others.
    std::optional<Law> law;
    for (const Index i : places_) {
        if (law_of(i).restitution == 0.0) continue;
        if (law && *law != law_of(i).law)
            return refused(names() +
                           " have an impact together and different laws, which no law covers: give them one");
        law = law_of(i).law;
    }
    if (law == Law::stronge)
        return refused(names() +
                       " have an impact together, and Stronge's law is one of single contacts: take "
                       "impact.law = \"poisson\"");
    for (const Index i : places_) {
        ImpactLaw one = law_of(i);
        one.law = law.value_or(Law::newton);
        several_.add(members_[i].contact, one, members_[i].before, members_[i].before);
    }
    const auto n = static_cast<Index>(places_.size());
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            several_.G.block<2, 2>(2 * i, 2 * j) = G_.block<2, 2>(2 * places_[i], 2 * places_[j]);
    if (!several_.resolve())
        return Failure{Status::solve_failed,
                       "the impulses of a simultaneous impact with friction could not "
                       "be found; moreau_jean may go on"};
    if (several_.is_bounded()) ++bounded_;
    if (several_.has_no_rebound()) ++without_rebound_;
    if (several_.is_indeterminate()) tell_indeterminate(members_[places_.front()].contact);
    for (Index i = 0; i < n; ++i) {
        Member& member = members_[places_[i]];
        member.impulse = several_.impulses.segment<2>(2 * i);
        member.after = several_.after.segment<2>(2 * i);
        if (member.impulse(0) > 0.0 && std::abs(member.after(0)) <= slowest_rebound(member.contact))
            member.after(0) = 0.0;
        member.energy_loss = several_.energy_loss(i);
    }
    return {};
}

// The impulses of all members change the velocities of the body.
void RoughSequence::apply()
{
    for (std::size_t i = 0; i < members_.size(); ++i)
        impulses_.segment<2>(static_cast<Index>(2 * i)) = members_[i].impulse;
    flight_.apply_plane_impulses(named_, impulses_);
    for (const Member& member : members_) {
        const double missed = std::max(std::abs(flight_.rate(member.contact) - member.after(0)),
                                       std::abs(flight_.slide_rate(member.contact) - member.after(1)));
        if (missed > 0.0)  // of the velocities that the law gives
            residual_ = std::max(residual_.value_or(0.0), missed / now_[member.contact].any);
    }
    residual_ = residual_.value_or(0.0);
}

// Impacts whose bounces are too low to be told from rounding are the last ones: they have no rebound.
std::optional<Failure> RoughSequence::settle()
{
    if (auto failure = find_last()) return failure;
    for (Index group = 0; group < group_count_; ++group) {
        const auto is_last = [&](const Member& member) {
            return member.is_last && groups_[&member - members_.data()] == group;
        };
        if (std::none_of(members_.begin(), members_.end(), is_last)) continue;
        if (auto failure = impact_again(group)) return failure;
        for (Member& member : members_)
            if (is_last(member) && member.impulse(0) == 0.0 && member.after(0) > 0.0) stop_hop(member);
    }
    return {};
}

// The impact of a group instead of the one it has had.
std::optional<Failure> RoughSequence::impact_again(Index group)
{
    const auto n = static_cast<Index>(members_.size());
    impulses_.head(2 * n).setZero();
    const auto add = [&](double sign) {
        for (Index i = 0; i < n; ++i)
            if (groups_[i] == group) impulses_.segment<2>(2 * i) += sign * members_[i].impulse;
    };
    add(-1.0);
    if (auto failure = impact_of(group, false)) return failure;
    add(1.0);
    flight_.apply_plane_impulses(named_, impulses_);
    return {};
}

// Others have pushed a contact off that has no impact of its own, too slowly to be told from rounding.
void RoughSequence::stop_hop(Member& member)
{
    const auto i = static_cast<Index>(&member - members_.data());
    impulses_.head(static_cast<Index>(2 * members_.size())).setZero();
    const double impulse = -flight_.rate(member.contact) / G_(2 * i, 2 * i);
    impulses_(2 * i) = impulse;
    work_.loads -= impulse * drift_at(problem_.contacts[member.contact].gap, t_, flight_.now().q());
    flight_.apply_plane_impulses(named_, impulses_);
    member.after = {0.0, flight_.slide_rate(member.contact)};
}

// What presses a contact is its acceleration under the reactions of those at rest.
std::optional<Failure> RoughSequence::find_last()
{
    if (!flight_.plane_accelerations(named_, free_))
        return Failure{Status::solve_failed, "the acceleration at an impact could not be solved"};
    for (Member& member : members_) member.is_resting = member.after(0) == 0.0;
    find_rest([](const Member& member) { return member.is_resting; });
    const FrictionalRest::Verdict verdict = rest_.resolve();
    const bool has_reactions =
        verdict == FrictionalRest::Verdict::found || verdict == FrictionalRest::Verdict::indeterminate;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        Member& member = members_[i];
        const auto at = static_cast<Index>(2 * i);
        const double u = member.after(0);
        double pressed = -free_(at);
        for (Index j = 0; has_reactions && j < rest_.size(); ++j)
            pressed -= G_.block<1, 2>(at, 2 * places_[j]) * rest_.reaction(j);
        if (!(u > 0.0 && pressed > 0.0)) continue;
        const double unseen = unseen_height(flight_, member.contact, pressed, problem_.duration);
        member.is_last = u * u <= 2.0 * pressed * unseen;
        if (!member.is_last && member.impulse(0) > 0.0)
            soonest_return_ = std::min(soonest_return_, 2.0 * u / pressed);
    }
    return {};
}

void RoughSequence::record()
{
    for (const Member& member : members_) {
        if (!(member.impulse(0) > 0.0)) continue;
        const Index k = member.contact;
        const Contact& contact = problem_.contacts[k];
        const auto& now = flight_.now();
        work_.loads -= member.impulse(0) * drift_at(contact.gap, t_, now.q()) +
                       member.impulse(1) * drift_at(contact.slide, t_, now.q());
        if (openings_[k] == Opening::none && member.after(0) == 0.0 && !member.is_jam) {
            closed_set_.jolt(k, member.impulse(0), member.impulse(1), member.energy_loss);
            continue;
        }
        recorder_.impact({.time = t_,
                          .end = t_,
                          .contact = k,
                          .velocity_before = member.before(0),
                          .velocity_after = member.after(0),
                          .impulse = member.impulse(0),
                          .friction = member.impulse(1),
                          .energy_loss = member.energy_loss,
                          .is_jam = member.is_jam,
                          .reverses = member.reverses});
        recorder_.received(k, member.impulse(0), member.impulse(1));
        last_impacts_[k] = t_;
    }
    for (const Member& member : members_)
        if (member.after(0) > 0.0) openings_[member.contact] = Opening::bounce;
}

Failure RoughSequence::refused(const std::string& reason) const
{
    return {Status::event_failed, reason};
}

}  // namespace rebond
