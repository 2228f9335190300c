#include "rebond/integration/integrate.hpp"

#include "rebond/integration/event_driven/event_driven.hpp"
#include "rebond/integration/flights/flight_accurate.hpp"
#include "rebond/integration/flights/flight_balls.hpp"
#include "rebond/integration/flights/flight_modal.hpp"
#include "rebond/integration/flights/flight_newmark.hpp"
#include "rebond/integration/flights/hertz_impacts.hpp"
#include "rebond/integration/time_stepping/lagrange_newmark.hpp"
#include "rebond/integration/time_stepping/moreau_jean.hpp"
#include "rebond/integration/time_stepping/paoli_schatzman.hpp"
#include "rebond/mechanics/beam/ball_on_beam.hpp"

namespace rebond {
namespace {

struct Run {
    const Problem& problem;
    Recorder& recorder;
    const std::atomic<bool>* interrupt;

    template <typename SomeFlight>
    Outcome fly(const auto& scheme) const
    {
        SomeFlight flight(problem, scheme);
        return integrate_event_driven(problem, flight, recorder, interrupt);
    }

    Outcome operator()(const EventNewmark& scheme) const { return fly<NewmarkFlight>(scheme); }
    Outcome operator()(const EventAccurate& scheme) const
    {
        if (dynamic_cast<const BallOnBeam*>(problem.model.get()) != nullptr)
            return integrate_hertz_impacts(problem, scheme, recorder, interrupt);
        if (dynamic_cast<const Balls*>(problem.model.get()) != nullptr) return fly<BallsFlight>(scheme);
        return fly<AccurateFlight>(scheme);
    }
    Outcome operator()(const EventModal& scheme) const
    {
        ModalFlight flight(problem, scheme, interrupt);
        return integrate_event_driven(problem, flight, recorder, interrupt);
    }
    Outcome operator()(const PaoliSchatzman& scheme) const
    {
        return integrate_paoli_schatzman(problem, scheme.step, PositionForces::at_step, recorder, interrupt);
    }
    Outcome operator()(const PaoliSchatzmanImplicit& scheme) const
    {
        return integrate_paoli_schatzman(problem, scheme.step, PositionForces::averaged, recorder, interrupt);
    }
    Outcome operator()(const MoreauJean& scheme) const
    {
        return integrate_moreau_jean(problem, scheme, recorder, interrupt);
    }
    Outcome operator()(const MoreauJeanConserving& scheme) const
    {
        return integrate_moreau_jean_conserving(problem, scheme, recorder, interrupt);
    }
    Outcome operator()(const LagrangeNewmark& scheme) const
    {
        return integrate_lagrange_newmark(problem, scheme, recorder, interrupt);
    }
};

}  // namespace

Outcome integrate(const Problem& problem, const Scheme& scheme, Recorder& recorder,
                  const std::atomic<bool>* interrupt)
{
    return std::visit(Run{problem, recorder, interrupt}, scheme);
}

}  // namespace rebond
