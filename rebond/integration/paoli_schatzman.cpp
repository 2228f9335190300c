#include "rebond/integration/paoli_schatzman.hpp"

#include "rebond/integration/acceleration_solver.hpp"
#include "rebond/integration/energy_guard.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace rebond {
namespace {

class Stepper {
public:
    Stepper(const Problem& problem, double step, PositionForces forces, Recorder& recorder)
        : problem_(problem),
          recorder_(recorder),
          h_(step),
          beta_(forces == PositionForces::averaged ? 0.25 * step * step : 0.0),
          solver_(*problem.model, problem.contacts, step),
          state_(problem.initial),
          v_before_(Vector::Zero(problem.model->dofs())),
          v_after_(v_before_),
          a_(v_before_),
          runs_(problem.contacts.size())
    {
        holds_.reserve(problem.contacts.size());
    }

    Outcome run(const std::atomic<bool>* interrupt)
    {
        // To the first step at or after the duration, up to rounding.
        const long count = static_cast<long>(std::ceil(problem_.duration / h_ * (1.0 - 1e-12)));
        if (!start()) fail(Status::solve_failed, "the acceleration at the start could not be solved");
        for (long n = 0; outcome_.status == Status::ok; ++n) {
            state_.t = static_cast<double>(n) * h_;
            if (!advance()) {
                fail(Status::solve_failed, "a step could not be solved; a smaller one may help");
                break;
            }
            const Instant now(state_, solver_.dynamics());
            recorder_.step(now);
            outcome_.steps = n;
            if (!guard_.allows(now)) {
                fail(Status::diverged, "the energy has grown a hundredfold");
                break;
            }
            if (n == count || recorder_.enough()) break;
            if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) {
                outcome_.status = Status::interrupted;
                outcome_.reason = "interrupted";
                break;
            }
            state_.q += h_ * v_after_;
            std::swap(v_before_, v_after_);
        }
        for (auto& run : runs_)
            if (run) recorder_.impact(*run);
        outcome_.time = state_.t;
        outcome_.sweeps = solver_.sweeps();
        return std::move(outcome_);
    }

private:
    // v^{−½} such that v⁰ is the initial velocity, to second order.
    bool start()
    {
        if (!solver_.solve(state_.t, state_.q, state_.v, 0.0, 0.0, holds_, a_)) return false;
        v_before_ = state_.v - 0.5 * h_ * a_;
        return true;
    }

    // From qⁿ and v^{n−½}: a, the reactions, v^{n+½} and vⁿ.
    bool advance()
    {
        if (!solve_contacts()) return false;
        v_after_ = v_before_ + h_ * a_;
        state_.v = 0.5 * (v_before_ + v_after_);
        record_impacts();
        return true;
    }

    // Equations (1) and (2): contacts whose condition fails are held at it, those that would pull are let
    // go, until none of either is left.
    bool solve_contacts()
    {
        holds_.clear();
        const std::size_t most_changes = 2 * problem_.contacts.size() + 1;
        for (std::size_t change = 0; change <= most_changes; ++change) {
            if (!solver_.solve(state_.t, state_.q, v_before_, beta_, 0.5 * h_, holds_, a_)) return false;
            if (!change_holds()) return true;
        }
        return false;
    }

    bool change_holds()
    {
        if (std::erase_if(holds_, [](const Hold& hold) { return hold.reaction < 0.0; }) > 0) return true;
        bool changed = false;
        for (std::size_t k = 0; k < problem_.contacts.size(); ++k) {
            const Gap& gap = problem_.contacts[k].gap;
            const double e = problem_.contacts[k].law.restitution;
            // (2) as a bound on w·a, with q^{n+1} = qⁿ + Δt (v^{n−½} + Δt a) and q^{n−1} = qⁿ − Δt v^{n−½}.
            const double bound =
                -((1.0 + e) * gap_at(gap, state_.q) + (1.0 - e) * h_ * along(gap, v_before_)) / (h_ * h_);
            const bool is_held = std::any_of(holds_.begin(), holds_.end(), [&](const Hold& hold) {
                return hold.contact == static_cast<Index>(k);
            });
            if (is_held || along(gap, a_) >= bound) continue;
            holds_.push_back({.contact = static_cast<Index>(k), .acceleration = bound});
            changed = true;
        }
        return changed;
    }

    // Consecutive steps with a reaction are one impact, told when it is over.
    void record_impacts()
    {
        for (std::size_t k = 0; k < runs_.size(); ++k) {
            const Gap& gap = problem_.contacts[k].gap;
            auto& run = runs_[k];
            const auto hold = std::find_if(holds_.begin(), holds_.end(), [&](const Hold& held) {
                return held.contact == static_cast<Index>(k) && held.reaction > 0.0;
            });
            if (hold == holds_.end()) {
                if (run) recorder_.impact(*run);
                run.reset();
                continue;
            }
            if (!run) {
                run = Impact{.time = state_.t,
                             .contact = static_cast<Index>(k),
                             .velocity_before = along(gap, v_before_)};
                recorder_.contact_begins(static_cast<Index>(k), state_.t);
            }
            const double impulse = h_ * hold->reaction;
            run->end = state_.t;
            run->velocity_after = along(gap, v_after_);
            run->impulse += impulse;
            run->energy_loss -= impulse * along(gap, state_.v);
        }
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
    AccelerationSolver solver_;
    State state_;                // t_n, qⁿ, vⁿ
    Vector v_before_, v_after_;  // v^{n∓½}
    Vector a_;
    std::vector<Hold> holds_;
    std::vector<std::optional<Impact>> runs_;  // impact under way, per contact
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
