#include "rebond/integration/event_driven/event_driven.hpp"

#include "rebond/contact/contact_names.hpp"
#include "rebond/core/error.hpp"
#include "rebond/integration/energy_guard.hpp"
#include "rebond/integration/event_driven/closed_set.hpp"
#include "rebond/integration/event_driven/event_search.hpp"
#include "rebond/integration/event_driven/event_times.hpp"
#include "rebond/integration/event_driven/impact_sequence.hpp"
#include "rebond/integration/event_driven/rough_sequence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

// So many events that take less than this part of the time [-] are going nowhere. Bounces that accumulate
// are completed sooner.
constexpr long events_between_looks = 10'000;
constexpr double creeping = 1e-9;
// A contact that lifts and touches again within this part of what the motion resolves [-] was lifted by
// rounding. It is closed for as long, and four times as long whenever that settles nothing.
constexpr double undecided = 1e-6;
constexpr double more_patience = 4.0;
constexpr double shortest_wait = 1e-14;  // of the time [-]: above its rounding

// After more events at one instant than the first of these its contacts have impacts in turn without flights
// between them; more than the second are a burst that only rest ends, if it loses anything.
constexpr int usual_events_at_once = 200, many_events_at_once = 600;
// Times within this part of each other [-] are one instant to so many events that each advance by rounding.
constexpr double same_instant = 1000.0 * std::numeric_limits<double>::epsilon();
// A run says how many impacts there were from the first number on, or the second if it was not allowed to
// end.
constexpr long many_sequences = 100'000, many_so_far = 10'000;
// Roundings of a gap [-] by which events are told apart. Those that are not are of one instant, and what is
// closed then is resolved with what touches.
constexpr double apart = 2.0;
// Of the fastest contact's speed [-]. Bursts with friction end, and so lose their order, at some 1e-6.
constexpr double noteworthy_chance = 1e-6, noteworthy_rough_chance = 1e-5;
constexpr std::size_t most_named = 4;  // contacts, where a run stops
// The first step after an impact is this much longer [-] than the flight of the contact that should be back
// first: a longer one would be thrown away.
constexpr double beyond_return = 1.5;

// Whether contacts are resolved with two rows each: friction, or laws that differ or know single contacts
// only.
bool needs_planes(const Problem& problem)
{
    return has_friction(problem) || has_mixed_laws(problem) ||
           (has_law(problem, Law::stronge) && problem.contacts.size() > 1);
}

class EventLoop {
public:
    EventLoop(const Problem& problem, Flight& flight, Recorder& recorder, const std::atomic<bool>* interrupt)
        : problem_(problem),
          flight_(flight),
          recorder_(recorder),
          interrupt_(interrupt),
          t_(problem.initial.t),
          openings_(problem.contacts.size(), Opening::open),
          zeros_(problem.contacts.size(), 0.0),
          closed_set_(flight, recorder, static_cast<std::size_t>(std::min(contacts(), usual_at_once)),
                      needs_planes(problem)),
          search_(flight, closed_set_.independent()),
          sequence_(problem, flight, recorder, closed_set_, openings_, interrupt),
          is_conservative_(is_conservative(problem)),
          guard_(problem)
    {
        recent_.reserve(most_named);
        if (needs_planes(problem))
            rough_.emplace(problem, flight, recorder, closed_set_, openings_, interrupt);
    }

    Outcome run()
    {
        tell();
        for (Index k = 0; k < contacts(); ++k) {
            const double gap = flight_.gap(k);
            require(gap >= 0.0, "a contact is violated at the start");
            if (gap == 0.0 && flight_.rate(k) <= 0.0) touched_.push_back(k);
            if (gap == 0.0 && flight_.rate(k) > 0.0) openings_[k] = Opening::bounce;
        }
        if (!touched_.empty() && resolve_impacts()) tell();
        while (!is_over()) advance();
        return finish();
    }

private:
    Index contacts() const { return static_cast<Index>(problem_.contacts.size()); }

    bool is_over()
    {
        return outcome_.status != Status::ok || outcome_.heeds(interrupt_) || recorder_.enough() ||
               is_at_end(problem_, t_);
    }

    void advance()
    {
        const auto [longest, target] = stretch();
        std::fill(zeros_.begin(), zeros_.end(), 0.0);
        for (Index k = 0, count = contacts(); k < count; ++k)
            if (is_leaving(openings_[k])) zeros_[k] = std::min(flight_.gap(k), 0.0);
        const auto length = flight_.try_step(closed_set_.independent(), openings_, longest, restart_);
        ++outcome_.steps;
        if (!length) {
            if (outcome_.heeds(interrupt_)) return;
            const std::string refusal = flight_.refusal();
            return outcome_.fail(
                Status::solve_failed,
                refusal.empty() ? advised("the equations of motion could not be solved") : refusal);
        }

        const Event event = search_.first_event(openings_, *length, keep_closed_);
        if (event.touch) remember(*event.touch);
        if (event.release) remember(closed_set_.independent()[*event.release].contact);
        if (event.transition) remember(closed_set_.independent()[*event.transition].contact);
        if (event.paradox) remember(closed_set_.independent()[*event.paradox].contact);
        if ((event.touch || event.release || event.transition || event.paradox) && creeps())
            return fail_at_contacts("open and close without end, and time hardly advances",
                                    t_ - creeping * t_);
        if (event.touch) {
            const bool lifted = openings_[*event.touch] >= Opening::lift;
            if (lifted && event.after <= undecided * flight_.smooth_time()) return reclose(*event.touch);
            if (!touch(*event.touch, event.after, *length)) return;
        } else {
            const double after = located(event, *length);
            if (!flight_.land(after)) return retreat(after);
            if (event.release && event.after > 0.0)
                if (const auto k = search_.closed_at_landing(openings_, zeros_, -1, apart)) {
                    if (touch(*k, after, *length)) tell();
                    return;
                }
            arrive(after == longest ? std::optional(target) : std::nullopt);
            if (event.release) release(*event.release, event.opening);
            if (event.transition) change(*event.transition, event.friction);
            if (event.paradox) reconsider(*event.paradox, RoughSequence::Cause::paradox);
        }
        tell();
    }

    // When the event of a closed contact is, from the start of the step [s].
    double located(const Event& event, double length)
    {
        if (event.after == 0.0) return 0.0;
        // A reaction that is not unique has left its cone by its slack, which is to be seen where it lands.
        const auto closed = event.release ? event.release : event.transition;
        if (closed && closed_set_.independent()[*closed].is_shared()) return event.after;
        if (event.release) return search_.release_near(*event.release, event.after, length);
        if (event.transition) return search_.transition_near(*event.transition, event.after, length);
        if (event.paradox) return search_.paradox_near(*event.paradox, event.after, length);
        return event.after;
    }

    // Gap k closes `after` the start of the step, or turns out not to. False if there is nothing to tell.
    bool touch(Index k, double after, double length)
    {
        if (after == 0.0) {
            touched_.assign(1, k);
            openings_[k] = Opening::open;
            return resolve_impacts();
        }
        auto landing = search_.land_on_touch(k, after, length, zeros_[k]);
        for (Index n = 0; landing == EventSearch::Landing::touched && n < contacts(); ++n) {
            const auto earlier = search_.closed_at_landing(openings_, zeros_, k, -apart);
            if (!earlier) break;
            k = *earlier;
            landing = search_.land_on_touch(k, search_.landed_at(), length, zeros_[k]);
        }
        switch (landing) {
            case EventSearch::Landing::touched:
                touched_.assign(1, k);
                if (const auto h = search_.pulls_at_landing(length)) return release_first(*h, length);
                arrive();
                return outcome_.status == Status::ok && resolve_impacts();
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
        fail_at_contacts("an impact could not be located", t_);
        return false;
    }

    // A release near the landing on a touch came before it.
    bool release_first(std::size_t h, double length)
    {
        const double after = search_.release_near(h, search_.landed_at(), length);
        if (!flight_.land(after)) {
            retreat(after);
            return false;
        }
        arrive();
        release(h, Opening::release);
        return outcome_.status == Status::ok;
    }

    void tell()
    {
        const Instant& now = flight_.now();
        recorder_.step(now);
        if (!guard_.allows(now)) outcome_.fail(Status::diverged, guard_.reason());
    }

    // Whether the last so many events took no time worth the name: rounding opens and closes contacts that
    // have no reaction.
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
        if (!flight_.may_shorten()) return {problem_.duration - t_, problem_.duration};
        const double target = next_time(problem_, recorder_, t_);
        if (t_ + shorter_ < target) return {shorter_, t_ + shorter_};
        return {target - t_, target};
    }

    // The body is where it landed; closed contacts have pressed meanwhile.
    void arrive(std::optional<double> t = {})
    {
        Work done = closed_set_.press();
        for (Index i = 0; i < std::ssize(problem_.onsets); ++i)
            if (const auto force = flight_.switched(i)) recorder_.switched(i, force->impulse, force->peak);
        if (!is_conservative_) {
            done += flight_.work();
            book(done);
        }
        flight_.arrive(t);
        restart_ = false;
        if (!(flight_.time() > t_)) {
            if (++events_at_once_ > most_events_at_once)
                fail_at_contacts("events accumulate at one instant, and time does not advance");
            return;
        }
        const bool is_resolved = flight_.time() - t_ > undecided * flight_.smooth_time();
        t_ = flight_.time();
        if (t_ - instant_ > same_instant * t_) {
            instant_ = t_;
            events_at_once_ = 0;
        }
        shorter_ = std::numeric_limits<double>::infinity();
        if (!keep_closed_) patience_ = undecided;
        keep_closed_ = false;
        for (Index k = 0, count = contacts(); k < count; ++k)
            if (is_leaving(openings_[k])) openings_[k] = left(k, is_resolved);
    }

    // How a gap leaves after a step. One so short that a gap which opens does not show it, nor makes up for
    // rounding of several gaps that closed together, leaves it leaving. After one that the motion resolves, a
    // rate within its rounding is no leaving.
    Opening left(Index k, bool is_resolved)
    {
        if (flight_.gap(k) > flight_.rounding(k)) return Opening::open;
        const double rate = flight_.rate(k), rounding = flight_.rate_rounding(k);
        if (rate > (is_resolved ? rounding : 0.0)) return Opening::bounce;
        const bool may_not_show = !is_resolved && openings_[k] != Opening::bounce && rate >= -rounding;
        return may_not_show ? openings_[k] : Opening::open;
    }

    // A landing was refused although the step itself was not: the next one is tried up to there only.
    void retreat(double lead)
    {
        shorter_ = lead;
        restart_ = true;
        if (!flight_.may_shorten() || ++events_at_once_ > most_events_at_once)
            fail_at_contacts("an event could not be located");
    }

    // Contacts that have just touched are resolved: they separate or stay closed. False if there is nothing
    // to tell.
    bool resolve_impacts()
    {
        restart_ = true;
        ++sequences_;
        if (++events_at_once_ > most_events_at_once) {
            fail_at_contacts("impacts follow each other at one instant without end");
            return false;
        }
        const double since = events_at_once_ > usual_events_at_once ? instant_ : t_;
        const bool must_rest = events_at_once_ > many_events_at_once;
        auto failure = rough_ ? rough_->resolve(touched_, t_, must_rest)
                              : sequence_.resolve(touched_, t_, since, must_rest);
        if (!is_conservative_) book(rough_ ? rough_->take_work() : sequence_.take_work());
        if (failure) {
            outcome_.fail(failure->status, std::move(failure->reason));
            outcome_.never_rests = failure->never_rests;
            return false;
        }
        const double soonest = rough_ ? rough_->soonest_return() : sequence_.soonest_return();
        shorter_ = std::max(beyond_return * soonest, shortest_wait * t_);
        return true;
    }

    void book(const Work& done)
    {
        recorder_.work(done);
        guard_.work(done);
    }

    // A closed contact breaks loose or stops sliding. What presses it, and so which way it breaks loose, may
    // be seen only later, with that friction [N].
    void change(std::size_t h, std::optional<double> friction)
    {
        ClosedContact& one = closed_set_.independent()[h];
        if (friction) one.friction = *friction;
        const bool sticks = one.sliding == Sliding::sticks;
        reconsider(h, sticks ? RoughSequence::Cause::breaks_loose : RoughSequence::Cause::stops);
    }

    void reconsider(std::size_t h, RoughSequence::Cause cause, Opening opening = Opening::release)
    {
        restart_ = true;
        if (auto failure = rough_->reconsider(h, cause, t_, opening))
            outcome_.fail(failure->status, std::move(failure->reason));
        if (!is_conservative_) book(rough_->take_work());
    }

    // The reaction of a closed contact has vanished, or pulls.
    void release(std::size_t h, Opening opening)
    {
        if (rough_) return reconsider(h, RoughSequence::Cause::opens, opening);
        for (const Index k : closed_set_.release(h, t_)) {
            openings_[k] = opening;
            sequence_.open(k, t_);
        }
        restart_ = true;
    }

    // A contact that has just lifted or been released is pressed again at once: it stays closed for a while,
    // after which its reaction tells more. While it pulls the motion is wrong, by the square of that while.
    void reclose(Index k)
    {
        if (++events_at_once_ > most_events_at_once)
            return fail_at_contacts("open and close without end at one instant");
        const double wait = std::max(patience_ * flight_.smooth_time(), shortest_wait * t_);
        if (rough_) {
            touched_.assign(1, k);
            openings_[k] = Opening::open;
            if (!resolve_impacts()) return;
        } else {
            openings_[k] = Opening::none;
            closed_set_.close(k, t_);
            restart_ = true;
        }
        shorter_ = wait;
        patience_ = std::min(1.0, more_patience * patience_);
        keep_closed_ = true;
    }

    // Of the contacts of the last few events.
    void remember(Index k)
    {
        std::erase_if(recent_, [k](const Recent& event) { return event.contact == k; });
        if (recent_.size() == most_named) recent_.erase(recent_.begin());
        recent_.push_back({k, t_});
    }

    // Where they can be named, those with events since t [s].
    void fail_at_contacts(const std::string& reason, double since)
    {
        std::vector<Index> contacts;
        for (const Recent& event : recent_)
            if (event.t >= since) contacts.push_back(event.contact);
        std::sort(contacts.begin(), contacts.end());
        outcome_.fail(
            Status::event_failed,
            advised(contacts.empty() ? reason : contact_names(contacts, problem_.contacts) + ": " + reason));
    }
    void fail_at_contacts(const std::string& reason) { fail_at_contacts(reason, instant_); }

    // With the advice that helps where the step is the user's.
    std::string advised(const std::string& refusal) const
    {
        return flight_.may_shorten() ? refusal : refusal + "; a smaller step may help";
    }

    Outcome finish()
    {
        closed_set_.finish(t_);
        if (sequence_.was_scaled_down())
            outcome_.warnings.emplace_back(
                "the outward law would have added energy at contacts that already separate: its inequality "
                "was scaled down in some impacts");
        const NestedBursts& bursts = sequence_.bursts();
        if (bursts.greatest() > 0.0)
            outcome_.warnings.push_back(
                fmt::format("contacts bounced too low and too often to follow each bounce: "
                            "bounces lower than {:.1e} m were taken as rest",
                            bursts.greatest()));
        if (bursts.disturbed_hops() > 0)
            outcome_.warnings.push_back(fmt::format(
                "a contact hopped {} times near rounding before an impact of another one: rounding decided "
                "whether it was open or closed then, and the motion may be another one",
                bursts.disturbed_hops()));
        const auto [part_by_chance, fastest_by_chance] =
            rough_ ? std::pair(rough_->part_by_chance(), rough_->fastest_by_chance())
                   : std::pair(sequence_.part_by_chance(), sequence_.fastest_by_chance());
        if (part_by_chance > (rough_ ? noteworthy_rough_chance : noteworthy_chance))
            outcome_.warnings.push_back(fmt::format(
                "several contacts had impacts within rounding of one instant, at up to {:.1e} m/s: rounding "
                "decided whether together or in turn, and velocities are uncertain by about as much",
                fastest_by_chance));
        if (sequences_ > (outcome_.status == Status::interrupted ? many_so_far : many_sequences))
            outcome_.warnings.push_back(
                fmt::format("{} impacts were computed one by one, which is slow; a time-stepping scheme, for "
                            "example moreau_jean, resolves all impacts of a step together",
                            sequences_));
        for (std::string& warning : flight_.warnings()) outcome_.warnings.push_back(std::move(warning));
        if (rough_) warn_of_friction();
        outcome_.residual = rough_ ? rough_->residual() : sequence_.residual();
        outcome_.time = t_;
        outcome_.residual_evaluations = flight_.residual_evaluations();
        return std::move(outcome_);
    }

    void warn_of_friction()
    {
        if (rough_->bounded() > 0)
            outcome_.warnings.push_back(fmt::format(
                "in {} impacts Newton's law with friction, or Poisson's with several contacts at once, would "
                "have added energy: there restitution was lowered until it did not; see impact.bounded",
                rough_->bounded()));
        if (rough_->without_rebound() > 0)
            outcome_.warnings.push_back(fmt::format(
                "in {} impacts so many contacts stick together that no motion has the rebound of each: they "
                "did not rebound there",
                rough_->without_rebound()));
        if (rough_->indeterminate() > 0)
            outcome_.warnings.push_back(fmt::format(
                "at {} instants friction allowed several motions: a contact that slides alone was "
                "opened (Painlevé's paradox), and of several contacts the motion was taken that "
                "impulses or reactions change least",
                rough_->indeterminate()));
    }

    const Problem& problem_;
    Flight& flight_;
    Recorder& recorder_;
    const std::atomic<bool>* interrupt_;
    double t_;                       // where the body is [s]
    std::vector<Opening> openings_;  // per contact; none where closed
    std::vector<double> zeros_;      // gaps that leave zero, where they do: not above it [m]
    std::vector<Index> touched_;     // at zero gap by definition
    ClosedSet closed_set_;
    EventSearch search_;
    ImpactSequence sequence_;
    std::optional<RoughSequence> rough_;  // in its place where contacts have friction
    bool is_conservative_;
    EnergyGuard guard_;
    double shorter_ = std::numeric_limits<double>::infinity();  // longest next step [s]: less is trusted
    double patience_ = undecided;  // with a contact that opens and closes, in smooth times [-]
    bool restart_ = true;
    bool keep_closed_ = false;  // contacts that are closed stay so in the next step
    double instant_ = 0.0;      // when those began [s]
    int events_at_once_ = 0;    // within the rounding of a few of them
    long events_ = 0;
    long sequences_ = 0;
    struct Recent {
        Index contact;
        double t;  // [s]
    };
    std::vector<Recent> recent_;  // the last events, the latest last
    double last_look_ = 0.0;      // at the clock, some events ago [s]
    Outcome outcome_;
};

}  // namespace

Outcome integrate_event_driven(const Problem& problem, Flight& flight, Recorder& recorder,
                               const std::atomic<bool>* interrupt)
{
    return EventLoop(problem, flight, recorder, interrupt).run();
}

}  // namespace rebond
