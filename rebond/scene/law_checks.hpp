// Which impact law goes with which scheme and model, by name; scene/fields.hpp says what is told if one
// fails.
#pragma once

#include "rebond/scene/scene.hpp"

namespace rebond {

inline bool is_event_driven(const Scheme& scheme)
{
    return std::holds_alternative<EventNewmark>(scheme) || std::holds_alternative<EventAccurate>(scheme) ||
           std::holds_alternative<EventModal>(scheme);
}

inline bool has_a_scheme_for_its_law(const Scene& scene, const Scene&)
{
    return scene.impact.law != Law::poisson || is_event_driven(scene.scheme) ||
           std::holds_alternative<MoreauJean>(scene.scheme);
}

inline bool has_a_scheme_for_the_outward_law(const Scene& scene, const Scene&)
{
    return scene.impact.law != Law::outward || is_event_driven(scene.scheme);
}

inline bool has_the_law_of_its_model(const Scene& scene, const Scene&)
{
    return (scene.impact.law == Law::hertz) == std::holds_alternative<BallOnBeamScene>(scene.subject);
}

}  // namespace rebond
