// The keys of a beam at a wall, named once, and which values go together.
#pragma once

#include "rebond/scene/field.hpp"
#include "rebond/scene/radians.hpp"

#include <cmath>

namespace rebond {

template <>
inline constexpr auto names_of<BeamTheory> = std::array{
    EnumeratorName{BeamTheory::timoshenko, "timoshenko", "sections rotate against the axis: shear waves"},
    EnumeratorName{BeamTheory::euler_bernoulli, "euler_bernoulli",
                   "sections stay normal to the axis: shorter waves are faster"},
    EnumeratorName{BeamTheory::axial, "axial", "motion along the axis alone"}};

template <>
inline constexpr auto names_of<BeamMass> =
    std::array{EnumeratorName{BeamMass::lumped, "lumped", "at the nodes"},
               EnumeratorName{BeamMass::consistent, "consistent",
                              "by the shape functions of the elements: short waves run ahead of the front"}};

template <>
inline constexpr auto names_of<ContactMass> =
    std::array{EnumeratorName{ContactMass::nodal, "nodal", "mass as at any other node"},
               EnumeratorName{ContactMass::massless, "massless",
                              "no mass: their neighbours have it, and no impact loses energy"}};

template <>
inline constexpr auto fields_of<FrameSpec> = std::tuple{
    Field{"elements", &FrameSpec::elements, "-", between(1, 1'000'000), "number of beam elements"},
    Field{"length", &FrameSpec::length, "m", positive(), "length l of the beam"},
    Field{"diameter", &FrameSpec::diameter, "m", positive(), "diameter d of its circular section"},
    Field{"density", &FrameSpec::density, "kg/m³", positive(), "density ρ"},
    Field{"young", &FrameSpec::young, "Pa", positive(), "Young's modulus E"},
    Field{"poisson_ratio", &FrameSpec::poisson_ratio, "-", between(0, 0.5),
          "Poisson's ratio ν, of the shear modulus and the shear coefficient"},
    Field{"theory", &FrameSpec::theory, "", any(), "theory of the elements"},
    Field{"mass_matrix", &FrameSpec::mass_matrix, "", any(), "how the mass is distributed"},
    Field{"contact_mass", &FrameSpec::contact_mass, "", any(), "whether the ends that touch have mass"},
    Field{"modes", &FrameSpec::modes, "-", between(0, 2000),
          "elastic modes kept of each kind, axial and bending", absent_means("all, node by node", "10")},
    Field{"bending_modes", &FrameSpec::bending_modes, "-", between(0, 4000), "bending modes kept",
          absent_means("as many as model.modes", "20")},
    Field{"mass_damping", &FrameSpec::mass_damping, "1/s", at_least(0), "a of the damping C = aM + bK"},
    Field{"stiffness_damping", &FrameSpec::stiffness_damping, "s", at_least(0), "b of the damping"}};

template <>
inline constexpr auto fields_of<FrameInitial> =
    std::tuple{Field{"angle_deg", &FrameInitial::angle_deg, "°", above_up_to(0, 90),
                     "angle φ between the axis and the wall"},
               Field{"velocity", &FrameInitial::velocity, "m/s", any(),
                     "velocity of the whole beam [along the wall, away from it], negative towards the wall"}};

template <>
inline constexpr auto fields_of<FrameScene> = std::tuple{
    Field{"model", &FrameScene::model, "", any(), "what moves"},
    Field{"initial", &FrameScene::initial, "", any(), "where it starts: its end touches the wall"}};

template <>
inline constexpr TypeName type_of<FrameScene> = {
    "frame", "elastic beam by finite elements that hits a rigid wall at an angle"};

template <>
inline constexpr ModelWords words_of<FrameScene> = {
    .gap = "height",
    .whose_gap = "height of the contact point above the obstacle",
    .whose_velocity = "normal velocity of the contact point"};

template <>
inline constexpr SubjectDefaults defaults_of<FrameScene> = {
    .gravity = 0.0, .restitution = 0.0, .scheme = "moreau_jean", .step = 1e-7, .duration = 1e-4};

template <>
inline constexpr SubjectTraits traits_of<FrameScene> = {.size_key = "model.elements"};

// ---------------------------------------------------------------------------------- what goes together

inline bool is_longer_than_wide(const Scene&, const FrameScene& frame)
{
    return frame.model.diameter <= frame.model.length;
}

inline double angle_of(const FrameScene& frame)
{
    return radians(frame.initial.angle_deg);
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

template <>
inline constexpr auto checks_of<FrameScene> = std::array{
    Check<FrameScene>{"model.diameter", is_longer_than_wide, "at most", "model.length",
                      "a beam is longer than wide"},
    Check<FrameScene>{"initial.velocity", moves_as_its_theory_can,
                      "a velocity along the axis if model.theory is \"axial\""},
    Check<FrameScene>{"impact.friction", sticks_if_axial,
                      "at least the cotangent of the angle if model.theory is \"axial\"", "",
                      "the end must stick, or the beam would bend"},
    Check<FrameScene>{"impact.restitution", stays_if_axial_at_an_angle,
                      "0 if model.theory is \"axial\" at an angle", "",
                      "the end must stick, or the beam would bend"},
    Check<FrameScene>{"model.modes", has_as_many_axial_modes, "at most", "model.elements",
                      "a mesh has one axial mode for each element"},
    Check<FrameScene>{"model.bending_modes", has_as_many_bending_modes, "at most twice", "model.elements",
                      "a mesh has two bending modes for each element"},
    Check<FrameScene>{"model.bending_modes", has_bending_modes_to_count,
                      "model.modes beside it, and a theory with bending"},
    Check<FrameScene>{"model.modes", has_modes_that_can_be_found, "none for more than 1999 elements", "",
                      "modes are found by dense algebra"},
    Check<FrameScene>{"model.contact_mass", has_nodes_that_can_be_massless,
                      "\"nodal\" unless the mass is lumped and not truncated to modes"},
    Check<FrameScene>{"model.elements", has_nodes_for_the_mass_of_its_ends,
                      "at least 6 if the ends are massless", "", "their mass needs that many nodes"},
    Check<FrameScene>{"impact.restitution", has_mass_to_bounce_with, "0 if the ends are massless", "",
                      "ends without mass cannot bounce"}};

}  // namespace rebond
