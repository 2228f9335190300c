// Contacts with friction at one instant: their impacts, and how those that stay closed slide.
//
// Contacts that touch and approach have an impact; closed contacts take part in it. A contact that moves no
// other one follows Routh's path (planar_impact.hpp); several that move each other follow the law of the
// total impulses (frictional_impact.hpp). Where that allows several motions the instant is told as
// indeterminate. If another contact approaches after an impact, the next impact
// follows at the same instant. When none approaches, FrictionalRest says which of the contacts at rest lift,
// stick or slide. It is asked again whenever a closed contact opens, breaks loose or stops sliding. A contact
// that slides where no reaction keeps it closed jams: an impact without collision.
//
// What rounding leaves in the velocity of a contact is a part of the speeds so far of this contact and of
// those that have moved it. What the impulses of several miss is a part of their speeds at the present
// instant. Bodies that do not touch it, however fast, change nothing.
//
// Bounces that accumulate are completed as without friction (impact_sequence.hpp): once a bounce would rise
// by less than the rounding of its gap, or would end within the rounding of the time, its impact has no
// rebound.
#pragma once

#include "rebond/contact/friction/coupled_groups.hpp"
#include "rebond/contact/friction/frictional_impact.hpp"
#include "rebond/contact/friction/frictional_rest.hpp"
#include "rebond/contact/friction/planar_impact.hpp"
#include "rebond/integration/event_driven/closed_set.hpp"
#include "rebond/integration/event_driven/failure.hpp"
#include "rebond/integration/recorder.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

namespace rebond {

class RoughSequence {
public:
    // All must outlive it; `openings` are those of the next step.
    RoughSequence(const Problem& problem, Flight& flight, Recorder& recorder, ClosedSet& closed_set,
                  std::vector<Opening>& openings, const std::atomic<bool>* interrupt);

    // The contacts `touched`, whose gaps are zero by definition, touch at t [s], where the flight is. With
    // `must_rest` too many events took no time, and impacts are plastic.
    [[nodiscard]] std::optional<Failure> resolve(const std::vector<Index>& touched, double t, bool must_rest);

    // At t [s] closed contact h of the set opens as told, breaks loose or stops sliding, or no reaction is
    // trusted to keep it closed as it slides (Painlevé).
    enum class Cause { opens, breaks_loose, stops, paradox };
    [[nodiscard]] std::optional<Failure> reconsider(std::size_t h, Cause cause, double t,
                                                    Opening opening = Opening::release);

    // Work of obstacles that move in the impacts since it was asked last [J].
    Work take_work() { return std::exchange(work_, {}); }

    double soonest_return() const { return soonest_return_; }  // a guess [s]
    std::optional<double> residual() const { return residual_; }
    // As of impacts without friction (impact_sequence.hpp).
    double fastest_by_chance() const;
    double part_by_chance() const;
    long bounded() const { return bounded_; }                  // impacts whose restitution was lowered
    long without_rebound() const { return without_rebound_; }  // impacts of which no motion has the rebound
    long indeterminate() const { return indeterminate_; }      // instants with several answers

private:
    Index contacts() const { return static_cast<Index>(problem_.contacts.size()); }
    struct Member {
        Index contact = 0;
        Vector2 before = Vector2::Zero(), after = Vector2::Zero();  // (u_n, u_t) [m/s]
        Vector2 impulse = Vector2::Zero();                          // [N s]
        double energy_loss = 0.0;                                   // [J]
        bool is_jam = false, reverses = false, is_resting = false;
        bool is_last = false;  // its bounce would be too low to be told from rounding
    };

    // Of contacts, those that one contact moves among them [m/s].
    struct Speeds {
        double normal = 0.0, any = 0.0;

        void take(const Speeds& other)
        {
            normal = std::max(normal, other.normal);
            any = std::max(any, other.any);
        }
    };

    void begin(double t);
    void stop(Index k);
    void forget();
    void gather();
    bool touches(Index k) const;
    bool comes_within(Index k, double distance) const;
    double slowest(Index k) const;
    double slowest_slide(Index k) const;
    double slowest_rebound(Index k) const;
    double slowest_slide_after_several(Index k) const;
    [[nodiscard]] std::optional<Failure> measure();
    void share_speeds();
    void neglect_rounding();
    void neglect_tolerated();
    bool approaches(const Member& member) const;
    void find_passed_on();
    void tell_indeterminate(Index contact);
    [[nodiscard]] std::optional<Failure> impact(bool must_rest);
    [[nodiscard]] std::optional<Failure> impact_of(Index group, bool must_rest);
    [[nodiscard]] std::optional<Failure> settle();
    [[nodiscard]] std::optional<Failure> find_last();
    [[nodiscard]] std::optional<Failure> impact_again(Index group);
    void stop_hop(Member& member);
    template <typename Predicate>
    void find_rest(Predicate rests)
    {
        places_.clear();
        for (Index i = 0; i < static_cast<Index>(members_.size()); ++i)
            if (rests(members_[i])) places_.push_back(i);
        fill_rest();
    }
    void fill_rest();
    void stop_held();
    [[nodiscard]] std::optional<Failure> rest();
    std::optional<Vector2> preferred(Index contact) const;
    [[nodiscard]] std::optional<Failure> jam_of(Index i);
    [[nodiscard]] std::optional<Failure> jam_alone(Index i);
    [[nodiscard]] std::optional<Failure> jam_together(Index group);
    void apply();
    void record();
    void close();
    void still();
    void tell_changes();
    Failure refused(const std::string& reason) const;

    const Problem& problem_;
    Flight& flight_;
    Recorder& recorder_;
    ClosedSet& closed_set_;
    std::vector<Opening>& openings_;
    const std::atomic<bool>* interrupt_;
    double t_ = 0.0;  // [s]
    std::vector<Index> touched_;
    std::vector<Sliding> slidings_;     // of closed contacts, by contact
    std::vector<char> is_stopped_;      // by contact: it has just stopped sliding
    std::optional<Index> opened_;       // the contact whose reaction has vanished
    std::optional<Index> doubted_;      // the one that slides into the paradox
    bool left_open_ = false;            // a reaction that is not unique has left its cone
    std::optional<Index> shared_;       // whose that was last: a second time others cannot take it over
    double shared_at_ = 0.0;            // [s]
    std::vector<double> last_impacts_;  // by contact [s]
    std::vector<char> is_hit_;          // by contact: an impact of this instant has changed it
    std::vector<std::optional<Sliding>> told_;  // to the recorder, by contact; none: open

    std::vector<Member> members_;  // those that touch
    std::vector<Index> named_;     // their contacts
    std::vector<Index> groups_;    // theirs (coupled_groups.hpp)
    Index group_count_ = 0;        // how many those are
    Matrix G_;                     // their mobility, two rows each
    Vector free_;                  // their accelerations without reactions
    Vector impulses_;
    FrictionalImpact several_;
    FrictionalRest rest_;
    std::vector<Index> places_;      // of those in several_ or rest_
    std::vector<Index> still_rows_;  // of rest_.G: velocities that are zero
    std::vector<Index> staying_;     // contacts that stay closed
    DenseElimination system_;
    std::vector<Speeds> now_, ever_;  // by contact: at this instant, and so far
    bool is_order_lost_ = false;      // rounding decides that those gathered are resolved together
    // Not gathered, though with other rounding they might be, with the velocities that they have.
    std::vector<std::pair<Index, Vector2>> beside_;
    std::vector<double> by_chance_;           // by contact: speed that others gave it then [m/s]
    std::optional<double> indeterminate_at_;  // the last such instant [s]
    double soonest_return_ = 0.0;
    std::optional<double> residual_;
    long bounded_ = 0, without_rebound_ = 0, indeterminate_ = 0;
    Work work_;
};

}  // namespace rebond
