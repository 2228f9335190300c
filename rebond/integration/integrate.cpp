#include "rebond/integration/integrate.hpp"

#include "rebond/core/error.hpp"
#include "rebond/integration/compliant_contacts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rebond {
namespace {

// Of the shortest touch of a compliant contact, in steps of one length: fewer do not resolve its force.
constexpr long fewest_steps = 20;

Refusal refusal_by(const Problem& problem, const Scheme& scheme)
{
    return std::visit([&](const auto& chosen) { return refusal(problem, chosen); }, scheme);
}

Outcome run(const Problem& problem, const Scheme& scheme, Recorder& recorder,
            const std::atomic<bool>* interrupt)
{
    return std::visit([&](const auto& chosen) { return integrate_by(chosen, problem, recorder, interrupt); },
                      scheme);
}

Outcome run_compliant(const Problem& problem, const Scheme& scheme, Recorder& recorder,
                      const std::atomic<bool>* interrupt)
{
    const Problem inner = with_compliant_body(problem);
    CompliantRecorder translator(problem, recorder);
    Outcome outcome = run(inner, scheme, translator, interrupt);
    translator.finish();
    if (stepping_of(scheme).is_fixed && translator.fewest_steps() > 0 &&
        translator.fewest_steps() < fewest_steps)
        outcome.warnings.push_back(fmt::format(
            "a Hertz contact lasted {} steps only, and its force is not resolved; use a step {:.0f} "
            "times smaller, or event_accurate",
            translator.fewest_steps(),
            std::ceil(static_cast<double>(fewest_steps) / static_cast<double>(translator.fewest_steps()))));
    return outcome;
}

}  // namespace

// With compliant contacts, what the scheme answers to the body with their forces.
Refusal scheme_refusal(const Problem& problem, const Scheme& scheme)
{
    if (!has_compliant_contacts(problem)) return refusal_by(problem, scheme);
    if (auto refused = unserved_compliance(problem)) return refused;
    const Problem inner = with_compliant_body(problem);
    auto refused = refusal_by(inner, scheme);
    if (!refused) return std::nullopt;
    Problem rigid = inner;
    rigid.model = problem.model;
    return refusal_by(rigid, scheme) ? refused : Refused{"does not support a Hertz contact"};
}

Outcome integrate(const Problem& problem, const Scheme& scheme, Recorder& recorder,
                  const std::atomic<bool>* interrupt)
{
    if (const Refusal refused = scheme_refusal(problem, scheme))
        throw InputError(refused->setting.empty()
                             ? "the scheme " + refused->reason
                             : "expected for the scheme's " + std::string(refused->setting) + " " +
                                   refused->reason);
    return has_compliant_contacts(problem) ? run_compliant(problem, scheme, recorder, interrupt)
                                           : run(problem, scheme, recorder, interrupt);
}

}  // namespace rebond
