#include "rebond/integration/flights/event_newmark.hpp"

#include "rebond/integration/event_driven/event_driven.hpp"
#include "rebond/integration/flights/flight_newmark.hpp"

namespace rebond {

Refusal refusal(const Problem& problem, const EventNewmark& /*scheme*/)
{
    return unserved(problem, {.poisson = true, .outward = true});
}

Outcome integrate_by(const EventNewmark& scheme, const Problem& problem, Recorder& recorder,
                     const std::atomic<bool>* interrupt)
{
    NewmarkFlight flight(problem, scheme);
    return integrate_event_driven(problem, flight, recorder, interrupt);
}

std::vector<std::string> setting_warnings(const EventNewmark& scheme, const Problem& /*problem*/,
                                          bool resolves_waves)
{
    if (resolves_waves || scheme.substep != EventNewmark::Substep::printed) return {};
    return {
        "scheme.substep = \"printed\" creates energy at impacts while waves that the step does not resolve "
        "vibrate; use \"resolved\""};
}

}  // namespace rebond
