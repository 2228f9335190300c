// The impacts of contacts at one instant, and which of these contacts stay closed.
//
// Newton's law at an impact, in the kinetic metric at q [PaoliSchatzman2007, (6)]:
//
//     v⁺ = v⁻ − (1 + e) u⁻ M⁻¹w / G,    G = wᵀM⁻¹w,    u = w·v                              (1)
//
// which takes ½ (1 − e²) u⁻²/G from the kinetic energy; frictionless_impact.hpp has it for several. The
// impacts of those that touch are resolved together, with those that are closed and those that rounding does
// not tell from them. An impact may make another contact at zero gap approach: its impact is next, at the
// same instant, and so on until none approaches. Then each contact separates, or stays closed if u = 0 and
// the acceleration presses it.
//
// For 0 < e < 1 impacts accumulate: pressed by an acceleration −a, bounces at speed u end after
// 2u/(a(1−e)). Once a bounce would rise by less than the rounding of its gap, u²/(2a) ≤ 2ε·(lengths the gap
// is the difference of), or be back within the rounding of the run's time, 2u/a ≤ ε·duration, the rest of the
// sequence is completed at once by taking the normal velocity, and the contact stays closed: positions move
// by rounding, and the energy taken is the one the bounces would take. No speed as such is too small to count
// as an impact. Of several contacts the energy beside their closed motion decides (trapped_bounces.hpp), and
// of bursts within bursts their number, too (nested_bursts.hpp).
#pragma once

#include "rebond/contact/frictionless_impact.hpp"
#include "rebond/contact/trapped_bounces.hpp"
#include "rebond/integration/event_driven/closed_set.hpp"
#include "rebond/integration/event_driven/failure.hpp"
#include "rebond/integration/event_driven/nested_bursts.hpp"
#include "rebond/integration/event_driven/turns.hpp"
#include "rebond/integration/outcome.hpp"

#include <atomic>
#include <optional>
#include <utility>
#include <vector>

namespace rebond {

class ImpactSequence {
public:
    // All must outlive it; `openings` are those of the next step. Impacts in turn stop where they are once
    // `interrupt` is set, for the run to end there.
    ImpactSequence(const Problem& problem, Flight& flight, Recorder& recorder, ClosedSet& closed_set,
                   std::vector<Opening>& openings, const std::atomic<bool>* interrupt);

    // The contacts `touched`, whose gaps are zero by definition, touch at t [s], where the flight is.
    // Contacts that had an impact at `since` [s] or later are closed, whatever rounding makes of their gaps.
    // `must_rest` says that too many events took no time: contacts whose impacts lose energy then come to
    // rest.
    [[nodiscard]] std::optional<Failure> resolve(const std::vector<Index>& touched, double t, double since,
                                                 bool must_rest);

    // A contact that was closed opens at t [s] without an impact.
    void open(Index contact, double t);

    // The largest residual of any impact so far [-]: how far it misses the conditions of its law, or the
    // velocities they ask for. None before the first impact.
    std::optional<double> residual() const { return residual_; }

    // Work of stops that move in the impacts since it was asked last [J].
    Work take_work() { return std::exchange(work_, {}); }

    // When the first contact that bounced would be back [s], if its acceleration stayed as it is: a guess.
    double soonest_return() const { return soonest_return_; }

    // What low bounces made of the run.
    const NestedBursts& bursts() const { return bursts_; }

    // Whether the outward law asked for less than its inequality in any impact so far.
    bool was_scaled_down() const { return least_share_ < 1.0; }

    // Contacts that had impacts one by one just before may be resolved together because rounding hides their
    // order. The greatest speed [m/s] that one gave another in such an impact, and the same as a part of the
    // fastest so far [-].
    double fastest_by_chance() const { return fastest_by_chance_; }
    double part_by_chance() const
    {
        return fastest_by_chance_ > 0.0 ? fastest_by_chance_ / fastest_so_far_ : 0.0;
    }

private:
    Index contacts() const { return static_cast<Index>(problem_.contacts.size()); }
    enum class Gathering { usual, together, at_rest, all };
    void gather(Gathering who);
    std::optional<Failure> rest();
    bool is_outward(Index k) const;
    bool touches(Index k) const;
    bool comes_within(Index k, double distance) const;
    bool may_coincide(Index k) const;
    void note_heights();
    void take_turn();
    bool tend_to_rest(int impacts) const;
    double approach() const;
    double passed_on() const;
    double passed_on_to_others() const;
    bool gives_all_back() const;
    std::optional<Failure> resolve_impact();
    double missed_velocity() const;
    bool has_stood_still();
    void refine();
    [[nodiscard]] bool join_separating();
    bool another_approaches() const;
    [[nodiscard]] bool settle();
    double unseen_height_of(Index i, double pressed) const;
    double height_of_rest(Index i, double pressed) const;
    bool bounces_below_rounding(Index i) const;
    void record_impacts();
    void separate();
    bool lifts(Index i) const;
    void renew_openings();

    const Problem& problem_;
    Flight& flight_;
    Recorder& recorder_;
    ClosedSet& closed_set_;
    std::vector<Opening>& openings_;
    const std::atomic<bool>* interrupt_;
    bool touching_are_resolved_together_;  // whether they separate or not
    double t_ = 0.0;                       // of the impacts [s]
    double since_ = 0.0;                   // when its instant began [s], ≤ t
    Turns turns_;
    std::vector<Index> touched_;        // at zero gap by definition
    std::vector<double> last_impacts_;  // per contact [s]
    std::vector<double> rates_;         // per contact, before an impact [m/s]
    std::vector<double> opened_at_;     // per contact: when it opened last, or the start [s]
    std::vector<double> opened_from_;   // per contact: its gap then [m]
    std::vector<double> heights_;       // per contact: since it opened, when the first impact comes [m]
    bool has_arrived_ = false;          // and these are not yet noted
    std::vector<char> is_disturbed_;    // per contact: another had an impact since its last one
    std::vector<char> was_disturbed_;   // the same before that impact
    FrictionlessImpact impact_;
    std::vector<Index> touching_;  // at zero gap for all that rounding can tell
    std::vector<Index> beside_;    // not gathered, though with other rounding they might be
    std::vector<Index> staying_;
    std::vector<Index> pushing_, resting_, bouncing_, settling_;  // places in impact_
    TrappedBounces trapped_;
    NestedBursts bursts_;
    Vector roundings_;  // of gaps, by place [m]
    Vector impulses_;
    bool has_settled_ = false;     // contacts come to rest with velocities that rounding has left
    double fastest_so_far_ = 0.0;  // speed of any contact at an impact [m/s]
    double soonest_return_ = 0.0;  // [s]
    double slowest_ = 0.0;         // speed that is not rounding of those gathered [m/s]
    std::optional<double> residual_;
    bool is_order_lost_ = false;      // rounding decides that those gathered are resolved together
    double fastest_by_chance_ = 0.0;  // [m/s]
    double least_share_ = 1.0;        // of the outward inequality [-]
    Work work_;
};

}  // namespace rebond
