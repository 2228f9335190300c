#include "rebond/integration/event_driven.hpp"

#include "rebond/contact/closed_contacts.hpp"
#include "rebond/core/error.hpp"
#include "rebond/integration/energy_guard.hpp"
#include "rebond/integration/held_contacts.hpp"

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
constexpr double left_of_strikes = 1e-10;
// What rounding leaves of the speed of a contact that has come to rest [-]: of the fastest contact's at that
// instant, and of the fastest so far.
constexpr double velocity_rounding = 1e-12;
constexpr double speed_rounding = 8.0 * std::numeric_limits<double>::epsilon();
// Landings to locate one impact.
constexpr int most_landings = 60;
// Rounding of a time within a step [-], which ends the location of an impact.
constexpr double time_rounding = 1e-15;
// So many events that take less than this part of the time [-] are going nowhere.
constexpr long events_between_looks = 10'000;
constexpr double creeping = 1e-7;
// A step that ends this close before a sample [-] has reached it: of the time, and of the spacing.
constexpr double sample_rounding = 1e-12;
constexpr double sample_slack = 1e-9;

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
          closed_(static_cast<Index>(problem.contacts.size())),
          held_(flight, recorder, problem.contacts.size()),
          is_conservative_(problem.model->is_conservative())
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
    struct Event {
        double after = 0.0;  // [s] from the start of the step
        std::optional<Index> touch;
        std::optional<std::size_t> release;
    };

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

        const Event event = first_event(*length);
        if ((event.touch || event.release) && creeps())
            return fail(Status::event_failed, "contacts open and close without end and time hardly advances");
        if (event.touch && event.after == 0.0) {
            if (departures_[*event.touch] >= Departure::lift) return reclose(*event.touch);
            departures_[*event.touch] = Departure::open;
            touched_.assign(1, *event.touch);
            if (!meet()) return;
        } else if (event.touch) {
            const bool touched = locate(*event.touch, event.after, *length);
            if (outcome_.status != Status::ok) return;
            touched_.assign(1, *event.touch);
            if (touched && !meet()) return;
        } else {
            const double after =
                event.release ? located_release(*event.release, event.after, *length) : *length;
            if (!flight_.land(after)) {
                retreat(after);
                return;
            }
            arrive(after == longest ? std::optional(target) : std::nullopt);
            if (event.release) release(*event.release);
        }
        tell();
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
            if (problem_.sample_every > 0.0) {
                const double samples =
                    std::floor(t_ / problem_.sample_every * (1.0 + sample_rounding) + sample_slack) + 1.0;
                target = std::min(target, samples * problem_.sample_every);
            }
            if (const double wanted = recorder_.wanted_time(); wanted > t_) target = std::min(target, wanted);
            if (t_ + shorter_ < target) return {shorter_, t_ + shorter_};
        }
        return {target - t_, target};
    }

    Event first_event(double length)
    {
        Event event{.after = length, .touch = {}, .release = {}};
        for (Index k = 0; k < contacts(); ++k) {
            if (departures_[k] == Departure::none) continue;
            const auto after = flight_.first_touch(k);
            if (after && *after <= event.after) event = {*after, k, {}};
        }
        const std::vector<Hold>& carriers = held_.carriers();
        for (std::size_t h = 0; h < carriers.size(); ++h) {
            const auto after = flight_.first_release(h);
            // A reaction of zero that does not turn to a pull keeps its contact closed.
            if (after == 0.0 && (keep_closed_ || carriers[h].reaction >= 0.0)) continue;
            if (after && *after <= event.after) event = {*after, {}, h};
        }
        return event;
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
        keep_closed_ = false;
        for (Index k = 0; k < contacts(); ++k)
            if (departures_[k] != Departure::none && departures_[k] != Departure::open)
                departures_[k] = is_still_leaving(k) ? Departure::bounce : Departure::open;
    }

    // After a step so short that a gap which opens does not show it.
    bool is_still_leaving(Index k)
    {
        return std::abs(flight_.gap(k)) <= flight_.rounding(k) && flight_.rate(k) > 0.0;
    }

    // Lands where gap k is zero to rounding: a Newton step with the velocity there, then secant steps on the
    // landings, kept inside a bracket. False if the gap turns out not to close here: then the state is a
    // plain step further.
    bool locate(Index k, double after, double length)
    {
        double above = 0.0;     // last landing with φ > 0
        double below = length;  // first landing with φ < 0, or the end of the step
        double lead = after;
        bool is_bracketed = false;  // φ < 0 was seen
        double lead_before = 0.0, phi_before = 0.0;
        for (int landing = 0; landing < most_landings; ++landing) {
            if (!flight_.land(lead)) return retreat(lead);
            const double phi = flight_.gap(k);
            const double rate = flight_.rate(k);
            const double slope = landing == 0 ? rate : (phi - phi_before) / (lead - lead_before);
            const double step = phi / slope;
            if (std::abs(phi) <= flight_.rounding(k) || std::abs(step) <= time_rounding * lead ||
                (is_bracketed && (below - above) <= time_rounding * lead)) {
                flight_.close(k);
                arrive();
                return true;
            }
            // Grazing: the gap closes no further, or only beyond this step.
            if (phi > 0.0 && (rate >= 0.0 || lead == length)) {
                arrive();
                restart_ = lead < length;
                return false;
            }
            (phi > 0.0 ? above : below) = lead;
            is_bracketed = is_bracketed || phi < 0.0;
            lead_before = lead;
            phi_before = phi;
            const double next = lead - step;
            const bool overshoots = phi > 0.0 && below == length && next >= length;
            lead = overshoots ? length : next > above && next < below ? next : 0.5 * (above + below);
        }
        fail(Status::event_failed, advised("an impact could not be located"));
        return false;
    }

    // A landing was refused although the step itself was not: the next one is tried up to there only.
    bool retreat(double lead)
    {
        shorter_ = lead;
        restart_ = true;
        if (!flight_.may_shorten() || ++events_at_once_ > most_events_at_once)
            fail(Status::event_failed, advised("an event could not be located"));
        return false;
    }

    // Where the reaction of carrier h vanishes, near `after` in the step tried: a few secant steps on
    // the reaction at landings. It fades linearly, so this refines the time of release and hardly the motion.
    double located_release(std::size_t h, double after, double length)
    {
        constexpr double apart = 1e-3;  // of the first two landings, in steps [-]
        double near = after;
        double last = std::max(0.0, after - apart * length);
        std::optional<double> reaction_last = reaction_at(h, last);
        for (int secant = 0; secant < 4; ++secant) {
            const std::optional<double> reaction = reaction_at(h, near);
            if (!reaction || !reaction_last || *reaction == *reaction_last) break;
            const double next = near - *reaction * (near - last) / (*reaction - *reaction_last);
            if (!(next > 0.0 && next <= length) || std::abs(next - after) > apart * length) break;
            last = near;
            reaction_last = reaction;
            near = next;
        }
        return near;
    }

    // The reaction of carrier h at a landing.
    std::optional<double> reaction_at(std::size_t h, double after)
    {
        if (!flight_.land(after)) return std::nullopt;
        return flight_.reaction(held_.carriers(), h);
    }

    // Contacts that have just touched strike, with those that are held and those that rounding does not tell
    // from them and that approach, too. They part or stay closed. A contact at zero gap that was leaving may
    // approach now: it strikes next, at the same instant, and so on until none approaches.
    bool meet()
    {
        restart_ = true;
        if (++events_at_once_ > most_events_at_once) {
            fail(Status::event_failed, "impacts follow each other at one instant without end");
            return false;
        }
        double fastest = 0.0;
        for (int strikes = 0;; ++strikes) {
            gather();
            const double speed = approach();
            fastest = std::max(fastest, speed);
            if (strikes > 0 && speed == 0.0) return true;
            if (strikes >= most_strikes_at_once || speed < left_of_strikes * fastest) {
                if (strikes >= 2 * most_strikes_at_once || !end_strikes()) {
                    fail(Status::event_failed, "impacts follow each other at one instant without end");
                    return false;
                }
            }
            recorder_.arrival(flight_.now());
            if (!strike()) return false;
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
            fail(Status::solve_failed, "the impulses of a simultaneous impact could not be found");
            return false;
        }
        flight_.strike(closed_.contacts, closed_.impulses);
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

    void gather()
    {
        closed_.clear();
        double fastest = 0.0;
        for (Index k = 0; k < contacts(); ++k) {
            rates_[k] = flight_.rate(k);
            fastest = std::max(fastest, std::abs(rates_[k]));
        }
        fastest_ = std::max(fastest_, fastest);
        const double slowest = std::max(velocity_rounding * fastest, speed_rounding * fastest_);
        for (Index k = 0; k < contacts(); ++k) {
            const bool is_held = departures_[k] == Departure::none;
            const bool is_touched = std::find(touched_.begin(), touched_.end(), k) != touched_.end();
            const bool strikes = rates_[k] < -slowest && std::abs(flight_.gap(k)) <= flight_.rounding(k);
            if (is_held || is_touched || strikes)
                closed_.add(k, problem_.contacts[k].law.restitution, is_held ? 0.0 : rates_[k]);
        }
    }

    // The greatest speed [m/s] with which those gathered approach; zero if none does.
    double approach() const
    {
        double speed = 0.0;
        for (Index i = 0; i < closed_.size(); ++i) speed = std::max(speed, -closed_.before(i));
        return speed;
    }

    // Those gathered strike with e = 0. False if one of them gives everything back.
    bool end_strikes()
    {
        for (Index i = 0; i < closed_.size(); ++i) {
            if (closed_.before(i) < 0.0 && closed_.restitution(i) >= 1.0) return false;
            closed_.restitution(i) = 0.0;
        }
        return true;
    }

    // Bounces too low to be told from rounding are over.
    bool complete_accumulations()
    {
        bool is_struck = false;
        has_settled_ = false;
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
    // gap. Where the step does not resolve the bounces, and so not their acceleration, the last flight tells
    // their height, if nothing else has struck the body meanwhile.
    bool bounces_below_rounding(Index i) const
    {
        const Index k = closed_.contacts[i];
        const double rounding = flight_.rounding(k);
        const double pressed = -closed_.acceleration(i);
        const double after = closed_.after(i);
        if (pressed > 0.0 && after * after <= 2.0 * pressed * rounding) return true;
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
            if (departures_[k] == Departure::none) {
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

    // The reaction of a closed contact has vanished.
    void release(std::size_t h)
    {
        for (const Index k : held_.release(h, t_)) departures_[k] = Departure::release;
        restart_ = true;
    }

    // A contact that has just lifted or been released is pressed again at once: it stays closed for at
    // least one step.
    void reclose(Index k)
    {
        if (++events_at_once_ > most_events_at_once)
            return fail(Status::event_failed, "a contact opens and closes without end at one instant");
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
    ClosedContacts closed_;
    HeldContacts held_;
    std::vector<Index> staying_;
    bool has_settled_ = false;  // a contact came to rest although it parts, slower than rounding shows
    Vector struck_;
    bool is_conservative_;
    EnergyGuard guard_;
    double shorter_ =
        std::numeric_limits<double>::infinity();  // longest next step after a refused landing [s]
    bool restart_ = true;
    bool keep_closed_ = false;
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
