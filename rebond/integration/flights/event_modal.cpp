#include "rebond/integration/flights/event_modal.hpp"

#include "rebond/integration/event_driven/event_driven.hpp"
#include "rebond/integration/flights/flight_modal.hpp"

#include <fmt/format.h>

namespace rebond {

Refusal refusal(const Problem& problem, const EventModal& /*scheme*/)
{
    if (auto refused = unless_linear(problem)) return refused;
    if (auto refused = unserved(problem, {.poisson = true, .outward = true})) return refused;
    const Linear& linear = *problem.model->as_linear();
    if (!linear.has_modal_damping())
        return Refused{"needs damping that couples no modes, as C = aM + bK does"};
    if (!linear.has_modes())
        return Refused{fmt::format("needs every mode, and finds those of up to {} coordinates, not {}",
                                   most_dense_modes, linear.dofs())};
    return std::nullopt;
}

Outcome integrate_by(const EventModal& scheme, const Problem& problem, Recorder& recorder,
                     const std::atomic<bool>* interrupt)
{
    ModalFlight flight(problem, scheme, interrupt);
    return integrate_event_driven(problem, flight, recorder, interrupt);
}

}  // namespace rebond
