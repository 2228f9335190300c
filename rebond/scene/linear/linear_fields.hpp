// The keys of a linear system, named once, and which values go together.
#pragma once

#include "rebond/scene/field.hpp"
#include "rebond/scene/motion_fields.hpp"

namespace rebond {

template <>
inline constexpr auto fields_of<HarmonicSpec> =
    std::tuple{Field{"amplitude", &HarmonicSpec::amplitude, "N", any(), "force f_i on each coordinate",
                     required("[1.0, 0.0]")},
               Field{"frequency_hz", &HarmonicSpec::frequency_hz, "Hz", frequency_range(), "frequency ω_i/2π",
                     required(50.0)},
               Field{"phase_deg", &HarmonicSpec::phase_deg, "°", phase_range(), "phase φ_i"}};

template <>
inline constexpr auto fields_of<NodeSpec> = std::tuple{
    Field{"position", &NodeSpec::position, "m", any(), "place [x, y] at q = 0", required("[0.0, 0.0]")},
    Field{"dofs", &NodeSpec::dofs, "", at_least(-1),
          "coordinates that move it along x and y, counted from 0; −1 for none", required("[0, -1]")}};

template <>
inline constexpr auto fields_of<LineSpec> = std::tuple{Field{
    "nodes", &LineSpec::nodes, "", at_least(0), "nodes along the body, counted from 0", required("[0, 1]")}};

template <>
inline constexpr auto fields_of<LinearSpec> =
    std::tuple{Field{"mass", &LinearSpec::mass, "kg", any(), "M, symmetric and positive definite",
                     required("[[1.0, 0.0], [0.0, 1.0]]")},
               Field{"damping", &LinearSpec::damping, "N s/m", any(), "C, symmetric",
                     absent_means("no damping", "[[0.0, 0.0], [0.0, 0.0]]")},
               Field{"stiffness", &LinearSpec::stiffness, "N/m", any(), "K, symmetric",
                     required("[[2e4, -1e4], [-1e4, 1e4]]")},
               Field{"force", &LinearSpec::force, "N", any(), "constant force f₀ on each coordinate",
                     absent_means("none", "[0.0, 0.0]")},
               Field{"harmonic", &LinearSpec::harmonic, "", any(),
                     "harmonic loads f_i cos(ω_i t + φ_i), one table each", absent_means("none")},
               Field{"node", &LinearSpec::node, "", any(),
                     "points of the body in the plane, one table each, for shapes and animations",
                     absent_means("no shape is drawn")},
               Field{"line", &LinearSpec::line, "", any(), "the line that is drawn through nodes",
                     absent_means("through all nodes in their order")}};

template <>
inline constexpr auto fields_of<LinearInitial> =
    std::tuple{Field{"position", &LinearInitial::position, "m", any(),
                     "q at the start; \"static\": at rest under the constant loads, K q = f₀",
                     absent_means("zero", "[0.0, 0.0]")},
               Field{"velocity", &LinearInitial::velocity, "m/s", any(), "v at the start",
                     shown(absent_means("zero", "[1.0, 1.0]"))}};

template <>
inline constexpr auto fields_of<ContactSpec> = std::tuple{
    Field{"normal", &ContactSpec::normal, "-", any(),
          "gradient of the gap: numbers for all coordinates, or { 1 = -1.0 } for those that are not zero, "
          "counted "
          "from 0",
          required("[0.0, -1.0]")},
    Field{"offset", &ContactSpec::offset, "m", any(), "gap at q = 0: gap = normal·q + offset ≥ 0",
          example(0.005)},
    Field{"tangent", &ContactSpec::tangent, "-", any(),
          "direction of friction, written as the normal and as long: the contact slides with tangent·v",
          absent_means("no friction here", "[1.0, 0.0]")},
    Field{"law", &ContactSpec::law, "", any(), "impact law here",
          absent_means("that of [impact]", "\"poisson\"")},
    Field{"restitution", &ContactSpec::restitution, "-", between(0, 1), "coefficient of restitution here",
          absent_means("that of [impact]", 0.5)},
    Field{"friction", &ContactSpec::friction, "-", at_least(0), "Coulomb coefficient μ here",
          absent_means("that of [impact]", "0.0")},
    Field{"hertz_stiffness", &ContactSpec::hertz_stiffness, "N/m^1.5", positive(), "K of the law hertz here",
          absent_means("that of [impact]", 1e9)},
    Field{"slide_velocity", &ContactSpec::slide_velocity, "m/s", any(),
          "velocity of a belt along the tangent: the contact slides with tangent·v − slide_velocity",
          absent_means("it does not move", 1.0)},
    Field{"name", &ContactSpec::name, "", any(), "name of the contact in plots and texts",
          absent_means("its number", "\"stop\"")},
    Field{"motion", &ContactSpec::motion, "", any(),
          "motion of the stop along the normal: gap = normal·q + offset − A cos(2πft + φ)",
          absent_means("the stop does not move")}};

template <>
inline constexpr auto fields_of<LinearScene> =
    std::tuple{Field{"model", &LinearScene::model, "", any(),
                     "what moves: M q̈ + C q̇ + K q = f₀ + Σ f_i cos(ω_i t + φ_i)"},
               Field{"initial", &LinearScene::initial, "", any(), "where it starts"},
               Field{"contact", &LinearScene::contact, "", any(), "one table for each constraint gap ≥ 0",
                     shown(absent_means("no contact"))}};

template <>
inline constexpr TypeName type_of<LinearScene> = {
    "linear",
    "any linear system with linear unilateral constraints, smooth or rough, "
    "from its matrices; a scene that names no scheme runs "
    "by event_modal, or by moreau_jean, where that is much faster"};

template <>
inline constexpr ModelWords words_of<LinearScene> = {.load = "constant load", .is_line = false};

template <>
inline constexpr SubjectDefaults defaults_of<LinearScene> = {.gravity = 0.0, .example_step = 1e-4};

template <>
inline constexpr SubjectTraits traits_of<LinearScene> = {
    .called = "linear system", .size_key = "model.stiffness", .weighs_schemes = true};

template <>
inline constexpr auto checks_of<LinearScene> = std::array{Check<LinearScene>{
    "run.gravity", [](const Scene& scene, const LinearScene&) { return scene.run.gravity == 0.0; }, "0", "",
    "a linear system has no up and down: put weights into model.force"}};

}  // namespace rebond
