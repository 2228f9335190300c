// The scheme event_newmark; its equations are in flight_newmark.hpp.
#pragma once

#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/refusal.hpp"
#include "rebond/integration/stepping.hpp"

#include <atomic>
#include <string>
#include <vector>

namespace rebond {

// Newmark flight, impacts located on the step's quadratic [PaoliSchatzman2007, (15)–(17)].
// `printed` takes the state at the impact from that quadratic and loses a little energy at each;
// `resolved` solves the implicit step again up to the impact and does not.
struct EventNewmark {
    static constexpr Stepping stepping = {.samples_at_steps = false};
    enum class Substep { printed, resolved };
    double step = 0.0;  // Δt [s], > 0
    Substep substep = Substep::printed;
};

[[nodiscard]] Refusal refusal(const Problem& problem, const EventNewmark& scheme);
[[nodiscard]] Outcome integrate_by(const EventNewmark& scheme, const Problem& problem, Recorder& recorder,
                                   const std::atomic<bool>* interrupt);
[[nodiscard]] std::vector<std::string> setting_warnings(const EventNewmark& scheme, const Problem& problem,
                                                        bool resolves_waves);

}  // namespace rebond
