#include "rebond/analysis/run_problem.hpp"

#include "rebond/core/error.hpp"
#include "rebond/integration/integrate.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace rebond {
namespace {

void append(std::vector<std::string>& texts, const std::vector<std::string>& more)
{
    texts.insert(texts.end(), more.begin(), more.end());
}

// Newton's law with friction does, if nothing bounds it, and Poisson's where several contacts move each
// other.
bool impacts_may_gain(const Problem& problem)
{
    const bool are_several = problem.contacts.size() > 1;
    return std::any_of(problem.contacts.begin(), problem.contacts.end(), [&](const Contact& contact) {
        const ImpactLaw& law = contact.law;
        const bool may_gain = law.law == Law::newton || (law.law == Law::poisson && are_several);
        return may_gain && law.friction > 0.0 && !law.bounded;
    });
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
    const EnergyTerms energy_terms{.is_exact = !stepping.is_fixed,
                                   .impacts_may_gain = impacts_may_gain(problem)};
    if (auto broken = broken_balance(done.findings.energy, energy_terms);
        broken && outcome.status == Status::ok) {
        outcome.status = Status::unbalanced;
        outcome.reason = std::move(*broken);
        if (stepping.is_fixed && stepping.converges) outcome.reason += "; a smaller step may help";
    }
    if (done.findings.validity_warning) outcome.warnings.push_back(*done.findings.validity_warning);
    return done;
}

}  // namespace rebond
