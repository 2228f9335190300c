// Which impact law goes with which model, by name; scene/fields.hpp says what is told if one fails. Schemes
// answer for themselves.
#pragma once

#include "rebond/scene/scene.hpp"

namespace rebond {

inline bool has_the_law_of_its_model(const Scene& scene, const Scene&)
{
    return (scene.impact.law == Law::hertz) == std::holds_alternative<BallOnBeamScene>(scene.subject);
}

}  // namespace rebond
