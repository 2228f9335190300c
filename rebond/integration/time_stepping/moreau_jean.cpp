#include "rebond/integration/time_stepping/moreau_jean.hpp"

#include "rebond/integration/energy_guard.hpp"
#include "rebond/integration/time_stepping/crowd_stepper.hpp"
#include "rebond/integration/time_stepping/energy_restoration.hpp"
#include "rebond/integration/time_stepping/impact_runs.hpp"
#include "rebond/integration/time_stepping/leaping_discs.hpp"
#include "rebond/integration/time_stepping/massless_contacts.hpp"
#include "rebond/integration/time_stepping/penetration.hpp"
#include "rebond/integration/time_stepping/plane_contacts.hpp"
#include "rebond/integration/time_stepping/step_count.hpp"
#include "rebond/integration/time_stepping/unilateral_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rebond {
namespace {

constexpr double evaluations_a_step = 1.0;  // of the forces, in time: a step solves once

// [s]
double step_time(const LinearSystem& system)
{
    return evaluations_a_step * evaluation_time(system);
}

class Stepper {
public:
    Stepper(const Problem& problem, const MoreauJean& scheme, Recorder& recorder)
        : problem_(problem),
          scheme_(scheme),
          recorder_(recorder),
          step_(*problem.model, problem.contacts, scheme.step),
          state_(problem.initial),
          A_(state_.q + scheme.step * scheme.theta * state_.v),
          a_(Vector::Zero(problem.model->dofs())),
          runs_(problem.contacts.size(), recorder),
          penetration_(problem.contacts.size()),
          leaps_(*problem.model, scheme.step),
          now_(state_, step_.solver().dynamics()),
          is_conservative_(is_conservative(problem)),
          v_mean_(a_),
          guard_(problem)
    {
        if (has_massless_contacts(problem))
            massless_.emplace(problem, step_.solver(), scheme.step, scheme.theta);
        else if (PlaneContacts::are_needed(problem))
            plane_.emplace(problem, step_.solver(), recorder, penetration_, scheme.step, scheme.theta,
                           scheme.activation == MoreauJean::Activation::predicted);
        bounds_.reserve(problem.contacts.size());
        pushes_.reserve(problem.contacts.size());
    }

    void restore_energy(const EnergyRestoration& restoration) { restoration_ = &restoration; }

    Outcome run(const std::atomic<bool>* interrupt)
    {
        const long count = steps_over(problem_.duration, scheme_.step);
        for (long i = 0; tell(i) && i < count && !recorder_.enough(); ++i) {
            if (outcome_.heeds(interrupt)) break;
            if (!advance(i)) {
                outcome_.fail(Status::solve_failed, "a step could not be solved; a smaller one may help");
                break;
            }
        }
        runs_.end();
        outcome_.time = state_.t;
        outcome_.residual_evaluations = step_.solver().residual_evaluations();
        if (plane_) plane_->report(outcome_);
        if (!massless_) penetration_.report(problem_, scheme_.step, outcome_);
        leaps_.report(outcome_);
        if (unrestored_ > 0)
            outcome_.warnings.push_back(fmt::format(
                "in {} of {} steps with contact, the scheme could not remove the energy that contacts added",
                unrestored_, unrestored_ + restored_));
        return std::move(outcome_);
    }

private:
    bool tell(long i)
    {
        state_.t = static_cast<double>(i) * scheme_.step;
        outcome_.steps = i;
        now_.renew();
        leaps_.see(state_.v);
        recorder_.step(now_);
        if (guard_.allows(now_)) return true;
        outcome_.fail(Status::diverged, guard_.reason());
        return false;
    }

    // Equations (1) and (2), with a = (v^{i+1} − vⁱ)/h as the unknown.
    bool advance(long i)
    {
        const double h = scheme_.step, lever = h * scheme_.theta;
        const auto solve = [&](const std::vector<UnilateralStep::Bound>& bounds) {
            return step_.solve(state_.t + lever, A_, state_.v, lever * lever, lever, bounds, a_);
        };
        if (massless_) {
            if (!solve({}) || !massless_->press(state_, A_, a_, pushes_)) return false;
        } else if (plane_) {
            if (!solve({}) || !plane_->press(state_, A_, a_, pushes_)) return false;
        } else {
            find_bounds();
            if (!solve(bounds_)) return false;
            find_pushes();
        }
        if (!is_conservative_) book_work();
        move();
        if (massless_) massless_->settle(state_, A_);
        if (restoration_ != nullptr) restore();
        for (const ImpactRuns::Push& push : pushes_) runs_.push(static_cast<double>(i + 1) * h, push);
        runs_.end_step();
        return true;
    }

    // That of damping and loads, at v^{i+θ}: with θ = ½ the balance then closes to rounding.
    void book_work()
    {
        const double h = scheme_.step, lever = h * scheme_.theta;
        v_mean_ = state_.v + lever * a_;
        Work done = h * step_.solver().dynamics().power(state_.t + lever, A_, v_mean_);
        if (plane_) done += plane_->take_work();
        if (massless_) done += massless_->take_work();
        recorder_.work(done);
        guard_.work(done);
    }

    // In one pass, of which a small body takes many; A is that of the next step.
    void move()
    {
        const double h = scheme_.step, lever = h * scheme_.theta;
        const Index n = a_.size();
        double* const __restrict q = state_.q.data();
        double* const __restrict v = state_.v.data();
        double* const __restrict A = A_.data();
        const double* const __restrict a = a_.data();
        for (Index j = 0; j < n; ++j) {
            q[j] += h * (v[j] + lever * a[j]);
            v[j] += h * a[j];
            A[j] = q[j] + lever * v[j];
        }
    }

    void find_bounds()
    {
        const auto& [h, theta, activation] = scheme_;
        bounds_.clear();
        for (Index k = 0; k < static_cast<Index>(problem_.contacts.size()); ++k) {
            const Contact& contact = problem_.contacts[k];
            const bool is_predicted = activation == MoreauJean::Activation::predicted;
            const double lead = is_predicted ? 0.5 * h * along(contact.gap.terms, state_.v) : 0.0;
            const double gap = gap_at(contact.gap, state_.t, state_.q);
            penetration_.see(k, gap);
            if (gap + lead > 0.0) continue;
            bounds_.push_back({k, -(1.0 + contact.law.restitution) * along(contact.gap.terms, state_.v) / h});
        }
    }

    // What the contacts did, v being vⁱ still: an impulse takes −½ p w·(vⁱ + v^{i+1}), whatever θ.
    void find_pushes()
    {
        const auto& [h, theta, activation] = scheme_;
        pushes_.clear();
        for (const ClosedContact& one : step_.pushing()) {
            const Row& w = problem_.contacts[one.contact].gap.terms;
            const double impulse = h * one.reaction;
            const double before = along(w, state_.v);
            const double change = h * along(w, a_);
            pushes_.push_back({.contact = one.contact,
                               .impulse = impulse,
                               .velocity_before = before,
                               .velocity_after = before + change,
                               .energy_loss = -impulse * (before + 0.5 * change)});
        }
    }

    // Gives back what the contacts took, if somebody can have it.
    void restore()
    {
        double taken = 0.0;  // −Σ p w·v^{i+θ}
        for (const auto& push : pushes_)
            taken -= push.impulse *
                     (push.velocity_before + scheme_.theta * (push.velocity_after - push.velocity_before));
        if (taken == 0.0) return;
        if (!restoration_->restore(-taken, state_.q, state_.v)) {
            ++unrestored_;
            return;
        }
        A_ = state_.q + (scheme_.step * scheme_.theta) * state_.v;
        ++restored_;
        for (ImpactRuns::Push& push : pushes_) {
            push.energy_loss = 0.0;
            push.velocity_after = along(problem_.contacts[push.contact].gap.terms, state_.v);
        }
    }

    const Problem& problem_;
    MoreauJean scheme_;
    Recorder& recorder_;
    UnilateralStep step_;
    State state_;   // tⁱ, qⁱ, vⁱ
    Vector A_, a_;  // of (1)
    std::vector<UnilateralStep::Bound> bounds_;
    std::vector<ImpactRuns::Push> pushes_;  // of the present step
    ImpactRuns runs_;
    Penetration penetration_;
    LeapingDiscs leaps_;
    const EnergyRestoration* restoration_ = nullptr;
    long restored_ = 0, unrestored_ = 0;  // steps with contact
    StateInstant now_;
    std::optional<MasslessContacts> massless_;
    std::optional<PlaneContacts> plane_;
    bool is_conservative_;
    Vector v_mean_;  // v^{i+θ}
    EnergyGuard guard_;
    Outcome outcome_;
};

// Coordinates that no contact touches.
std::vector<Index> untouched(const Problem& problem)
{
    std::vector<char> is_touched(static_cast<std::size_t>(problem.model->dofs()), 0);
    for (const Contact& contact : problem.contacts)
        for (const Gap::Term& term : contact.gap.terms) is_touched[term.coordinate] = 1;
    std::vector<Index> coordinates;
    for (std::size_t i = 0; i < is_touched.size(); ++i)
        if (!is_touched[i]) coordinates.push_back(static_cast<Index>(i));
    return coordinates;
}

}  // namespace

Refusal refusal(const Problem& problem, const MoreauJean& scheme)
{
    if (has_massless_contacts(problem) && !(scheme.theta > 0.0))
        return Refused{
            "more than 0 where contacts have no mass: they are closed by forces at the end of the step",
            "theta"};
    if (has_massless_contacts(problem) && !std::all_of(problem.contacts.begin(), problem.contacts.end(),
                                                       [](const Contact& c) { return is_constant(c.gap); }))
        return Refused{"needs gaps that neither bend nor move where contacts have no mass"};
    if (problem.crowd && problem.crowd->law.law != Law::newton)
        return Refused{"knows Newton's law only for so many balls"};
    return unserved(
        problem,
        {.friction = true, .poisson = true, .curved = true, .crowds = true, .massless_contacts = true});
}

Outcome integrate_by(const MoreauJean& scheme, const Problem& problem, Recorder& recorder,
                     const std::atomic<bool>* interrupt)
{
    if (problem.crowd) return integrate_crowd(scheme, problem, recorder, interrupt);
    return Stepper(problem, scheme, recorder).run(interrupt);
}

std::vector<std::string> setting_warnings(const MoreauJean& scheme, const Problem& /*problem*/,
                                          bool /*resolves_waves*/)
{
    if (scheme.theta >= 0.5) return {};
    return {fmt::format(
        "scheme.theta = {:g} adds energy to every mode in every step of any length; 0.5 conserves it",
        scheme.theta)};
}

std::optional<ExpectedTime> expected_time(const Problem& problem, const MoreauJean& scheme)
{
    const Linear* linear = problem.model->as_linear();
    if (linear == nullptr || !(scheme.step > 0.0)) return std::nullopt;
    return ExpectedTime{.total = problem.duration / scheme.step * step_time(linear->system())};
}

std::optional<double> affordable_step(const Problem& problem, const MoreauJean& /*scheme*/, double seconds)
{
    const Linear* linear = problem.model->as_linear();
    if (linear == nullptr || !highest_linear_frequency(*linear)) return std::nullopt;
    const double resolving = resolving_step(problem);
    const double affordable = problem.duration * step_time(linear->system()) / seconds;
    const double longest = std::min(step_for_loads(problem), problem.sample_every);
    return std::max(resolving, std::min(affordable, longest));
}

Refusal refusal(const Problem& problem, const MoreauJeanConserving& scheme)
{
    if (auto refused = unless_linear(problem)) return refused;
    for (const Index i : scheme.corrected.value_or(std::vector<Index>{}))
        if (i < 0 || i >= problem.model->dofs())
            return Refused{fmt::format("coordinates from 0 to {}, not {}", problem.model->dofs() - 1, i),
                           "corrected"};
    return unserved(problem, {});
}

Outcome integrate_by(const MoreauJeanConserving& scheme, const Problem& problem, Recorder& recorder,
                     const std::atomic<bool>* interrupt)
{
    const EnergyRestoration restoration(problem.model->as_linear()->system(),
                                        scheme.corrected ? *scheme.corrected : untouched(problem),
                                        scheme.step, scheme.theta);
    Stepper stepper(problem, scheme, recorder);
    stepper.restore_energy(restoration);
    return stepper.run(interrupt);
}

}  // namespace rebond
