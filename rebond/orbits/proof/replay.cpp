#include "rebond/orbits/proof/replay.hpp"

#include "rebond/integration/integrate.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr long most_impacts = 100'000;  // of an orbit that is no longer followed
constexpr double tolerance = 1e-7;      // of event_accurate: its states are right to its square [-]

struct Listener final : Recorder {
    State last;
    Vector largest_q, largest_v;
    long impacts = 0, phases = 0;

    void step(const Instant& now) override
    {
        last = {now.t(), now.q(), now.v()};
        grow();
    }
    void arrival(const Instant& before) override
    {
        last = {before.t(), before.q(), before.v()};
        grow();
    }
    void impact(const Impact&) override { ++impacts; }
    void sustained(const SustainedContact&) override { ++phases; }
    bool enough() const override { return impacts > most_impacts; }

private:
    void grow()
    {
        largest_q =
            largest_q.size() > 0 ? largest_q.cwiseMax(last.q.cwiseAbs()).eval() : last.q.cwiseAbs().eval();
        largest_v =
            largest_v.size() > 0 ? largest_v.cwiseMax(last.v.cwiseAbs()).eval() : last.v.cwiseAbs().eval();
    }
};

}  // namespace

Replay replay(const Problem& problem, const State& from, double period)
{
    Problem run = problem;
    run.initial = from;
    run.duration = from.t + period;
    run.sample_every = period;
    Scheme scheme = EventModal{};
    if (scheme_refusal(run, scheme)) scheme = EventAccurate{.tolerance = tolerance};
    if (const Refusal refused = scheme_refusal(run, scheme))
        return {.refusal = "the scheme " + refused->reason};
    Listener listener;
    Outcome outcome = integrate(run, scheme, listener);
    if (outcome.status == Status::solve_failed && std::holds_alternative<EventModal>(scheme)) {
        listener = {};
        outcome = integrate(run, EventAccurate{.tolerance = tolerance}, listener);
    }
    if (outcome.status != Status::ok) return {.refusal = outcome.reason};
    if (listener.impacts > most_impacts) return {.refusal = "the run has impacts without end"};
    const double q = listener.largest_q.maxCoeff(), v = listener.largest_v.maxCoeff();
    Replay done{.impacts = listener.impacts, .sustained = listener.phases};
    if (q > 0.0) done.error = (listener.last.q - from.q).cwiseAbs().maxCoeff() / q;
    if (v > 0.0) done.error = std::max(done.error, (listener.last.v - from.v).cwiseAbs().maxCoeff() / v);
    return done;
}

}  // namespace rebond
