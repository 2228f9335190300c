#include "rebond/analysis/run_problem.hpp"

#include "rebond/core/error.hpp"
#include "rebond/integration/integrate.hpp"

#include <chrono>
#include <utility>

namespace rebond {
namespace {

void append(std::vector<std::string>& texts, const std::vector<std::string>& more)
{
    texts.insert(texts.end(), more.begin(), more.end());
}

}  // namespace

RunResult run_problem(const Problem& problem, const Scheme& scheme, const RunTerms& terms,
                      const std::vector<Recorder*>& listeners, const std::atomic<bool>* interrupt)
{
    Analyst analyst(problem, terms.analysis, terms.stop_when_quiet);
    Recorders recorders{&analyst};
    for (Recorder* listener : listeners) recorders.add(*listener);

    RunResult done;
    const auto start = std::chrono::steady_clock::now();
    try {
        done.outcome = integrate(problem, scheme, recorders, interrupt);
    } catch (const RunStopped&) {
        done.stopped_by = std::current_exception();
    }
    done.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

    done.findings = analyst.findings();
    Outcome& outcome = done.outcome;
    if (done.stopped_by) {
        outcome.time = done.findings.final.t;
        outcome.fail(Status::interrupted, "the model stopped the run");
    }
    append(outcome.warnings, terms.warnings);
    append(outcome.warnings, energy_warnings(done.findings.energy));
    // Schemes that choose their steps are exact up to their tolerance.
    const Stepping stepping = stepping_of(scheme);
    if (auto broken = broken_balance(done.findings.energy, !stepping.is_fixed);
        broken && outcome.status == Status::ok) {
        outcome.status = Status::unbalanced;
        outcome.reason = std::move(*broken);
        if (stepping.is_fixed && stepping.converges) outcome.reason += "; a smaller step may help";
    }
    if (done.findings.validity_warning) outcome.warnings.push_back(*done.findings.validity_warning);
    return done;
}

}  // namespace rebond
