#include "rebond/integration/time_stepping/symplectic_euler.hpp"

#include "rebond/integration/acceleration_solver.hpp"
#include "rebond/integration/energy_guard.hpp"
#include "rebond/integration/time_stepping/impact_runs.hpp"
#include "rebond/integration/time_stepping/step_count.hpp"

namespace rebond {
namespace {

// Newton's law for the contact of the problem, if it is closed and approaches. False without mass.
bool resolve_impacts(const Problem& problem, AccelerationSolver& solver, double end, State& state,
                     ImpactRuns& runs)
{
    if (problem.contacts.empty()) return true;
    const auto& [gap, law, slide, is_massless, name] = problem.contacts.front();
    const double u = along(gap.terms, state.v);
    if (gap_at(gap, 0.0, state.q) > 0.0 || u >= 0.0) return true;
    if (!solver.factor(state.t, state.q, 0.0, 0.0)) return false;
    const Vector& response = solver.response(0);
    const double impulse = -(1.0 + law.restitution) * u / along(gap.terms, response);
    state.v += impulse * response;
    const double after = along(gap.terms, state.v);
    runs.push(end, {.contact = 0,
                    .impulse = impulse,
                    .velocity_before = u,
                    .velocity_after = after,
                    .energy_loss = -0.5 * impulse * (u + after)});
    return true;
}

}  // namespace

Refusal refusal(const Problem& problem, const SymplecticEuler& /*scheme*/)
{
    if (auto refused = unserved(problem, {})) return refused;
    if (problem.contacts.size() > 1) return Refused{"serves one contact"};
    if (!problem.model->is_conservative()) return Refused{"does not follow damping and loads"};
    return std::nullopt;
}

Outcome integrate_by(const SymplecticEuler& scheme, const Problem& problem, Recorder& recorder,
                     const std::atomic<bool>* interrupt)
{
    const double h = scheme.step;
    const long count = steps_over(problem.duration, h);
    AccelerationSolver solver(*problem.model, problem.contacts, h);
    ImpactRuns runs(problem.contacts.size(), recorder);
    EnergyGuard guard(problem);
    State state = problem.initial;
    StateInstant now(state, solver.dynamics());
    Vector a = Vector::Zero(problem.model->dofs());
    std::vector<ClosedContact> none_closed;
    Outcome outcome;
    for (long n = 0;; ++n) {
        state.t = static_cast<double>(n) * h;
        now.renew();
        recorder.step(now);
        outcome.steps = n;
        if (!guard.allows(now)) {
            outcome.fail(Status::diverged, guard.reason());
            break;
        }
        if (n == count || recorder.enough() || outcome.heeds(interrupt)) break;
        const bool is_solved = solver.solve(state.t, state.q, state.v, 0.0, 0.0, none_closed, a);
        state.v += h * a;
        if (!is_solved || !resolve_impacts(problem, solver, static_cast<double>(n + 1) * h, state, runs)) {
            outcome.fail(Status::solve_failed, "a step could not be solved");
            break;
        }
        runs.end_step();
        state.q += h * state.v;
    }
    runs.end();
    outcome.time = state.t;
    outcome.residual_evaluations = solver.residual_evaluations();
    return outcome;
}

}  // namespace rebond
