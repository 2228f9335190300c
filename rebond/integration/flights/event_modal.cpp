#include "rebond/integration/flights/event_modal.hpp"

#include "rebond/integration/event_driven/event_driven.hpp"
#include "rebond/integration/flights/flight_modal.hpp"

#include <fmt/format.h>

namespace rebond {
namespace {

// Of n³ for the modes of a set of contacts, of which there are two or more, and of n² for every impact and
// sample. Impacts are not known; finite elements that chatter have one to fifty a coordinate.
constexpr double seconds_a_cube = 3e-9;
constexpr double sets = 2.0;
constexpr double seconds_a_square = 1.5e-9;
constexpr double impacts_a_coordinate = 5.0;

}  // namespace

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

std::optional<ExpectedTime> expected_time(const Problem& problem, const EventModal& /*scheme*/)
{
    const Linear* linear = problem.model->as_linear();
    if (linear == nullptr || linear->has_fast_modes()) return std::nullopt;
    const auto n = static_cast<double>(linear->dofs());
    const double samples = problem.duration / problem.sample_every;
    const double setup = sets * n * n * n * seconds_a_cube;
    return ExpectedTime{.setup = setup,
                        .total = setup + (samples + impacts_a_coordinate * n) * n * n * seconds_a_square};
}

}  // namespace rebond
