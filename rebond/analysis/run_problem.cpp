#include "rebond/analysis/run_problem.hpp"

#include "rebond/core/error.hpp"
#include "rebond/integration/integrate.hpp"

#include <chrono>

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
    if (outcome.status == Status::ok && is_broken(done.findings.energy)) {
        outcome.status = Status::unbalanced;
        outcome.reason = "the scheme produced more energy than the motion had";
        if (stepping_of(scheme).converges) outcome.reason += "; a smaller step may help";
    }
    if (done.findings.validity_warning) outcome.warnings.push_back(*done.findings.validity_warning);
    return done;
}

}  // namespace rebond
