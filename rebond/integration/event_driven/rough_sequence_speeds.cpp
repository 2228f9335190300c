// Of contacts with friction: the speeds with which those are compared that rounding leaves, or that impulses
// miss (rough_sequence.hpp).
#include "rebond/integration/event_driven/rough_sequence.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double speed_rounding = 1e-13;               // of the speeds so far: what rounding leaves [-]
constexpr double tolerated = 4.0 * coulomb_tolerance;  // of the present speeds: what impulses miss [-]
// Of the present speeds: what the impulses of several miss of velocities along contacts [-].
constexpr double shown = 200.0 * coulomb_tolerance;

}  // namespace

// An instant begins.
void RoughSequence::begin(double t)
{
    t_ = t;
    std::fill(now_.begin(), now_.end(), Speeds{});
    std::fill(is_hit_.begin(), is_hit_.end(), 0);
}

// What rounding leaves of the normal velocity of contact k [m/s].
double RoughSequence::slowest(Index k) const
{
    return std::max(speed_rounding * ever_[k].normal, flight_.rate_rounding(k));
}

// The same along the contact.
double RoughSequence::slowest_slide(Index k) const
{
    return std::max(speed_rounding * ever_[k].any, flight_.slide_rate_rounding(k));
}

// What rounding leaves of the rebound of contact k [m/s].
double RoughSequence::slowest_rebound(Index k) const
{
    return speed_rounding * ever_[k].normal;
}

// What the impulses of several miss of the velocity along contact k [m/s].
double RoughSequence::slowest_slide_after_several(Index k) const
{
    return shown * now_[k].any;
}

// Those that move each other have the speeds of all of them.
void RoughSequence::share_speeds()
{
    for (std::vector<Speeds>* speeds : {&now_, &ever_})
        for (Index group = 0; group < group_count_; ++group) {
            Speeds fastest;
            for (std::size_t i = 0; i < members_.size(); ++i)
                if (groups_[i] == group) fastest.take((*speeds)[members_[i].contact]);
            for (std::size_t i = 0; i < members_.size(); ++i)
                if (groups_[i] == group) (*speeds)[members_[i].contact] = fastest;
        }
}

void RoughSequence::neglect_rounding()
{
    for (Member& member : members_) {
        if (std::abs(member.before(0)) <= slowest(member.contact)) member.before(0) = 0.0;
        if (std::abs(member.before(1)) <= slowest_slide(member.contact)) member.before(1) = 0.0;
        member.after = member.before;
    }
}

// The impulses of several are found to a tolerance: normal velocities below it are none, and are taken away.
void RoughSequence::neglect_tolerated()
{
    places_.clear();
    for (Index i = 0; i < static_cast<Index>(members_.size()); ++i) {
        Member& member = members_[i];
        const Index k = member.contact;
        if (std::abs(member.before(0)) > std::max(tolerated * now_[k].any, slowest(k))) continue;
        if (std::count(groups_.begin(), groups_.end(), groups_[i]) == 1) continue;
        member.before(0) = member.after(0) = 0.0;
        places_.push_back(i);
    }
    if (places_.empty()) return;
    const auto n = static_cast<Index>(places_.size());
    system_.resize(n);
    for (Index i = 0; i < n; ++i) {
        system_.side(i) = -flight_.rate(members_[places_[i]].contact);
        for (Index j = 0; j < n; ++j) system_.entry(i, j) = G_(2 * places_[i], 2 * places_[j]);
    }
    system_.solve();
    impulses_.head(static_cast<Index>(2 * members_.size())).setZero();
    for (Index i = 0; i < n; ++i) impulses_(2 * places_[i]) = system_.side(i);
    flight_.apply_plane_impulses(named_, impulses_);
}

// The greatest speeds that the impulse of one contact gives another.
void RoughSequence::find_passed_on()
{
    for (Index i = 0; i < static_cast<Index>(members_.size()); ++i) {
        const Index k = members_[i].contact;
        for (Index j = 0; j < static_cast<Index>(members_.size()); ++j) {
            if (i == j || groups_[i] != groups_[j]) continue;
            const Vector2 given = G_.block<2, 2>(2 * i, 2 * j) * members_[j].impulse;
            by_chance_[k] = std::max(by_chance_[k], std::min(given.cwiseAbs().maxCoeff(), now_[k].any));
        }
    }
}

double RoughSequence::fastest_by_chance() const
{
    return *std::max_element(by_chance_.begin(), by_chance_.end());
}

double RoughSequence::part_by_chance() const
{
    double part = 0.0;
    for (Index k = 0; k < contacts(); ++k)
        if (by_chance_[k] > 0.0) part = std::max(part, by_chance_[k] / ever_[k].any);
    return part;
}

}  // namespace rebond
