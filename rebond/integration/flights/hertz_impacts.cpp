#include "rebond/integration/flights/hertz_impacts.hpp"

#include "rebond/core/error.hpp"
#include "rebond/integration/energy_guard.hpp"
#include "rebond/integration/event_driven/event_times.hpp"
#include "rebond/integration/flights/hertz_contact_step.hpp"
#include "rebond/integration/flights/hertz_flight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace rebond {
namespace {

// What a step of twice the length multiplies the error by [-]: at least that of F ∝ t^{3/2}, and at most what
// is learnt from a step refused, which is forgotten by and by.
constexpr double least_growth = 5.7;
constexpr double most_growth = 1e5;
constexpr double forgetting = 0.8;
// Part of the tolerance a longer step is chosen for [-].
constexpr double aim = 0.5;
// How far a step goes towards a release, and beyond it where that is the last one [-].
constexpr double approach = 0.7;
constexpr double beyond_release = 2.5;
// What the tolerance of a step, and rounding, may become by the time the ball has separated, as a part of its
// velocity [-]: more is a warning, and beyond the second the motion is chaotic.
constexpr double finest_tolerance = 1e-15;
constexpr double least_blur = 1e-8;
constexpr double most_blur = 1e-5;
constexpr const char* ill_conditioned =
    "the rebound is ill-conditioned, see restitution.conditioning, and errors of the scheme are amplified as "
    "much; compare with a smaller scheme.tolerance";
constexpr const char* chaotic =
    "the rebound is chaotic: errors of the scheme are amplified along the sub-impacts until they are as "
    "large as the rebound can vary; the result is one of many possible ones";
// Where even rounding would be amplified to the size of the velocity, following the motion is pointless.
constexpr double finest_rounding = std::numeric_limits<double>::epsilon();
// Levels that a step is refined by at once if it does not see the contact at all.
constexpr int finer_at_once = 4;

class HertzImpacts {
public:
    HertzImpacts(const Problem& problem, const BallOnBeam& model, const EventAccurate& scheme,
                 Recorder& recorder, const std::atomic<bool>* interrupt)
        : problem_(problem),
          model_(model),
          recorder_(recorder),
          interrupt_(interrupt),
          dynamics_(model.dynamics()),
          state_(problem.initial),
          now_(state_, *dynamics_),
          t_(problem.initial.t),
          speed_(std::sqrt(2.0 * now_.energy().total() / model.ball_mass())),
          step_(model, longest_step(scheme), speed_, scheme.tolerance * scheme.tolerance),
          flight_(model),
          guard_(problem),
          tolerance_(std::max(scheme.tolerance * scheme.tolerance, finest_tolerance)),
          is_conservative_(model.is_conservative())
    {
        const Vector zero = Vector::Zero(model.dofs());
        motion_ = {problem.initial.q, problem.initial.v, zero, zero};
        next_ = motion_;
    }

    Outcome run()
    {
        tell();
        const double delta = model_.indentation(motion_.q);
        if (delta > 0.0 || (delta == 0.0 && model_.indentation_rate(motion_.v) > 0.0)) {
            touch();
            tell();
        } else {
            start_flight(delta == 0.0);
        }
        while (!is_over()) is_pressed_ ? press() : fly();
        return finish();
    }

private:
    // A whole contact with a wall, at the velocity that all energy would give the ball.
    double longest_step(const EventAccurate& scheme) const
    {
        double longest = problem_.duration;
        if (speed_ > 0.0) longest = contact_time(model_.hertz(), model_.ball_mass(), speed_);
        return scheme.step > 0.0 ? std::min(longest, scheme.step) : longest;
    }

    bool is_over()
    {
        return outcome_.status != Status::ok || outcome_.heeds(interrupt_) || recorder_.enough() ||
               is_at_end(problem_, state_.t);
    }

    // ------------------------------------------------------------ telling

    void tell()
    {
        recorder_.step(now_);
        if (!guard_.allows(now_)) outcome_.fail(Status::diverged, guard_.reason());
    }

    // The state has been moved to t; damping has taken this [J] since the step or flight began.
    void show(double t, double taken)
    {
        state_.t = t;
        now_.renew();
        if (is_conservative_) return;
        const Work done{.damping = taken - told_damping_};
        told_damping_ = taken;
        recorder_.work(done);
        guard_.work(done);
    }

    // After the state told last [s].
    double next_wanted() const { return next_time(problem_, recorder_, state_.t); }

    // ------------------------------------------------------------ contact

    void touch()
    {
        ++touches_;
        if (!(finest_rounding * std::abs(motion_.dv(0)) <= speed_))
            outcome_.fail(
                Status::diverged,
                fmt::format("the rebound is chaotic: after {} sub-impacts rounding alone decides the "
                            "motion, and the rebound velocity is not determined. Use a stiffer or damped "
                            "beam, or a lighter ball",
                            touches_));
        recorder_.arrival(now_);
        recorder_.contact_begins(0, t_);
        is_pressed_ = true;
        const double rate = model_.indentation_rate(motion_.v);
        impact_ = {.time = t_, .end = t_, .velocity_before = -rate, .peak_force = 0.0};
        // The error of a first step grows as h^{5/2}.
        const double error = step_.touch_error(std::max(rate, 0.0), step_.length(0));
        level_ = error > aim ? step_.level_within(step_.length(0) * std::pow(aim / error, 0.4)) : 0;
        growth_ = least_growth;
    }

    // One step, or what of it is before the release and within the run.
    void press()
    {
        if (!solve()) return;
        const double end = released_.value_or(1.0);
        const double t_end = t_ + end * step_.length();
        told_impulse_ = told_damping_ = 0.0;
        for (double wanted = next_wanted(); wanted < t_end; wanted = next_wanted()) {
            const double tau = std::clamp((wanted - t_) / step_.length(), 0.0, end);
            step_.move_state(tau, state_.q, state_.v);
            show_pressed(wanted, tau);
            tell();
            if (is_over()) return;
        }
        if (released_) step_.move_state(end, next_.q, next_.v);
        step_.move_derivative(end, next_);
        state_.q = next_.q;
        state_.v = next_.v;
        show_pressed(t_end, end);
        t_ = t_end;
        std::swap(motion_, next_);
        if (released_) release();
        tell();
    }

    void show_pressed(double t, double tau)
    {
        show(t, is_conservative_ ? 0.0 : step_.damping_work(tau, state_.q, state_.v));
        impact_.peak_force = step_.peak_force(tau, impact_.peak_force);
        const double impulse = step_.impulse(tau);
        recorder_.received(0, impulse - told_impulse_, 0.0);
        impact_.impulse += impulse - told_impulse_;
        told_impulse_ = impulse;
    }

    // Finds a step with an error within the tolerance, and the release in it if there is one.
    bool solve()
    {
        level_ = std::max(level_, level_towards_release());
        double refused = 0.0;
        for (;; ++level_) {
            ++outcome_.steps;
            const bool is_last = level_ == HertzContactStep::levels;
            const bool is_solved = step_.solve(level_, motion_);
            if (is_solved && step_.error() <= 1.0) {
                step_.move_state(1.0, next_.q, next_.v);
                released_ = step_.release(next_);
                if (!released_ || *released_ > 0.0) break;
                if (is_last) {
                    released_.reset();
                    if (model_.indentation(next_.q) <= 0.0) released_ = 1.0;
                    break;
                }
                level_ = std::min(level_ + finer_at_once, HertzContactStep::levels) - 1;
                continue;
            }
            if (is_last) {
                outcome_.fail(Status::solve_failed, is_solved
                                                        ? "the force of a contact is not resolved by any step"
                                                        : "the force of a contact could not be solved for");
                return false;
            }
            refused = is_solved ? step_.error() : 0.0;
        }
        const double error = step_.error();
        growth_ = std::max(least_growth,
                           refused > 0.0 ? std::min(refused / error, most_growth) : forgetting * growth_);
        if (level_ > 0 && error * growth_ <= aim) --level_;
        return true;
    }

    // The level that a release ahead asks for.
    int level_towards_release() const
    {
        const double delta = model_.indentation(motion_.q);
        const double rate = model_.indentation_rate(motion_.v);
        if (!(delta > 0.0 && rate < 0.0)) return 0;
        const double left = -delta / rate;
        const bool is_last = step_.release_error(delta, left) <= 1.0;
        return step_.level_within((is_last ? beyond_release : approach) * left);
    }

    void release()
    {
        impact_.end = t_;
        impact_.velocity_after = -model_.indentation_rate(motion_.v);
        recorder_.impact(impact_);
        is_pressed_ = false;
        has_touched_ = true;
        start_flight(true);
    }

    // ------------------------------------------------------------ flight

    void start_flight(bool is_touching)
    {
        told_damping_ = 0.0;
        touch_after_.reset();
        const double rest = problem_.duration - t_;
        if (speed_ == 0.0 || !(rest > 0.0)) return;
        flight_.start(motion_.q, motion_.v, is_touching);
        const auto separated = flight_.separated_after(rest);
        touch_after_ = flight_.first_touch(separated.value_or(rest));
        if (separated && !touch_after_ && has_touched_) tell_separation();
    }

    // Errors of steps grow along the sub-impacts at least as those of the ball's mass do.
    void tell_separation()
    {
        const double sensitivity = motion_.dv(0);
        const double blur = tolerance_ * std::abs(sensitivity) / speed_;
        has_separated_ = true;
        recorder_.separation({.time = t_,
                              .velocity = motion_.v(0),
                              .sensitivity = sensitivity,
                              .is_determined = std::isfinite(blur)});
        if (blur <= least_blur) return;
        outcome_.warnings.emplace_back(blur <= most_blur ? ill_conditioned : chaotic);
    }

    // To the next touch or time wanted, whichever is first.
    void fly()
    {
        const double wanted = next_wanted();
        const double t_touch = touch_after_ ? t_ + *touch_after_ : std::numeric_limits<double>::infinity();
        if (wanted < t_touch) {
            state_.q = motion_.q;
            state_.v = motion_.v;
            flight_.move(wanted - t_, state_.q, state_.v);
            show(wanted, damping_within(wanted - t_));
        } else {
            land(t_touch);
        }
        tell();
    }

    double damping_within(double s) const { return is_conservative_ ? 0.0 : flight_.damping_work(s); }

    void land(double t_touch)
    {
        ++outcome_.steps;
        flight_.move(*touch_after_, motion_);
        state_.q = motion_.q;
        state_.v = motion_.v;
        show(t_touch, damping_within(*touch_after_));
        events_at_once_ = t_touch > t_ ? 0 : events_at_once_ + 1;
        if (events_at_once_ > most_events_at_once)
            outcome_.fail(Status::event_failed, "contacts follow each other and time does not advance");
        t_ = t_touch;
        // Rounding may find a touch where the gap only comes close to zero and grows again.
        const bool grazes = *touch_after_ > 0.0 && !(model_.indentation_rate(motion_.v) > 0.0);
        grazes ? start_flight(true) : touch();
    }

    // ------------------------------------------------------------ the end

    Outcome finish()
    {
        if (!has_separated_ && outcome_.status == Status::ok)
            outcome_.warnings.emplace_back(
                "the run ended before it was certain that the ball has separated for good, so there is no "
                "restitution.apparent; a longer run.duration may help");
        if (is_pressed_) {
            impact_.end = state_.t;
            impact_.velocity_after = -model_.indentation_rate(state_.v);
            impact_.is_over = false;
            recorder_.impact(impact_);
        }
        outcome_.time = state_.t;
        outcome_.residual_evaluations =
            outcome_.steps * OscillatorResponse::nodes + flight_.residual_evaluations();
        return std::move(outcome_);
    }

    const Problem& problem_;
    const BallOnBeam& model_;
    Recorder& recorder_;
    const std::atomic<bool>* interrupt_;
    std::unique_ptr<Dynamics> dynamics_;
    State state_;  // told last
    StateInstant now_;
    double t_;      // of motion_ [s]
    double speed_;  // that all energy would give the ball [m/s]
    HertzContactStep step_;
    HertzFlight flight_;
    EnergyGuard guard_;
    double tolerance_;  // of a step, of the ball's velocity [-]
    bool is_conservative_;
    BallMotion motion_, next_;  // at the start of a step or flight, and later in it
    bool is_pressed_ = false;
    bool has_touched_ = false;
    bool has_separated_ = false;  // for good
    Impact impact_;
    int level_ = 0;                      // of the next step
    double growth_ = least_growth;       // of the error with the step's length [-]
    std::optional<double> released_;     // within the step, in steps
    std::optional<double> touch_after_;  // in the flight [s]
    double told_impulse_ = 0.0;          // of the step [N s]
    double told_damping_ = 0.0;          // of the step or flight [J]
    int events_at_once_ = 0;
    long touches_ = 0;
    Outcome outcome_;
};

}  // namespace

bool is_ball_on_beam(const Problem& problem)
{
    return dynamic_cast<const BallOnBeam*>(problem.model.get()) != nullptr;
}

Outcome integrate_hertz_impacts(const Problem& problem, const EventAccurate& scheme, Recorder& recorder,
                                const std::atomic<bool>* interrupt)
{
    const auto* model = dynamic_cast<const BallOnBeam*>(problem.model.get());
    require(model != nullptr && problem.contacts.size() == 1, "expected a ball on a beam with its contact");
    return HertzImpacts(problem, *model, scheme, recorder, interrupt).run();
}

}  // namespace rebond
