#include "rebond/integration/flights/event_accurate.hpp"

#include "rebond/integration/event_driven/event_driven.hpp"
#include "rebond/integration/flights/flight_accurate.hpp"
#include "rebond/integration/flights/flight_balls.hpp"
#include "rebond/integration/flights/hertz_impacts.hpp"

namespace rebond {
namespace {

constexpr double radians_a_step = 2.5;  // of the fastest mode
constexpr double evaluations_a_step = 60.0;

}  // namespace

Refusal refusal(const Problem& problem, const EventAccurate& /*scheme*/)
{
    if (is_ball_on_beam(problem)) {
        if (problem.contacts.size() == 1 && problem.contacts.front().law.law == Law::hertz)
            return std::nullopt;
        return Refused{"needs Hertz's law for the one contact of a ball on a beam"};
    }
    if (has_law(problem, Law::outward) && (has_friction(problem) || has_mixed_laws(problem)))
        return Refused{"does not support the outward law with friction, or beside other laws"};
    return unserved(problem, {.friction = true,
                              .poisson = true,
                              .stronge = true,
                              .outward = true,
                              .mixed_laws = true,
                              .curved = true});
}

Outcome integrate_by(const EventAccurate& scheme, const Problem& problem, Recorder& recorder,
                     const std::atomic<bool>* interrupt)
{
    if (is_ball_on_beam(problem)) return integrate_hertz_impacts(problem, scheme, recorder, interrupt);
    if (are_ballistic(problem)) {
        BallsFlight flight(problem, scheme);
        return integrate_event_driven(problem, flight, recorder, interrupt);
    }
    AccurateFlight flight(problem, scheme);
    return integrate_event_driven(problem, flight, recorder, interrupt);
}

std::optional<ExpectedTime> expected_time(const Problem& problem, const EventAccurate& /*scheme*/)
{
    const Linear* linear = problem.model->as_linear();
    if (linear == nullptr) return std::nullopt;
    const auto frequency = highest_linear_frequency(*linear);
    if (!frequency) return std::nullopt;
    const double steps = problem.duration * *frequency / radians_a_step;
    return ExpectedTime{.total = steps * evaluations_a_step * evaluation_time(linear->system())};
}

}  // namespace rebond
