// The closed set of schemes, as data: what a scene names and a result records. The one list of them.
//
// A scheme is a struct with its settings, `step` among them, and its `stepping`. Its header holds the struct
// and declares what it answers:
//
//     Refusal refusal(const Problem& problem, const MoreauJean& scheme);
//     Outcome integrate_by(const MoreauJean& scheme, const Problem& problem, Recorder& recorder,
//                          const std::atomic<bool>* interrupt);
//
// and, if its settings can be unwise, `setting_warnings`, as moreau_jean.hpp does; if it can tell what a run
// will take, `expected_time` (expected_time.hpp).
#pragma once

#include "rebond/integration/flights/event_accurate.hpp"
#include "rebond/integration/flights/event_modal.hpp"
#include "rebond/integration/flights/event_newmark.hpp"
#include "rebond/integration/time_stepping/lagrange_newmark.hpp"
#include "rebond/integration/time_stepping/moreau_jean.hpp"
#include "rebond/integration/time_stepping/paoli_schatzman.hpp"

#include <string>
#include <variant>
#include <vector>

namespace rebond {

// In the order of the manual.
using Scheme = std::variant<EventNewmark, EventAccurate, EventModal, PaoliSchatzman, PaoliSchatzmanImplicit,
                            MoreauJean, MoreauJeanConserving, LagrangeNewmark>;

inline Stepping stepping_of(const Scheme& scheme)
{
    return std::visit([](const auto& chosen) { return chosen.stepping; }, scheme);
}

// The step, or the largest one; 0: as the scheme chooses [s].
inline double step_of(const Scheme& scheme)
{
    return std::visit([](const auto& chosen) { return chosen.step; }, scheme);
}

// What it expects to take for the problem, where it can say.
inline std::optional<ExpectedTime> expected_time_of(const Scheme& scheme, const Problem& problem)
{
    return std::visit(
        [&](const auto& chosen) -> std::optional<ExpectedTime> {
            if constexpr (requires { expected_time(problem, chosen); })
                return expected_time(problem, chosen);
            else
                return std::nullopt;
        },
        scheme);
}

// What a user should know of the settings of a scheme before a run of the problem. `resolves_waves`: its step
// resolves the fastest mode.
inline std::vector<std::string> setting_warnings_of(const Scheme& scheme, const Problem& problem,
                                                    bool resolves_waves)
{
    return std::visit(
        [&](const auto& chosen) -> std::vector<std::string> {
            if constexpr (requires { setting_warnings(chosen, problem, resolves_waves); })
                return setting_warnings(chosen, problem, resolves_waves);
            else
                return {};
        },
        scheme);
}

}  // namespace rebond
