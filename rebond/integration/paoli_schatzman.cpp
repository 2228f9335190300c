#include "rebond/integration/paoli_schatzman.hpp"

#include "rebond/integration/discrete_energy.hpp"
#include "rebond/integration/energy_guard.hpp"
#include "rebond/integration/impact_runs.hpp"
#include "rebond/integration/step_count.hpp"
#include "rebond/integration/unilateral_step.hpp"

namespace rebond {
namespace {

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
          runs_(problem.contacts.size(), recorder),
          identity_(*problem.model, step, forces)
    {
        bounds_.reserve(problem.contacts.size());
    }

    Outcome run(const std::atomic<bool>* interrupt)
    {
        const long count = steps_over(problem_.duration, h_);
        if (!start()) fail(Status::solve_failed, "the acceleration at the start could not be solved");
        for (long n = 0; outcome_.status == Status::ok; ++n) {
            state_.t = static_cast<double>(n) * h_;
            if (!advance()) {
                fail(Status::solve_failed, "a step could not be solved; a smaller one may help");
                break;
            }
            const StateInstant now(state_, step_.solver().dynamics());
            recorder_.step(now);
            outcome_.steps = n;
            if (!guard_.allows(now)) {
                fail(Status::diverged, "the energy has grown a hundredfold");
                break;
            }
            identity_.look(n, state_.q, v_after_, runs_.energy_loss());
            if (n == count || recorder_.enough()) break;
            if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) {
                fail(Status::interrupted, "interrupted");
                break;
            }
            state_.q += h_ * v_after_;
            std::swap(v_before_, v_after_);
        }
        runs_.end();
        outcome_.time = state_.t;
        outcome_.sweeps = step_.solver().sweeps();
        outcome_.warnings = identity_.warnings(runs_.energy_loss());
        return std::move(outcome_);
    }

private:
    // v^{−½} such that v⁰ is the initial velocity, to second order.
    bool start()
    {
        if (!step_.solve(state_.t, state_.q, state_.v, 0.0, 0.0, bounds_, a_)) return false;
        v_before_ = state_.v - 0.5 * h_ * a_;
        return true;
    }

    // From qⁿ and v^{n−½}: a, the reactions, v^{n+½} and vⁿ.
    bool advance()
    {
        find_bounds();
        if (!step_.solve(state_.t, state_.q, v_before_, beta_, 0.5 * h_, bounds_, a_)) return false;
        v_after_ = v_before_ + h_ * a_;
        state_.v = 0.5 * (v_before_ + v_after_);
        push();
        return true;
    }

    // (2) as bounds on w·a, with q^{n+1} = qⁿ + Δt (v^{n−½} + Δt a) and q^{n−1} = qⁿ − Δt v^{n−½}.
    void find_bounds()
    {
        bounds_.clear();
        for (Index k = 0; k < static_cast<Index>(problem_.contacts.size()); ++k) {
            const auto& [gap, law] = problem_.contacts[k];
            const double e = law.restitution;
            bounds_.push_back(
                {k,
                 -((1.0 + e) * gap_at(gap, state_.q) + (1.0 - e) * h_ * along(gap, v_before_)) / (h_ * h_)});
        }
    }

    void push()
    {
        for (const Hold& hold : step_.pushing()) {
            const Gap& gap = problem_.contacts[hold.contact].gap;
            const double impulse = h_ * hold.reaction;
            runs_.push(state_.t, {.contact = hold.contact,
                                  .impulse = impulse,
                                  .velocity_before = along(gap, v_before_),
                                  .velocity_after = along(gap, v_after_),
                                  .energy_loss = -impulse * along(gap, state_.v)});
        }
        runs_.end_step();
    }

    void fail(Status status, std::string reason)
    {
        outcome_.status = status;
        outcome_.reason = std::move(reason);
    }

    const Problem& problem_;
    Recorder& recorder_;
    double h_;     // Δt [s]
    double beta_;  // of (1) in the solver's words
    UnilateralStep step_;
    State state_;                // t_n, qⁿ, vⁿ
    Vector v_before_, v_after_;  // v^{n∓½}
    Vector a_;
    std::vector<UnilateralStep::Bound> bounds_;
    ImpactRuns runs_;
    DiscreteEnergy identity_;
    EnergyGuard guard_;
    Outcome outcome_;
};

}  // namespace

Outcome integrate_paoli_schatzman(const Problem& problem, double step, PositionForces forces,
                                  Recorder& recorder, const std::atomic<bool>* interrupt)
{
    return Stepper(problem, step, forces, recorder).run(interrupt);
}

}  // namespace rebond
