#include "rebond/integration/event_driven.hpp"

#include "rebond/core/error.hpp"
#include "rebond/integration/energy_guard.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

// Flights between impacts below this fraction of a step [-] are not resolved by it.
constexpr double unresolved = 1e-6;
// Events at one instant before the loop gives up.
constexpr int most_events_at_once = 1000;
// Landings to locate one impact.
constexpr int most_landings = 60;

class EventLoop {
public:
    EventLoop(const Problem& problem, Flight& flight, Recorder& recorder, const std::atomic<bool>* interrupt)
        : problem_(problem),
          flight_(flight),
          recorder_(recorder),
          interrupt_(interrupt),
          solver_(*problem.model, problem.contacts, 1e-3 * problem.duration),
          state_(problem.initial),
          departures_(problem.contacts.size(), Departure::open),
          last_impacts_(problem.contacts.size(), -std::numeric_limits<double>::infinity()),
          reach_(problem.contacts.size(), 0.0),
          a_(Vector::Zero(problem.model->dofs()))
    {
        require(problem.contacts.size() <= 1, "several contacts need a simultaneous impact law");
        holds_.reserve(problem.contacts.size());
        phases_.reserve(problem.contacts.size());
        trial_holds_.reserve(problem.contacts.size());
    }

    Outcome run()
    {
        tell();
        for (std::size_t k = 0; k < departures_.size(); ++k) {
            const double gap = gap_at(problem_.contacts[k].gap, state_.q);
            require(gap >= 0.0, "a contact is violated at the start");
            if (gap > 0.0) continue;
            if (!meet(static_cast<Index>(k))) return finish();
            tell();
        }
        while (outcome_.status == Status::ok && !is_over()) advance();
        return finish();
    }

private:
    struct Event {
        double after = 0.0;  // [s] from the start of the step
        std::optional<Index> touch;
        std::optional<std::size_t> release;
    };

    bool is_over()
    {
        if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) {
            outcome_.status = Status::interrupted;
            outcome_.reason = "interrupted";
        }
        return outcome_.status != Status::ok || recorder_.enough() ||
               problem_.duration - state_.t <= shortest_ * problem_.duration;
    }

    void advance()
    {
        const auto [longest, target] = stretch();
        const auto length = flight_.try_step(state_, holds_, departures_, longest, restart_);
        ++outcome_.steps;
        if (!length)
            return fail(Status::solve_failed,
                        "the equations of motion could not be solved; a smaller step may help");

        const Event event = first_event(*length);
        if (event.touch && event.after == 0.0) {
            if (departures_[*event.touch] >= Departure::lift) return reclose(*event.touch);
            if (!meet(*event.touch)) return;
        } else if (event.touch) {
            const bool touched = locate(*event.touch, event.after, *length);
            if (outcome_.status != Status::ok) return;
            if (touched && !meet(*event.touch)) return;
        } else {
            const double after =
                event.release ? located_release(*event.release, event.after, *length) : *length;
            if (!flight_.land(after, landing_)) {
                retreat(after);
                return;
            }
            if (after == longest) landing_.t = target;
            arrive();
            if (event.release) open(*event.release);
        }
        tell();
    }

    void tell()
    {
        for (std::size_t k = 0; k < reach_.size(); ++k)
            reach_[k] = std::max(reach_[k], lengths_in(problem_.contacts[k].gap, state_.q));
        const Instant now(state_, solver_.dynamics());
        recorder_.step(now);
        if (!guard_.allows(now)) fail(Status::diverged, "the energy has grown a hundredfold");
    }

    // The longest step from here and the time it would end at: the end of the run or, where the flight may be
    // cut, the next sample, a time the recorder wants, or what a refused landing left.
    std::pair<double, double> stretch() const
    {
        double target = problem_.duration;
        if (flight_.may_shorten()) {
            if (problem_.sample_every > 0.0) {
                const double samples =
                    std::floor(state_.t / problem_.sample_every * (1.0 + 1e-12) + 1e-9) + 1.0;
                target = std::min(target, samples * problem_.sample_every);
            }
            if (const double wanted = recorder_.wanted_time(); wanted > state_.t)
                target = std::min(target, wanted);
            if (state_.t + shorter_ < target) return {shorter_, state_.t + shorter_};
        }
        return {target - state_.t, target};
    }

    Event first_event(double length)
    {
        Event event{.after = length, .touch = {}, .release = {}};
        for (std::size_t k = 0; k < departures_.size(); ++k) {
            if (departures_[k] == Departure::none) continue;
            const auto after = flight_.first_touch(static_cast<Index>(k));
            if (after && *after <= event.after) event = {*after, static_cast<Index>(k), {}};
        }
        for (std::size_t h = 0; h < holds_.size(); ++h) {
            const auto after = flight_.first_release(h);
            if (keep_closed_ && after == 0.0) continue;
            if (after && *after <= event.after) event = {*after, {}, h};
        }
        return event;
    }

    // The state becomes what was landed on; closed contacts have pressed meanwhile.
    void arrive()
    {
        for (std::size_t h = 0; h < holds_.size(); ++h) {
            const Flight::Pressing pressing = flight_.pressing(h);
            phases_[h].impulse += pressing.impulse;
            phases_[h].peak_force = std::max(phases_[h].peak_force, pressing.peak);
        }
        events_at_once_ = landing_.t > state_.t ? 0 : events_at_once_ + 1;
        if (events_at_once_ > most_events_at_once)
            fail(Status::event_failed,
                 "events accumulate at one instant and time does not advance; a smaller step may help");
        std::swap(state_, landing_);
        shorter_ = std::numeric_limits<double>::infinity();
        restart_ = false;
        keep_closed_ = false;
        for (Departure& departure : departures_)
            if (departure != Departure::none) departure = Departure::open;
    }

    // Lands where gap k is zero to rounding: a Newton step with the velocity there, then secant steps on the
    // landings, kept inside a bracket. False if the gap turns out not to close here: then the state is a
    // plain step further.
    bool locate(Index k, double after, double length)
    {
        const Gap& gap = problem_.contacts[k].gap;
        double above = 0.0;     // last landing with φ > 0
        double below = length;  // first landing with φ < 0, or the end of the step
        double lead = after;
        bool is_bracketed = false;  // φ < 0 was seen
        double lead_before = 0.0, phi_before = 0.0;
        for (int landing = 0; landing < most_landings; ++landing) {
            if (!flight_.land(lead, landing_)) return retreat(lead);
            const double phi = gap_at(gap, landing_.q);
            const double rate = along(gap, landing_.v);
            const double slope = landing == 0 ? rate : (phi - phi_before) / (lead - lead_before);
            const double step = phi / slope;
            if (std::abs(phi) <= 2.0 * std::numeric_limits<double>::epsilon() * lengths_in(gap, landing_.q) ||
                std::abs(step) <= 1e-15 * lead || (is_bracketed && (below - above) <= 1e-15 * lead)) {
                close(gap, phi);
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
        fail(Status::event_failed, "an impact could not be located; a smaller step may help");
        return false;
    }

    // A landing was refused although the step itself was not: the next one is tried up to there only.
    bool retreat(double lead)
    {
        shorter_ = lead;
        restart_ = true;
        if (!flight_.may_shorten() || ++events_at_once_ > most_events_at_once)
            fail(Status::event_failed, "an event could not be located; a smaller step may help");
        return false;
    }

    // Where the reaction of holds_[h] vanishes, near `after` in the step tried: a few secant steps on
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

    // The reaction of holds_[h] at a landing.
    std::optional<double> reaction_at(std::size_t h, double after)
    {
        if (!flight_.land(after, landing_)) return std::nullopt;
        trial_holds_ = holds_;
        if (!solver_.solve(landing_.t, landing_.q, landing_.v, 0.0, 0.0, trial_holds_, a_))
            return std::nullopt;
        return trial_holds_[h].reaction;
    }

    // Lengths a gap is the difference of: their rounding is its own.
    static double lengths_in(const Gap& gap, const Vector& q)
    {
        double size = std::abs(gap.offset);
        for (const auto& [i, w] : gap.terms) size += std::abs(w * q(i));
        return size;
    }

    // Takes the last rounding out of φ, which is zero here by definition.
    void close(const Gap& gap, double phi)
    {
        double squares = 0.0;
        for (const auto& term : gap.terms) squares += term.weight * term.weight;
        add_reaction(gap, -phi / squares, landing_.q);
    }

    // Contact k is at zero gap: impact if it approaches, then part or stay closed.
    bool meet(Index k)
    {
        const Contact& contact = problem_.contacts[k];
        restart_ = true;
        if (!solver_.factor(state_.t, state_.q, 0.0, 0.0)) {
            fail(Status::solve_failed, "the mass matrix is not positive");
            return false;
        }
        const Vector& response = solver_.response(k);
        const double G = along(contact.gap, response);
        const double before = along(contact.gap, state_.v);
        double after = rebound_velocity(contact.law, before);
        recorder_.arrival(state_);
        state_.v += impulse_between(G, before, after) * response;
        if (!solver_.solve(state_.t, state_.q, state_.v, 0.0, 0.0, no_holds_, a_)) {
            fail(Status::solve_failed, "the acceleration at an impact could not be solved");
            return false;
        }
        const double pressed = -along(contact.gap, a_);
        if (before < 0.0) {
            if (bounces_below_rounding(k, before, after, pressed)) {
                state_.v += impulse_between(G, after, 0.0) * response;
                after = 0.0;
            }
            recorder_.impact({.time = state_.t,
                              .end = state_.t,
                              .contact = k,
                              .velocity_before = before,
                              .velocity_after = after,
                              .impulse = impulse_between(G, before, after),
                              .energy_loss = energy_loss_between(G, before, after)});
            last_impacts_[k] = state_.t;
        }
        departures_[k] = after > 0.0 ? Departure::bounce : Departure::lift;
        if (after == 0.0 && pressed >= 0.0) hold(k);
        return true;
    }

    // Whether contact k, leaving at `after` under the acceleration −pressed, would rise by less than the
    // rounding of its gap. Where the step does not resolve the bounces, and so not their acceleration, the
    // last flight tells their height.
    bool bounces_below_rounding(Index k, double before, double after, double pressed) const
    {
        const double rounding = 2.0 * std::numeric_limits<double>::epsilon() * reach_[k];
        if (pressed > 0.0 && after * after <= 2.0 * pressed * rounding) return true;
        const double flight = state_.t - last_impacts_[k];
        return flight <= unresolved * flight_.next_step() && -before * flight <= 4.0 * rounding;
    }

    void hold(Index k)
    {
        departures_[k] = Departure::none;
        holds_.push_back({.contact = k});
        phases_.push_back({.start = state_.t, .end = state_.t, .contact = k});
        recorder_.contact_begins(k, state_.t);
    }

    // The reaction of a closed contact has vanished.
    void open(std::size_t h)
    {
        phases_[h].end = state_.t;
        recorder_.sticking(phases_[h]);
        departures_[holds_[h].contact] = Departure::release;
        holds_.erase(holds_.begin() + static_cast<std::ptrdiff_t>(h));
        phases_.erase(phases_.begin() + static_cast<std::ptrdiff_t>(h));
        restart_ = true;
    }

    // A contact that has just lifted or been released is pressed again at once: it stays closed for at
    // least one step.
    void reclose(Index k)
    {
        if (++events_at_once_ > most_events_at_once)
            return fail(Status::event_failed, "a contact opens and closes without end at one instant");
        hold(k);
        restart_ = true;
        keep_closed_ = true;
    }

    void fail(Status status, std::string reason)
    {
        outcome_.status = status;
        outcome_.reason = std::move(reason);
    }

    Outcome finish()
    {
        for (Sticking& phase : phases_) {
            phase.end = state_.t;
            recorder_.sticking(phase);
        }
        outcome_.time = state_.t;
        outcome_.sweeps = solver_.sweeps() + flight_.sweeps();
        return std::move(outcome_);
    }

    static constexpr double shortest_ = 1e-12;  // what is left of a run that is not worth a step [-]

    const Problem& problem_;
    Flight& flight_;
    Recorder& recorder_;
    const std::atomic<bool>* interrupt_;
    AccelerationSolver solver_;
    State state_, landing_;
    std::vector<Departure> departures_;  // per contact; none where held
    std::vector<Hold> holds_;
    std::vector<Sticking> phases_;  // of the holds
    std::vector<Hold> no_holds_, trial_holds_;
    std::vector<double> last_impacts_;  // per contact [s]
    std::vector<double> reach_;         // largest lengths_in its gap so far, per contact [m]
    Vector a_;
    EnergyGuard guard_;
    double shorter_ =
        std::numeric_limits<double>::infinity();  // longest next step after a refused landing [s]
    bool restart_ = true;
    bool keep_closed_ = false;
    int events_at_once_ = 0;
    Outcome outcome_;
};

}  // namespace

Outcome integrate_event_driven(const Problem& problem, Flight& flight, Recorder& recorder,
                               const std::atomic<bool>* interrupt)
{
    return EventLoop(problem, flight, recorder, interrupt).run();
}

}  // namespace rebond
