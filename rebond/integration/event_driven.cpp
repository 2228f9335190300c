#include "rebond/integration/event_driven.hpp"

#include "rebond/contact/closed_contacts.hpp"
#include "rebond/core/error.hpp"
#include "rebond/integration/energy_guard.hpp"
#include "rebond/integration/event_search.hpp"
#include "rebond/integration/held_contacts.hpp"
#include "rebond/integration/sample_times.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

// Flights between impacts below this fraction of a step [-] are not resolved by it.
constexpr double unresolved = 1e-6;
// Events at one instant before the loop gives up.
constexpr int most_events_at_once = 1000;
// Strikes at one instant that follow from each other, and the part of their speed [-] that may be left of
// them, before what is left is completed with e = 0.
constexpr int most_strikes_at_once = 1000;
// Contacts that touch at one instant; more take more memory.
constexpr Index usual_at_once = 64;
constexpr double left_of_strikes = 1e-10;
// What the body's velocities may miss of those its contacts should have after a strike [-].
constexpr double most_missed = 1e-6;
// What rounding leaves of the speed of a contact that has come to rest [-]: of the fastest contact's at that
// instant, and of the fastest so far.
constexpr double velocity_rounding = 1e-12;
constexpr double speed_rounding = 8.0 * std::numeric_limits<double>::epsilon();
constexpr double time_rounding = std::numeric_limits<double>::epsilon();  // of the run's [-]
// So many events that take less than this part of the time [-] are going nowhere. Bounces that accumulate
// are completed sooner.
constexpr long events_between_looks = 10'000;
constexpr double creeping = 1e-9;
// A contact that lifts and touches again within this part of what the motion resolves [-] was lifted by
// rounding. It is held for as long, and four times as long whenever that settles nothing.
constexpr double undecided = 1e-6;
constexpr double more_patience = 4.0;
constexpr double shortest_wait = 1e-14;  // of the time [-]: above its rounding

class EventLoop {
public:
    EventLoop(const Problem& problem, Flight& flight, Recorder& recorder, const std::atomic<bool>* interrupt)
        : problem_(problem),
          flight_(flight),
          recorder_(recorder),
          interrupt_(interrupt),
          t_(problem.initial.t),
          departures_(problem.contacts.size(), Departure::open),
          last_impacts_(problem.contacts.size(), -std::numeric_limits<double>::infinity()),
          rates_(problem.contacts.size(), 0.0),
          is_disturbed_(problem.contacts.size(), 0),
          closed_(std::min(contacts(), usual_at_once)),
          held_(flight, recorder, static_cast<std::size_t>(std::min(contacts(), usual_at_once))),
          search_(flight, held_.carriers()),
          touching_strike_together_(
              std::all_of(problem.contacts.begin(), problem.contacts.end(), strikes_with_others)),
          is_conservative_(problem.model->is_conservative()),
          guard_(problem)
    {
        staying_.reserve(problem.contacts.size());
    }

    Outcome run()
    {
        tell();
        for (Index k = 0; k < contacts(); ++k) {
            const double gap = flight_.gap(k);
            require(gap >= 0.0, "a contact is violated at the start");
            if (gap == 0.0 && flight_.rate(k) <= 0.0) touched_.push_back(k);
            if (gap == 0.0 && flight_.rate(k) > 0.0) departures_[k] = Departure::bounce;
        }
        if (!touched_.empty() && meet()) tell();
        while (outcome_.status == Status::ok && !is_over()) advance();
        return finish();
    }

private:
    Index contacts() const { return static_cast<Index>(problem_.contacts.size()); }

    bool is_over()
    {
        if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) {
            outcome_.status = Status::interrupted;
            outcome_.reason = "interrupted";
        }
        return outcome_.status != Status::ok || recorder_.enough() ||
               problem_.duration - t_ <= shortest_ * problem_.duration;
    }

    void advance()
    {
        const auto [longest, target] = stretch();
        const auto length = flight_.try_step(held_.carriers(), departures_, longest, restart_);
        ++outcome_.steps;
        if (!length) {
            const std::string refusal = flight_.refusal();
            return fail(Status::solve_failed,
                        refusal.empty() ? advised("the equations of motion could not be solved") : refusal);
        }

        const Event event = search_.first_event(departures_, *length, keep_closed_);
        if ((event.touch || event.release) && creeps())
            return fail(Status::event_failed, "contacts open and close without end and time hardly advances");
        if (event.touch) {
            const bool lifted = departures_[*event.touch] >= Departure::lift;
            if (lifted && event.after <= undecided * flight_.smooth_time()) return reclose(*event.touch);
            if (!touch(*event.touch, event.after, *length)) return;
        } else {
            const double after = event.release && event.after > 0.0
                                     ? search_.release_near(*event.release, event.after, *length)
                                     : event.after;
            if (!flight_.land(after)) return retreat(after);
            arrive(after == longest ? std::optional(target) : std::nullopt);
            if (event.release) release(*event.release, event.departure);
        }
        tell();
    }

    // Gap k closes `after` the start of the step, or turns out not to. False if there is nothing to tell.
    bool touch(Index k, double after, double length)
    {
        touched_.assign(1, k);
        if (after == 0.0) {
            departures_[k] = Departure::open;
            return meet();
        }
        switch (search_.land_on_touch(k, after, length)) {
            case EventSearch::Landing::touched:
                arrive();
                return outcome_.status == Status::ok && meet();
            case EventSearch::Landing::passed:
                arrive();
                restart_ = search_.landed_at() < length;
                return outcome_.status == Status::ok;
            case EventSearch::Landing::refused:
                retreat(search_.landed_at());
                return false;
            case EventSearch::Landing::lost:
                break;
        }
        fail(Status::event_failed, advised("an impact could not be located"));
        return false;
    }

    void tell()
    {
        const Instant& now = flight_.now();
        recorder_.step(now);
        if (!guard_.allows(now)) fail(Status::diverged, guard_.reason());
    }

    // Whether the last so many events took no time worth the name: rounding opens and closes contacts that
    // carry nothing.
    bool creeps()
    {
        if (++events_ % events_between_looks != 0) return false;
        const bool is_slow = t_ - last_look_ <= creeping * t_;
        last_look_ = t_;
        return is_slow;
    }

    // The longest step from here and the time it would end at: the end of the run or, where the flight may be
    // cut, the next sample, a time the recorder wants, or what a refused landing left.
    std::pair<double, double> stretch() const
    {
        double target = problem_.duration;
        if (flight_.may_shorten()) {
            if (problem_.sample_every > 0.0)
                target = std::min(target, next_sample(t_, problem_.sample_every));
            if (const double wanted = recorder_.wanted_time(); wanted > t_) target = std::min(target, wanted);
            if (t_ + shorter_ < target) return {shorter_, t_ + shorter_};
        }
        return {target - t_, target};
    }

    // The body is where it landed; closed contacts have pressed meanwhile.
    void arrive(std::optional<double> t = {})
    {
        held_.press();
        if (!is_conservative_) {
            const Work done = flight_.work();
            recorder_.work(done);
            guard_.work(done);
        }
        flight_.arrive(t);
        restart_ = false;
        if (!(flight_.time() > t_)) {
            if (++events_at_once_ > most_events_at_once)
                fail(Status::event_failed,
                     advised("events accumulate at one instant and time does not advance"));
            return;
        }
        t_ = flight_.time();
        events_at_once_ = 0;
        shorter_ = std::numeric_limits<double>::infinity();
        if (!keep_closed_) patience_ = undecided;
        keep_closed_ = false;
        for (Index k = 0; k < contacts(); ++k)
            if (departures_[k] != Departure::none && departures_[k] != Departure::open)
                departures_[k] = is_still_leaving(k) ? Departure::bounce : Departure::open;
    }

    // After a step so short that a gap which opens does not show it, nor makes up for rounding of several
    // gaps that closed together.
    bool is_still_leaving(Index k) { return flight_.gap(k) <= flight_.rounding(k) && flight_.rate(k) > 0.0; }

    // A landing was refused although the step itself was not: the next one is tried up to there only.
    void retreat(double lead)
    {
        shorter_ = lead;
        restart_ = true;
        if (!flight_.may_shorten() || ++events_at_once_ > most_events_at_once)
            fail(Status::event_failed, advised("an event could not be located"));
    }

    // Contacts that have just touched strike, with those that are held and those that rounding does not tell
    // from them and that approach, too; by the outward law and without restitution also those that part,
    // which makes an end of it. They part or stay closed. A contact at zero gap that was leaving may approach
    // now: it strikes next, at the same instant, and so on until none approaches.
    bool meet()
    {
        restart_ = true;
        if (++events_at_once_ > most_events_at_once) {
            fail(Status::event_failed, "impacts follow each other at one instant without end");
            return false;
        }
        double fastest = 0.0;
        for (int strikes = 0;; ++strikes) {
            gather(touching_strike_together_);
            const double speed = approach();
            fastest = std::max(fastest, speed);
            if (strikes > 0 && speed == 0.0) return true;
            if (strikes >= most_strikes_at_once || speed < left_of_strikes * fastest) {
                if (strikes >= 2 * most_strikes_at_once ||
                    (speed >= left_of_strikes * fastest && gives_all_back())) {
                    fail(Status::event_failed, "impacts follow each other at one instant without end");
                    return false;
                }
                gather(true);
                closed_.restitution.head(closed_.size()).setZero();
                has_settled_ = true;
            }
            recorder_.arrival(flight_.now());
            if (!strike()) return false;
            has_settled_ = false;
            touched_.clear();
        }
    }

    // One strike of the contacts gathered.
    bool strike()
    {
        if (!flight_.mobility(closed_.contacts, closed_.G)) {
            fail(Status::solve_failed, "the mass matrix is not positive");
            return false;
        }
        if (!closed_.strike()) {
            // Stops without play may ask for velocities of rounding size that contradict each other.
            closed_.still(slowest_);
            if (!closed_.strike()) {
                fail(Status::solve_failed, "the impulses of a simultaneous impact could not be found");
                return false;
            }
        }
        if (closed_.is_approximate()) has_settled_ = true;
        least_share_ = std::min(least_share_, closed_.share());
        flight_.strike(closed_.contacts, closed_.impulses);
        const double missed = std::max(closed_.residual(), missed_velocity());
        outcome_.residual = std::max(outcome_.residual.value_or(0.0), missed);
        if (missed > most_missed) {
            fail(Status::solve_failed,
                 "velocities after a simultaneous impact are lost in rounding: masses, or gradients of gaps, "
                 "are too "
                 "many orders of magnitude apart");
            return false;
        }
        if (!flight_.accelerations(closed_.contacts, closed_.free)) {
            fail(Status::solve_failed, "the acceleration at an impact could not be solved");
            return false;
        }
        if (!closed_.rest() || !complete_accumulations()) {
            fail(Status::solve_failed, "the reactions of closed contacts could not be found");
            return false;
        }
        record_impacts();
        part();
        return true;
    }

    // With `all`, those at zero gap that part, too.
    void gather(bool all)
    {
        closed_.clear();
        double fastest = 0.0;
        for (Index k = 0; k < contacts(); ++k) {
            rates_[k] = flight_.rate(k);
            fastest = std::max(fastest, std::abs(rates_[k]));
        }
        fastest_ = std::max(fastest_, fastest);
        slowest_ = std::max(velocity_rounding * fastest, speed_rounding * fastest_);
        for (Index k = 0; k < contacts(); ++k) {
            const bool is_held = departures_[k] == Departure::none;
            const bool is_touched = std::find(touched_.begin(), touched_.end(), k) != touched_.end();
            const ImpactLaw& law = problem_.contacts[k].law;
            const bool strikes =
                (all || rates_[k] < -slowest_) && std::abs(flight_.gap(k)) <= flight_.rounding(k);
            const bool is_still = is_held || (!is_touched && std::abs(rates_[k]) <= slowest_);
            if (is_held || is_touched || strikes) closed_.add(k, law, is_still ? 0.0 : rates_[k]);
        }
    }

    // Whether a law lets contacts that part strike with those that approach: no energy comes of it.
    static bool strikes_with_others(const Contact& contact)
    {
        return contact.law.law == Law::outward || contact.law.restitution == 0.0;
    }

    // The greatest speed [m/s] with which those gathered approach; zero if none does.
    double approach() const
    {
        double speed = 0.0;
        for (Index i = 0; i < closed_.size(); ++i) speed = std::max(speed, -closed_.before(i));
        return speed;
    }

    // Whether one of those gathered that approach loses nothing.
    bool gives_all_back() const
    {
        for (Index i = 0; i < closed_.size(); ++i)
            if (closed_.before(i) < 0.0 && closed_.restitution(i) >= 1.0) return true;
        return false;
    }

    // What the velocities of the body miss of those the law gives its contacts, of the fastest contact so far
    // [-].
    double missed_velocity() const
    {
        double missed = 0.0;
        for (Index i = 0; i < closed_.size(); ++i)
            missed = std::max(missed, std::abs(flight_.rate(closed_.contacts[i]) - closed_.after(i)));
        return fastest_ > 0.0 ? missed / fastest_ : 0.0;
    }

    // Bounces too low to be told from rounding are over.
    bool complete_accumulations()
    {
        bool is_struck = false;
        for (Index i = 0; i < closed_.size(); ++i) {
            if (!(closed_.impulses(i) > 0.0 && closed_.after(i) > 0.0) || !bounces_below_rounding(i))
                continue;
            closed_.restitution(i) = 0.0;
            is_struck = true;
        }
        if (is_struck) {
            struck_ = closed_.impulses;
            if (!closed_.strike()) return false;
            struck_ = closed_.impulses - struck_;
            flight_.strike(closed_.contacts, struck_);
        }
        for (Index i = 0; i < closed_.size(); ++i) {
            if (closed_.impulses(i) > 0.0 || !(closed_.after(i) > 0.0) || !bounces_below_rounding(i))
                continue;
            closed_.after(i) = 0.0;  // it drifts by less than rounding
            has_settled_ = true;
        }
        return !(is_struck || has_settled_) || closed_.rest();
    }

    // Whether a contact, leaving at u⁺ under the acceleration −a, would rise by less than the rounding of its
    // gap, or be back within that of the run's time: near the origin of both nothing else is rounding. Where
    // the step does not resolve the bounces, and so not their acceleration, the last flight tells their
    // height, if nothing else has struck the body meanwhile.
    bool bounces_below_rounding(Index i) const
    {
        const Index k = closed_.contacts[i];
        const double rounding = flight_.rounding(k);
        const double pressed = -closed_.acceleration(i);
        const double after = closed_.after(i);
        if (pressed > 0.0 && after * after <= 2.0 * pressed * rounding) return true;
        if (pressed > 0.0 && after <= 0.5 * time_rounding * pressed * problem_.duration) return true;
        if (!(closed_.impulses(i) > 0.0) || is_disturbed_[k]) return false;
        const double flight = t_ - last_impacts_[k];
        return flight <= unresolved * flight_.next_step() && -closed_.before(i) * flight <= 4.0 * rounding;
    }

    // A jolt on a contact that is held and stays so belongs to its phase.
    void record_impacts()
    {
        for (Index i = 0; i < closed_.size(); ++i) {
            const Index k = closed_.contacts[i];
            if (!(closed_.impulses(i) > 0.0)) continue;
            if (departures_[k] == Departure::none && closed_.stays(i)) {
                held_.jolt(k, closed_.impulses(i), closed_.energy_loss(i));
                continue;
            }
            recorder_.impact({.time = t_,
                              .end = t_,
                              .contact = k,
                              .velocity_before = closed_.before(i),
                              .velocity_after = closed_.after(i),
                              .impulse = closed_.impulses(i),
                              .energy_loss = closed_.energy_loss(i)});
            recorder_.received(k, closed_.impulses(i), 0.0);
            last_impacts_[k] = t_;
            rates_[k] = flight_.rate(k);
            is_disturbed_[k] = 0;
        }
        for (Index k = 0; k < contacts(); ++k)
            if (flight_.rate(k) != rates_[k]) is_disturbed_[k] = 1;
    }

    // Each closed contact leaves or stays; of those that stay, the ones that the reactions press carry first.
    void part()
    {
        staying_.clear();
        for (const bool is_pressed : {true, false})
            for (Index i = 0; i < closed_.size(); ++i)
                if (closed_.stays(i) && closed_.is_pressed(i) == is_pressed)
                    staying_.push_back(closed_.contacts[i]);
        held_.hold_only(staying_, t_);
        if (has_settled_) held_.still();
        renew_departures();
        for (Index i = 0; i < closed_.size(); ++i)
            departures_[closed_.contacts[i]] = closed_.stays(i)         ? Departure::none
                                               : closed_.after(i) > 0.0 ? Departure::bounce
                                                                        : Departure::lift;
    }

    // A contact that was about to lift is thrown off instead.
    void renew_departures()
    {
        for (Index k = 0; k < contacts(); ++k) {
            const bool lifts = departures_[k] == Departure::lift || departures_[k] == Departure::release;
            if (lifts && flight_.rate(k) > 0.0 && is_disturbed_[k]) departures_[k] = Departure::bounce;
        }
    }

    // The reaction of a closed contact has vanished, or pulls.
    void release(std::size_t h, Departure departure)
    {
        for (const Index k : held_.release(h, t_)) departures_[k] = departure;
        restart_ = true;
    }

    // A contact that has just lifted or been released is pressed again at once: it stays closed for a while,
    // after which its reaction tells more. While it pulls the motion is wrong, by the square of that while.
    void reclose(Index k)
    {
        if (++events_at_once_ > most_events_at_once)
            return fail(Status::event_failed, "a contact opens and closes without end at one instant");
        shorter_ = std::max(patience_ * flight_.smooth_time(), shortest_wait * t_);
        patience_ = std::min(1.0, more_patience * patience_);
        departures_[k] = Departure::none;
        held_.hold(k, t_);
        restart_ = true;
        keep_closed_ = true;
    }

    // With the advice that helps where the step is the user's.
    std::string advised(const std::string& refusal) const
    {
        return flight_.may_shorten() ? refusal : refusal + "; a smaller step may help";
    }

    void fail(Status status, std::string reason)
    {
        outcome_.status = status;
        outcome_.reason = std::move(reason);
    }

    Outcome finish()
    {
        held_.finish(t_);
        if (least_share_ < 1.0)
            outcome_.warnings.emplace_back(
                "contacts that parted already would have gained energy by the outward law: its inequality "
                "was scaled "
                "down in some impacts");
        outcome_.time = t_;
        outcome_.sweeps = flight_.sweeps();
        return std::move(outcome_);
    }

    static constexpr double shortest_ = 1e-12;  // what is left of a run that is not worth a step [-]

    const Problem& problem_;
    Flight& flight_;
    Recorder& recorder_;
    const std::atomic<bool>* interrupt_;
    double t_;                           // where the body is [s]
    std::vector<Departure> departures_;  // per contact; none where held
    std::vector<double> last_impacts_;   // per contact [s]
    std::vector<double> rates_;          // per contact, before a strike [m/s]
    std::vector<char> is_disturbed_;     // per contact: another struck the body since its last impact
    std::vector<Index> touched_;         // at zero gap by definition
    double fastest_ = 0.0;               // speed of any contact at an impact so far [m/s]
    double slowest_ = 0.0;               // speed that is not rounding of those gathered [m/s]
    ClosedContacts closed_;
    HeldContacts held_;
    EventSearch search_;
    std::vector<Index> staying_;
    bool has_settled_ = false;  // contacts come to rest with velocities that rounding has left
    Vector struck_;
    bool touching_strike_together_;  // whether they part or not
    bool is_conservative_;
    EnergyGuard guard_;
    double shorter_ = std::numeric_limits<double>::infinity();  // longest next step [s]: less is trusted
    double patience_ = undecided;  // with a contact that opens and closes, in smooth times [-]
    double least_share_ = 1.0;     // of the outward inequality, in any impact [-]
    bool restart_ = true;
    bool keep_closed_ = false;  // contacts that are held stay so in the next step
    int events_at_once_ = 0;
    long events_ = 0;
    double last_look_ = 0.0;  // at the clock, some events ago [s]
    Outcome outcome_;
};

}  // namespace

Outcome integrate_event_driven(const Problem& problem, Flight& flight, Recorder& recorder,
                               const std::atomic<bool>* interrupt)
{
    return EventLoop(problem, flight, recorder, interrupt).run();
}

}  // namespace rebond
