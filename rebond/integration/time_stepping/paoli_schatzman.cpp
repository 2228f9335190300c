#include "rebond/integration/time_stepping/paoli_schatzman.hpp"

#include "rebond/integration/energy_guard.hpp"
#include "rebond/integration/time_stepping/discrete_energy.hpp"
#include "rebond/integration/time_stepping/impact_runs.hpp"
#include "rebond/integration/time_stepping/mid_step.hpp"
#include "rebond/integration/time_stepping/penetration.hpp"
#include "rebond/integration/time_stepping/step_count.hpp"
#include "rebond/integration/time_stepping/unilateral_step.hpp"

#include <algorithm>
#include <utility>

namespace rebond {
namespace {

constexpr int most_rounds = 50;       // of the tangents of gaps that bend
constexpr double negligible = 1e-14;  // of the positions: a change that ends them [-]

class Stepper {
public:
    Stepper(const Problem& problem, double step, PositionForces forces, Recorder& recorder)
        : problem_(problem),
          recorder_(recorder),
          h_(step),
          beta_(forces == PositionForces::averaged ? 0.25 * step * step : 0.0),
          step_(*problem.model, problem.contacts, step),
          state_(problem.initial),
          v_before_(Vector::Zero(problem.model->dofs())),
          v_after_(v_before_),
          a_(v_before_),
          a_before_(v_before_),
          runs_(problem.contacts.size(), recorder),
          penetration_(problem.contacts.size()),
          identity_(problem, step, forces),
          is_conservative_(is_conservative(problem)),
          guard_(problem),
          at_start_(problem.initial, step_.solver().dynamics()),
          at_step_(state_, step_.solver().dynamics()),
          leaps_(forces == PositionForces::at_step && step_.solver().dynamics().leaps() && !bends()),
          q_next_(v_before_),
          jump_(v_before_),
          mid_step_(state_, v_after_, step, step_.solver().dynamics()),
          complementarity_(static_cast<Index>(problem.contacts.size())),
          G_(problem.contacts.size(), problem.contacts.size()),
          before_(problem.contacts.size()),
          excess_(before_),
          impulses_(before_)
    {
        bounds_.reserve(problem.contacts.size());
        if (bends()) step_.solver().keep_rows();
    }

    Outcome run(const std::atomic<bool>* interrupt)
    {
        const long count = steps_over(problem_.duration, h_);
        if (!start())
            outcome_.fail(Status::solve_failed, "the acceleration at the start could not be solved");
        for (long n = 0; outcome_.status == Status::ok; ++n) {
            state_.t = static_cast<double>(n) * h_;
            is_start_ = n == 0;
            if (!advance()) {
                outcome_.fail(Status::solve_failed, "a step could not be solved; a smaller one may help");
                break;
            }
            const Instant& now = this->now();
            if (!is_conservative_) book_work(now);
            recorder_.step(now);
            outcome_.steps = n;
            if (!guard_.allows(now)) {
                outcome_.fail(Status::diverged, guard_.reason());
                break;
            }
            identity_.look(n, state_.q, v_after_, runs_.energy_loss() - work_);
            if (n == count || recorder_.enough()) break;
            if (outcome_.heeds(interrupt)) break;
            if (leaps_) {
                std::swap(state_.q, q_next_);
            } else {
                state_.q += h_ * v_after_;
                std::swap(v_before_, v_after_);
            }
        }
        outcome_.warnings = identity_.warnings();
        penetration_.report(problem_, h_, outcome_);
        // An impact reverses a velocity in two steps, and vⁿ is a mean over one.
        if (runs_.has_begun_since(state_.t - 1.5 * h_))
            outcome_.warnings.emplace_back(
                "the run ends during an impact: its final velocity, energy and balance are those of an "
                "unfinished impact; make the run a few steps longer");
        runs_.end();
        outcome_.time = state_.t;
        outcome_.residual_evaluations = step_.solver().residual_evaluations();
        return std::move(outcome_);
    }

private:
    // v^{−½} such that v⁰ is the initial velocity, to second order, with contacts that rest already.
    bool start()
    {
        for (Index k = 0; k < static_cast<Index>(problem_.contacts.size()); ++k) {
            const Gap& gap = problem_.contacts[k].gap;
            if (gap_at(gap, state_.t, state_.q) == 0.0 && rate_at(gap, state_.t, state_.q, state_.v) == 0.0)
                bounds_.push_back({k, -curvature_at(gap, state_.t, state_.q, state_.v)});
        }
        step_.solver().place_rows(state_.t, state_.q);
        if (!step_.solve(state_.t, state_.q, state_.v, 0.0, 0.0, bounds_, a_)) return false;
        a_before_ = a_;
        v_before_ = state_.v - 0.5 * h_ * a_;
        v_after_ = v_before_;
        return !leaps_ || step_.solver().factor(state_.t, state_.q, 0.0, 0.0);
    }

    // A contact may push in the first step already, but v⁰ is given.
    const Instant& now()
    {
        if (is_start_) return at_start_;
        if (leaps_) return mid_step_;
        at_step_.renew();
        return at_step_;
    }

    // That of damping, loads and obstacles that move, a rectangle Δt wide around each vⁿ, of which half lies
    // before tⁿ.
    void book_work(const Instant& now)
    {
        Work half = 0.5 * h_ * step_.solver().dynamics().power(state_.t, now.q(), now.v());
        half.loads += 0.5 * std::exchange(of_obstacles_, 0.0);
        Work done = half_;
        done += half;
        half_ = half;
        if (!is_start_) {
            recorder_.work(done);
            guard_.work(done);
        }
        work_ += 2.0 * half.total();
    }

    // From qⁿ and v^{n−½}: a, the reactions, v^{n+½} and vⁿ.
    bool advance()
    {
        if (leaps_) return leap();
        guess();
        if (!(bends() ? solve_bending() : solve())) return false;
        state_.v = v_before_ + (0.5 * h_) * a_;
        v_after_ = v_before_ + h_ * a_;
        push();
        return true;
    }

    bool bends() { return !step_.solver().rows().varying().empty(); }

    bool solve()
    {
        find_bounds();
        return step_.solve(state_.t, state_.q, v_before_, beta_, 0.5 * h_, bounds_, a_);
    }

    // Gaps that bend push along their gradients at qⁿ. Their values at q^{n+1} are taken along the same
    // tangents, and q^{n+1} is found anew until it stands still.
    bool solve_bending()
    {
        q_next_ = state_.q + h_ * (v_before_ + h_ * a_);
        step_.solver().place_rows(state_.t, state_.q);
        for (int round = 0; round < most_rounds; ++round) {
            find_bounds();
            if (!step_.solve(state_.t, state_.q, v_before_, beta_, 0.5 * h_, bounds_, a_)) return false;
            jump_ = state_.q + h_ * (v_before_ + h_ * a_);
            const double moved = (jump_ - q_next_).cwiseAbs().maxCoeff();
            q_next_ = jump_;
            if (moved <= negligible * q_next_.cwiseAbs().maxCoeff()) return true;
        }
        return false;
    }

    // aⁿ continued by a line from the last two: what is left to solve for is of second order in Δt.
    void guess()
    {
        std::swap(a_, a_before_);
        a_ = 2.0 * a_before_ - a_;
    }

    // The same for a model that leaps: v_after_ goes from v^{n−½} to v^{n+½}, and q_next_ is q^{n+1}.
    bool leap()
    {
        const Index count = static_cast<Index>(problem_.contacts.size());
        for (Index k = 0; k < count; ++k) before_(k) = along(problem_.contacts[k].gap.terms, v_after_);
        step_.solver().dynamics().leap(state_.t, state_.q, h_, v_after_, q_next_);
        bool is_broken = false;
        for (Index k = 0; k < count; ++k) {
            const auto& [gap, law, slide, is_massless, name] = problem_.contacts[k];
            const double phi = gap_at(gap, state_.t, state_.q);
            penetration_.see(k, phi);
            excess_(k) =
                (gap_at(gap, state_.t, q_next_) + law.restitution * gap_before(phi, before_(k))) / h_;
            is_broken = is_broken || excess_(k) < 0.0;
        }
        mid_step_.renew(is_broken ? &jump_ : nullptr);
        if (is_broken && !push_leap()) return false;
        runs_.end_step();
        return true;
    }

    // (2) with the impulses p = Δt ν as unknowns: 0 ≤ p ⊥ excess + G p ≥ 0.
    bool push_leap()
    {
        AccelerationSolver& solver = step_.solver();
        const Index count = static_cast<Index>(problem_.contacts.size());
        for (Index j = 0; j < count; ++j)
            for (Index k = 0; k < count; ++k)
                G_(j, k) = along(problem_.contacts[j].gap.terms, solver.response(k));
        if (!complementarity_.solve(G_, excess_, impulses_).solved()) return false;
        jump_.setZero();
        for (Index k = 0; k < count; ++k)
            if (impulses_(k) > 0.0) jump_ += impulses_(k) * solver.response(k);
        v_after_ += jump_;
        q_next_ += h_ * jump_;
        for (Index k = 0; k < count; ++k) {
            if (!(impulses_(k) > 0.0)) continue;
            const double after = along(problem_.contacts[k].gap.terms, v_after_);
            runs_.push(state_.t, {.contact = k,
                                  .impulse = impulses_(k),
                                  .velocity_before = before_(k),
                                  .velocity_after = after,
                                  .energy_loss = -0.5 * impulses_(k) * (before_(k) + after)});
        }
        return true;
    }

    // φ(q^{n−1}) = φ(qⁿ) − Δt w·v^{n−½}. Before the start there is no motion, and nothing was below a stop.
    double gap_before(double phi, double rate) const
    {
        const double before = phi - h_ * rate;
        return is_start_ ? std::max(before, 0.0) : before;
    }

    // (2) as bounds on w·a, with q^{n+1} = qⁿ + Δt (v^{n−½} + Δt a).
    void find_bounds()
    {
        bounds_.clear();
        for (Index k = 0; k < static_cast<Index>(problem_.contacts.size()); ++k) {
            const auto& [gap, law, slide, is_massless, name] = problem_.contacts[k];
            if (!is_constant(gap)) {
                bounds_.push_back({k, -bending_bound(k) / (h_ * h_)});
                continue;
            }
            const double phi = gap_at(gap, state_.t, state_.q);
            penetration_.see(k, phi);
            const double rate = along(gap.terms, v_before_);
            const double bound = phi + h_ * rate + law.restitution * gap_before(phi, rate);
            bounds_.push_back({k, -bound / (h_ * h_)});
        }
    }

    // φ(q^{n+1}) + e φ(q^{n−1}) without Δt² w·a, along the tangent, from the present q^{n+1}.
    double bending_bound(Index k)
    {
        const auto& [gap, law, slide, is_massless, name] = problem_.contacts[k];
        const Row& w = step_.solver().rows().normal(k);
        jump_ = state_.q - h_ * v_before_;
        double before = gap_at(gap, state_.t - h_, jump_);
        if (is_start_) before = std::max(before, 0.0);
        penetration_.see(k, before);
        jump_ = state_.q + h_ * v_before_ - q_next_;
        return gap_at(gap, state_.t + h_, q_next_) + along(w, jump_) + law.restitution * before;
    }

    void push()
    {
        for (const ClosedContact& one : step_.pushing()) {
            const Index k = one.contact;
            const Row& w = step_.solver().rows().normal(k);
            const double drift = drift_at(problem_.contacts[k].gap, state_.t, state_.q);
            const double impulse = h_ * one.reaction;
            of_obstacles_ -= impulse * drift;
            runs_.push(state_.t, {.contact = k,
                                  .impulse = impulse,
                                  .velocity_before = along(w, v_before_) + drift,
                                  .velocity_after = along(w, v_after_) + drift,
                                  .energy_loss = -impulse * (along(w, state_.v) + drift)});
        }
        runs_.end_step();
    }

    const Problem& problem_;
    Recorder& recorder_;
    double h_;     // Δt [s]
    double beta_;  // of (1) in the solver's words
    UnilateralStep step_;
    State state_;                // t_n, qⁿ, vⁿ
    bool is_start_ = true;       // n = 0
    Vector v_before_, v_after_;  // v^{n∓½}
    Vector a_, a_before_;        // aⁿ, aⁿ⁻¹
    std::vector<UnilateralStep::Bound> bounds_;
    ImpactRuns runs_;
    Penetration penetration_;
    DiscreteEnergy identity_;
    bool is_conservative_;
    double of_obstacles_ = 0.0;  // work of those that move, in this step [J]
    Work half_;                  // of the last rectangle, after its tⁿ [J]
    double work_ = 0.0;          // of whole rectangles so far [J]
    EnergyGuard guard_;
    StateInstant at_start_, at_step_;

    // For models that leap.
    bool leaps_;
    Vector q_next_, jump_;  // q^{n+1}, and what impulses add to v
    MidStep mid_step_;
    LinearComplementarity complementarity_;
    Matrix G_;                           // wᵀM⁻¹w
    Vector before_, excess_, impulses_;  // w·v^{n−½}, (φ^{n+1} + e φ^{n−1})/Δt without impulses, p
    Outcome outcome_;
};

}  // namespace

Refusal refusal(const Problem& problem, const PaoliSchatzman& /*scheme*/)
{
    return unserved(problem, {.curved = true});
}

Outcome integrate_by(const PaoliSchatzman& scheme, const Problem& problem, Recorder& recorder,
                     const std::atomic<bool>* interrupt)
{
    return Stepper(problem, scheme.step, PositionForces::at_step, recorder).run(interrupt);
}

Refusal refusal(const Problem& problem, const PaoliSchatzmanImplicit& /*scheme*/)
{
    return unserved(problem, {.curved = true});
}

Outcome integrate_by(const PaoliSchatzmanImplicit& scheme, const Problem& problem, Recorder& recorder,
                     const std::atomic<bool>* interrupt)
{
    return Stepper(problem, scheme.step, PositionForces::averaged, recorder).run(interrupt);
}

}  // namespace rebond
