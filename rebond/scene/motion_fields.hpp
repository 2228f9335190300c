// The keys of a stop that moves, named once.
#pragma once

#include "rebond/scene/field.hpp"
#include "rebond/scene/motion_spec.hpp"

namespace rebond {

template <>
inline constexpr auto fields_of<MotionSpec> = std::tuple{
    Field{"amplitude", &MotionSpec::amplitude, "m", any(), "amplitude A", required(1e-3)},
    Field{"frequency_hz", &MotionSpec::frequency_hz, "Hz", frequency_range(), "frequency f", required(50.0)},
    Field{"phase_deg", &MotionSpec::phase_deg, "°", phase_range(), "phase φ"}};

}  // namespace rebond
