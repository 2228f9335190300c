// Relations between the values of a beam's scene, by name; scene/fields.hpp says what is told if one fails.
#pragma once

#include "rebond/scene/scene.hpp"

#include <cmath>
#include <numbers>

namespace rebond {

inline bool is_longer_than_wide(const Scene&, const FrameScene& frame)
{
    return frame.model.diameter <= frame.model.length;
}

inline double angle_of(const FrameScene& frame)
{
    return frame.initial.angle_deg * std::numbers::pi / 180.0;
}

inline bool moves_as_its_theory_can(const Scene&, const FrameScene& frame)
{
    if (frame.model.theory != BeamTheory::axial) return true;
    const auto& [vx, vy] = frame.initial.velocity;
    const double across = vy * std::cos(angle_of(frame)) - vx * std::sin(angle_of(frame));
    return std::abs(across) <= 1e-9 * std::hypot(vx, vy);
}

// At an angle the end of a beam that does not bend must stick, and stay.
inline bool sticks_if_axial(const Scene& scene, const FrameScene& frame)
{
    constexpr double rounding = 1e-9;
    const double cotangent = std::cos(angle_of(frame)) / std::sin(angle_of(frame));
    return frame.model.theory != BeamTheory::axial ||
           scene.impact.friction >= (1.0 - rounding) * cotangent - rounding;
}

inline bool stays_if_axial_at_an_angle(const Scene& scene, const FrameScene& frame)
{
    return frame.model.theory != BeamTheory::axial || frame.initial.angle_deg == 90.0 ||
           scene.impact.restitution == 0.0;
}

inline bool has_as_many_axial_modes(const Scene&, const FrameScene& frame)
{
    return frame.model.modes.value_or(0) <= frame.model.elements;
}

inline bool has_as_many_bending_modes(const Scene&, const FrameScene& frame)
{
    return frame.model.bending_modes.value_or(0) <= 2 * frame.model.elements;
}

inline bool has_bending_modes_to_count(const Scene&, const FrameScene& frame)
{
    return !frame.model.bending_modes || (frame.model.modes && frame.model.theory != BeamTheory::axial);
}

inline bool has_modes_that_can_be_found(const Scene&, const FrameScene& frame)
{
    return !frame.model.modes || 2 * frame.model.elements + 2 <= most_dense_modes;
}

inline bool has_mass_at_its_ends(const FrameScene& frame)
{
    return frame.model.contact_mass == ContactMass::nodal;
}

inline bool has_nodes_that_can_be_massless(const Scene&, const FrameScene& frame)
{
    return has_mass_at_its_ends(frame) || (frame.model.mass_matrix == BeamMass::lumped && !frame.model.modes);
}

inline bool has_nodes_for_the_mass_of_its_ends(const Scene&, const FrameScene& frame)
{
    return has_mass_at_its_ends(frame) || frame.model.elements >= fewest_elements_massless;
}

inline bool has_mass_to_bounce_with(const Scene& scene, const FrameScene& frame)
{
    return has_mass_at_its_ends(frame) || scene.impact.restitution == 0.0;
}

}  // namespace rebond
