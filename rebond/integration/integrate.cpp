#include "rebond/integration/integrate.hpp"

#include "rebond/core/error.hpp"

namespace rebond {

Refusal scheme_refusal(const Problem& problem, const Scheme& scheme)
{
    return std::visit([&](const auto& chosen) { return refusal(problem, chosen); }, scheme);
}

Outcome integrate(const Problem& problem, const Scheme& scheme, Recorder& recorder,
                  const std::atomic<bool>* interrupt)
{
    if (const Refusal refused = scheme_refusal(problem, scheme))
        throw InputError(refused->setting.empty()
                             ? "the scheme " + refused->reason
                             : "expected for the scheme's " + std::string(refused->setting) + " " +
                                   refused->reason);
    return std::visit([&](const auto& chosen) { return integrate_by(chosen, problem, recorder, interrupt); },
                      scheme);
}

}  // namespace rebond
