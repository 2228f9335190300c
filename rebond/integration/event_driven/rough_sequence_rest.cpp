// Of contacts with friction at one instant: which stay closed, and how they slide (rough_sequence.hpp).
#include "rebond/integration/event_driven/rough_sequence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int most_jams_at_once = 100;
constexpr double held = 1e-12;  // of its mobility: what is left to a contact that cannot move [-]

}  // namespace

// The members at places_, as rest_ takes them.
void RoughSequence::fill_rest()
{
    rest_.clear();
    for (const Index i : places_) {
        const Member& member = members_[i];
        const Index k = member.contact;
        const double rounding = slowest_slide(k);
        // What the impulses of several miss of normal velocities shows in the sliding ones.
        const bool is_exact = !is_hit_[k] || members_.size() == 1;
        const double still = is_exact ? rounding : std::max(rounding, slowest_slide_after_several(k));
        double slip = std::abs(member.after(1)) <= still ? 0.0 : member.after(1);
        // One that no impact has changed slides on, however slowly, until it is seen to stop, and sticks on.
        if (openings_[k] == Opening::none && !is_hit_[k]) {
            const double direction = is_stopped_[k] ? 0.0 : direction_of(slidings_[k]);
            slip = direction * std::max({std::abs(slip), rounding, std::numeric_limits<double>::min()});
        }
        rest_.add({.contact = k,
                   .friction = problem_.contacts[k].law.friction,
                   .slip = slip,
                   .is_doubted = doubted_ == k,
                   .opens = opened_ == k,
                   .present = left_open_ ? preferred(k) : std::nullopt});
    }
    rest_.resize();
    for (Index i = 0; i < rest_.size(); ++i) {
        rest_.free.segment<2>(2 * i) = free_.segment<2>(2 * places_[i]);
        for (Index j = 0; j < rest_.size(); ++j)
            rest_.G.block<2, 2>(2 * i, 2 * j) = G_.block<2, 2>(2 * places_[i], 2 * places_[j]);
    }
    stop_held();
}

// Slides that an impact of this instant has left, and that no motion has with which all others keep still,
// are rounding: each contact is compared with its own speeds, and one may be above its rounding where
// another, on the same body, is below.
void RoughSequence::stop_held()
{
    const Index n = rest_.size();
    still_rows_.clear();
    for (Index i = 0; i < n; ++i) {
        still_rows_.push_back(2 * i);
        if (rest_.slip(i) == 0.0 && rest_.friction(i) > 0.0) still_rows_.push_back(2 * i + 1);
    }
    const auto still = static_cast<Index>(still_rows_.size());
    for (Index i = 0; i < n; ++i) {
        if (rest_.slip(i) == 0.0 || still == n || is_hit_[rest_.contact(i)] == 0) continue;
        const Index row = 2 * i + 1;
        system_.resize(still);
        for (Index a = 0; a < still; ++a) {
            system_.side(a) = rest_.G(still_rows_[a], row);
            for (Index b = 0; b < still; ++b) system_.entry(a, b) = rest_.G(still_rows_[a], still_rows_[b]);
        }
        system_.solve();
        double free = rest_.G(row, row);
        for (Index a = 0; a < still; ++a) free -= rest_.G(row, still_rows_[a]) * system_.side(a);
        if (free <= held * rest_.G(row, row)) rest_.stop(i);
    }
}

// Which of those at rest lift, stick or slide.
std::optional<Failure> RoughSequence::rest()
{
    for (int jams = 0; jams < most_jams_at_once; ++jams) {
        for (const Member& member : members_)
            if (member.before(0) > 0.0) openings_[member.contact] = Opening::bounce;
        if (members_.empty()) {
            close();
            return {};
        }
        if (!flight_.plane_accelerations(named_, free_))
            return Failure{Status::solve_failed, "the acceleration of a contact could not be solved"};
        find_rest([](const Member& member) { return member.before(0) == 0.0; });
        switch (rest_.resolve()) {
            case FrictionalRest::Verdict::indeterminate:
                tell_indeterminate(rest_.contact(rest_.paradox()));
                [[fallthrough]];
            case FrictionalRest::Verdict::found:
                close();
                return {};
            case FrictionalRest::Verdict::jams: {
                const Index jammed = places_[rest_.paradox()];
                if (members_[jammed].before(1) == 0.0) {  // it slides by rounding only: it has stopped
                    is_stopped_[members_[jammed].contact] = 1;
                    continue;
                }
                if (auto failure = jam_of(jammed)) return failure;
                break;
            }
            case FrictionalRest::Verdict::refused:
                return refused("no combination of sticking, sliding and lifting fits the contacts that rest");
        }
        forget();
        touched_.clear();
        for (const Member& member : members_) touched_.push_back(member.contact);
        gather();
        if (auto failure = measure()) return failure;
    }
    return refused("a contact jams again and again at one instant");
}

// What a closed contact's reaction is near to, where it is not unique.
std::optional<Vector2> RoughSequence::preferred(Index contact) const
{
    for (const ClosedContact& one : closed_set_.independent())
        if (one.contact == contact) return one.preferred;
    return std::nullopt;
}

// An impact without collision of member i, and of those it moves.
std::optional<Failure> RoughSequence::jam_of(Index i)
{
    recorder_.arrival(flight_.now());
    for (Member& member : members_) {
        member.impulse.setZero();
        member.after = member.before;
    }
    const bool is_alone = std::count(groups_.begin(), groups_.end(), groups_[i]) == 1;
    if (auto failure = is_alone ? jam_alone(i) : jam_together(groups_[i])) return failure;
    apply();
    for (const Member& member : members_)
        if (member.is_jam) openings_[member.contact] = Opening::open;
    record();
    return {};
}

std::optional<Failure> RoughSequence::jam_alone(Index i)
{
    Member& member = members_[i];
    const PlanarImpact one =
        jam(G_.block<2, 2>(2 * i, 2 * i), member.before(1), problem_.contacts[member.contact].law);
    if (!one.is_jam) return refused("a contact slides where no reaction keeps it closed, and does not jam");
    member.impulse = one.impulse;
    member.after = one.after;
    member.energy_loss = one.energy_loss;
    member.is_jam = true;
    is_hit_[member.contact] = 1;
    return {};
}

std::optional<Failure> RoughSequence::jam_together(Index group)
{
    find_rest([&](const Member& member) {
        return groups_[&member - members_.data()] == group && member.before(0) == 0.0;
    });
    const Index n = rest_.size();
    several_.clear();
    for (Index j = 0; j < n; ++j) {
        const Vector2 u(0.0, rest_.slip(j));
        several_.add(rest_.contact(j), problem_.contacts[rest_.contact(j)].law, u, u);
    }
    several_.G.topLeftCorner(2 * n, 2 * n) = rest_.G.topLeftCorner(2 * n, 2 * n);
    if (!several_.resolve_jam(rest_.free))
        return refused("no combination of sticking, sliding and lifting fits the contacts that rest");
    if (several_.is_indeterminate()) tell_indeterminate(rest_.contact(0));
    for (Index j = 0; j < n; ++j) {
        Member& member = members_[places_[j]];
        member.impulse = several_.impulses.segment<2>(2 * j);
        member.after = several_.after.segment<2>(2 * j);
        member.energy_loss = several_.energy_loss(j);
        member.is_jam = several_.jams(j);
        is_hit_[member.contact] = 1;
    }
    return {};
}

// The set of closed contacts, and how they slide.
void RoughSequence::close()
{
    staying_.clear();
    for (Index i = 0; i < rest_.size() && !members_.empty(); ++i)
        if (!rest_.lifts(i)) staying_.push_back(rest_.contact(i));
    closed_set_.close_only(staying_, t_);
    if (members_.empty()) return tell_changes();
    Index at = 0;
    for (Index i = 0; i < rest_.size(); ++i) {
        const Index k = rest_.contact(i);
        if (rest_.lifts(i)) {
            if (openings_[k] != Opening::release) openings_[k] = Opening::lift;
            continue;
        }
        openings_[k] = Opening::none;
        ClosedContact& one = closed_set_.independent()[at++];
        one.sliding = rest_.sliding(i);
        one.reaction = rest_.reaction(i)(0);
        one.friction = rest_.reaction(i)(1);
        one.preferred = rest_.reaction(i);
        one.slack = rest_.slack(i);
        const bool slides = direction_of(one.sliding) != 0.0;
        const double slip = members_[places_[i]].before(1);
        const bool is_moving = slides && !is_stopped_[k] && slip * direction_of(one.sliding) > 0.0;
        one.begins_to_slide = slides && !is_moving;
        slidings_[k] = one.sliding;
    }
    still();
    tell_changes();
}

void RoughSequence::tell_changes()
{
    for (Index k = 0; k < contacts(); ++k) {
        const bool is_closed = openings_[k] == Opening::none;
        const std::optional<Sliding> now = is_closed ? std::optional(slidings_[k]) : std::nullopt;
        if (now == told_[k]) continue;
        recorder_.change({.time = t_, .contact = k, .to = now});
        told_[k] = now;
    }
}

// Takes what rounding has left of velocities that are zero: normal ones, and those along contacts that stick,
// or that slide from rest.
void RoughSequence::still()
{
    const std::vector<ClosedContact>& closed = closed_set_.independent();
    named_.clear();
    for (const ClosedContact& one : closed) named_.push_back(one.contact);
    const auto n = static_cast<Index>(named_.size());
    if (n == 0 || !flight_.plane_mobility(named_, G_)) return;
    const auto for_each_row = [&](auto visit) {
        Index at = 0;
        for (Index i = 0; i < n; ++i) {
            visit(at++, 2 * i);
            const bool is_still = closed[i].sliding == Sliding::sticks ||
                                  (closed[i].sliding != Sliding::smooth && closed[i].begins_to_slide);
            if (is_still) visit(at++, 2 * i + 1);
        }
        return at;
    };
    system_.resize(for_each_row([](Index, Index) {}));
    for_each_row([&](Index row, Index i) {
        const Index k = named_[i / 2];
        system_.side(row) = -(i % 2 == 0 ? flight_.rate(k) : flight_.slide_rate(k));
        for_each_row([&](Index column, Index j) { system_.entry(row, column) = G_(i, j); });
    });
    system_.solve();
    impulses_.head(2 * n).setZero();
    for_each_row([&](Index row, Index i) { impulses_(i) = system_.side(row); });
    flight_.apply_plane_impulses(named_, impulses_);
}

}  // namespace rebond
