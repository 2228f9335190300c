// The fields of every struct a scene can hold, named once.
//
// Reading and writing scenes, the schema, the commented scene and the manual are all loops over
// these tables, so a quantity has one name, one unit, one range and one meaning everywhere. Its
// default is what a default-constructed struct holds.
//
// A model is a struct of its tables (BarScene: model, initial), an alternative of Subject. A new
// model is that struct, its fields_of and type_of here, and its checks_of if values constrain each
// other; a new scheme is a struct, its fields_of and type_of; a new enumerator is a row in names_of.
// Members that are tables stand after those that are values, as TOML wants them.
#pragma once

#include "rebond/scene/balls/balls_fields.hpp"
#include "rebond/scene/field.hpp"
#include "rebond/scene/frame/frame_fields.hpp"
#include "rebond/scene/law_checks.hpp"

namespace rebond {

// ---------------------------------------------------------------------------------- the bar

template <>
inline constexpr auto names_of<Springs> = std::array{
    EnumeratorName{Springs::spiral, "spiral", "spiral springs at the joints, model 1 of the paper"},
    EnumeratorName{Springs::paired, "paired", "pairs of springs across the joints, model 2 of the paper"}};

template <>
inline constexpr auto names_of<TipInertia> = std::array{
    EnumeratorName{TipInertia::printed, "printed", "about the centre of the sphere, as the paper prints it"},
    EnumeratorName{TipInertia::consistent, "consistent", "about the hemisphere's centre of mass"}};

template <>
inline constexpr auto fields_of<BarSpec> = std::tuple{
    Field{"springs", &BarSpec::springs, "", any(), "how the segments are joined"},
    Field{"segments", &BarSpec::segments, "-", between(2, 10'000'000), "number of rigid segments n"},
    Field{"length", &BarSpec::length, "m", positive(), "length of the bar with its hemisphere"},
    Field{"radius", &BarSpec::radius, "m", positive(), "radius R of the bar and its hemisphere"},
    Field{"density", &BarSpec::density, "kg/m³", positive(), "density ρ"},
    Field{"young", &BarSpec::young, "Pa", positive(), "Young's modulus E"},
    Field{"tip_inertia", &BarSpec::tip_inertia, "", any(), "moment of inertia of the hemisphere"}};

template <>
inline constexpr auto fields_of<Excitation> = std::tuple{
    Field{"mode", &Excitation::mode, "-", between(1, 10'000'000), "bending mode, 1 is the lowest"},
    Field{"energy_fraction", &Excitation::energy_fraction, "-", at_least(0),
          "energy η of the vibration over the kinetic energy of the drop"},
    Field{"phase_deg", &Excitation::phase_deg, "°", any(), "phase, 0 all strain, 90 all velocity"}};

template <>
inline constexpr auto fields_of<BarInitial> = std::tuple{
    Field{"angle_deg", &BarInitial::angle_deg, "°", inside(0, 180), "angle of the bar with the plane"},
    Field{"tip_height", &BarInitial::tip_height, "m", positive(),
          "height y₀ of the hemisphere's centre; it touches at y₀ = R"},
    Field{"velocity", &BarInitial::velocity, "m/s", any(),
          "velocity [vx, vy] of the whole bar, upwards positive"},
    Field{"excitation", &BarInitial::excitation, "", any(), "vibration the bar starts with",
          absent_means("no vibration")}};

template <>
inline constexpr auto fields_of<BarScene> =
    std::tuple{Field{"model", &BarScene::model, "", any(), "what moves"},
               Field{"initial", &BarScene::initial, "", any(), "where it starts"}};

template <>
inline constexpr TypeName type_of<BarScene> = {
    "bar", "planar elastic bar with a hemispherical tip, dropped on a plane without friction"};

template <>
inline constexpr ModelWords words_of<BarScene> = {
    .gap = "height",
    .whose_gap = "height of the contact point above the obstacle",
    .whose_velocity = "normal velocity of the contact point"};

template <>
inline constexpr auto checks_of<BarScene> = std::array{
    Check<BarScene>{"model.length",
                    [](const Scene&, const BarScene& bar) { return bar.model.length > bar.model.radius; },
                    "more than", "model.radius", "the hemisphere is part of the bar"},
    Check<BarScene>{
        "initial.tip_height",
        [](const Scene&, const BarScene& bar) { return bar.initial.tip_height >= bar.model.radius; },
        "at least", "model.radius", "the bar starts above the plane"},
    Check<BarScene>{"initial.excitation.mode",
                    [](const Scene&, const BarScene& bar) {
                        return !bar.initial.excitation || bar.initial.excitation->mode < bar.model.segments;
                    },
                    "less than", "model.segments", "n segments have n − 1 bending modes"},
    Check<BarScene>{"impact.friction",
                    [](const Scene& scene, const BarScene&) { return scene.impact.friction == 0.0; }, "0", "",
                    "the bar is frictionless"}};

// ---------------------------------------------------------------------------------- the chain

template <>
inline constexpr auto names_of<EndMasses> =
    std::array{EnumeratorName{EndMasses::full, "full", "N + 1 equal masses, as in the paper"},
               EnumeratorName{EndMasses::half, "half", "the first and the last mass are half as large"}};

template <>
inline constexpr auto fields_of<ChainSpec> = std::tuple{
    Field{"springs", &ChainSpec::springs, "-", between(1, 10'000'000),
          "number of springs N, between N + 1 masses"},
    Field{"length", &ChainSpec::length, "m", positive(), "length of the bar at rest"},
    Field{"area", &ChainSpec::area, "m²", positive(), "cross-section"},
    Field{"density", &ChainSpec::density, "kg/m³", positive(), "density ρ"},
    Field{"young", &ChainSpec::young, "Pa", positive(), "Young's modulus E"},
    Field{"end_masses", &ChainSpec::end_masses, "", any(), "the masses at both ends"},
    Field{"field", &ChainSpec::field, "m/s²", any(),
          "constant acceleration of each mass by a field besides gravity, upwards positive, N + 1 numbers",
          absent_means("none", "[0.0, 0.0]")}};

template <>
inline constexpr auto fields_of<ChainInitial> = std::tuple{
    Field{"gap", &ChainInitial::gap, "m", at_least(0), "height d of the first mass above the plane"},
    Field{"velocity", &ChainInitial::velocity, "m/s", any(), "velocity of all masses, upwards positive"}};

template <>
inline constexpr auto fields_of<ChainScene> =
    std::tuple{Field{"model", &ChainScene::model, "", any(), "what moves"},
               Field{"initial", &ChainScene::initial, "", any(), "where it starts"}};

template <>
inline constexpr TypeName type_of<ChainScene> = {
    "chain", "longitudinal elastic bar of masses and springs above a plane that stops its first mass"};

template <>
inline constexpr ModelWords words_of<ChainScene> = {
    .gap = "height",
    .whose_gap = "height of the contact point above the obstacle",
    .whose_velocity = "normal velocity of the contact point"};

template <>
inline constexpr auto checks_of<ChainScene> = std::array{
    Check<ChainScene>{"model.field",
                      [](const Scene&, const ChainScene& chain) {
                          return !chain.model.field ||
                                 static_cast<Index>(chain.model.field->size()) == chain.model.springs + 1;
                      },
                      "one number for each mass, one more than", "model.springs"},
    Check<ChainScene>{"impact.friction",
                      [](const Scene& scene, const ChainScene&) { return scene.impact.friction == 0.0; }, "0",
                      "", "the chain moves along one line"}};

// ---------------------------------------------------------------------------------- linear systems

template <>
inline constexpr auto fields_of<HarmonicSpec> = std::tuple{
    Field{"amplitude", &HarmonicSpec::amplitude, "N", any(), "force f_i on each coordinate",
          required("[1.0, 0.0]")},
    Field{"frequency_hz", &HarmonicSpec::frequency_hz, "Hz", at_least(0), "frequency ω_i/2π", required(50.0)},
    Field{"phase_deg", &HarmonicSpec::phase_deg, "°", any(), "phase φ_i"}};

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
                     "harmonic loads f_i cos(ω_i t + φ_i), one table each", absent_means("none")}};

template <>
inline constexpr auto fields_of<LinearInitial> =
    std::tuple{Field{"position", &LinearInitial::position, "m", any(), "q at the start",
                     absent_means("zero", "[0.0, 0.0]")},
               Field{"velocity", &LinearInitial::velocity, "m/s", any(), "v at the start",
                     shown(absent_means("zero", "[1.0, 1.0]"))}};

template <>
inline constexpr auto fields_of<ContactSpec> =
    std::tuple{Field{"normal", &ContactSpec::normal, "-", any(),
                     "gradient of the gap, one number for each coordinate", required("[0.0, -1.0]")},
               Field{"offset", &ContactSpec::offset, "m", any(), "gap at q = 0: gap = normal·q + offset ≥ 0",
                     example(0.005)},
               Field{"restitution", &ContactSpec::restitution, "-", between(0, 1),
                     "coefficient of restitution here", absent_means("that of [impact]", 0.5)}};

template <>
inline constexpr auto fields_of<LinearScene> =
    std::tuple{Field{"model", &LinearScene::model, "", any(),
                     "what moves: M q̈ + C q̇ + K q = f₀ + Σ f_i cos(ω_i t + φ_i)"},
               Field{"initial", &LinearScene::initial, "", any(), "where it starts"},
               Field{"contact", &LinearScene::contact, "", any(), "one table for each constraint gap ≥ 0",
                     shown(absent_means("no contact"))}};

template <>
inline constexpr TypeName type_of<LinearScene> = {"linear",
                                                  "any linear system with linear unilateral constraints, "
                                                  "from its matrices; a scene that names no scheme runs "
                                                  "by event_modal where that is much faster"};

template <>
inline constexpr ModelWords words_of<LinearScene> = {.load = "constant load", .is_line = false};

template <>
inline constexpr SubjectDefaults defaults_of<LinearScene> = {.gravity = 0.0};

template <>
inline constexpr auto checks_of<LinearScene> = std::array{
    Check<LinearScene>{"run.gravity",
                       [](const Scene& scene, const LinearScene&) { return scene.run.gravity == 0.0; }, "0",
                       "", "a linear system has no up and down: put weights into model.force"},
    Check<LinearScene>{"impact.friction",
                       [](const Scene& scene, const LinearScene&) { return scene.impact.friction == 0.0; },
                       "0", "", "linear constraints have no tangential direction"}};

// ---------------------------------------------------------------------------------- the beam at a wall

template <>
inline constexpr auto names_of<BeamTheory> = std::array{
    EnumeratorName{BeamTheory::timoshenko, "timoshenko", "sections turn against the axis: waves of shear"},
    EnumeratorName{BeamTheory::euler_bernoulli, "euler_bernoulli",
                   "sections stay normal to the axis: the shorter a wave, the faster"},
    EnumeratorName{BeamTheory::axial, "axial", "motion along the axis alone"}};

template <>
inline constexpr auto names_of<BeamMass> =
    std::array{EnumeratorName{BeamMass::lumped, "lumped", "at the nodes"},
               EnumeratorName{BeamMass::consistent, "consistent",
                              "as the shapes between the nodes move: short waves run ahead of the front"}};

template <>
inline constexpr auto names_of<ContactMass> =
    std::array{EnumeratorName{ContactMass::nodal, "nodal", "as any other node"},
               EnumeratorName{ContactMass::massless, "massless",
                              "none: their mass is with their neighbours, and no impact loses energy"}};

template <>
inline constexpr auto fields_of<FrameSpec> = std::tuple{
    Field{"elements", &FrameSpec::elements, "-", between(1, 1'000'000), "number of beam elements"},
    Field{"length", &FrameSpec::length, "m", positive(), "length l of the beam"},
    Field{"diameter", &FrameSpec::diameter, "m", positive(), "diameter d of its circular section"},
    Field{"density", &FrameSpec::density, "kg/m³", positive(), "density ρ"},
    Field{"young", &FrameSpec::young, "Pa", positive(), "Young's modulus E"},
    Field{"poisson_ratio", &FrameSpec::poisson_ratio, "-", between(0, 0.5),
          "Poisson's ratio ν, of the shear modulus and the shear coefficient"},
    Field{"theory", &FrameSpec::theory, "", any(), "what an element can do"},
    Field{"mass_matrix", &FrameSpec::mass_matrix, "", any(), "where the mass is"},
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
    "frame", "elastic beam by finite elements that meets a rigid wall at an angle"};

template <>
inline constexpr ModelWords words_of<FrameScene> = {
    .gap = "height",
    .whose_gap = "height of the contact point above the obstacle",
    .whose_velocity = "normal velocity of the contact point"};

template <>
inline constexpr SubjectDefaults defaults_of<FrameScene> = {
    .gravity = 0.0, .restitution = 0.0, .scheme = "moreau_jean", .step = 1e-7, .duration = 1e-4};

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
                      "at least 6 if the ends are massless", "", "fewer nodes cannot take their mass"},
    Check<FrameScene>{"impact.restitution", has_mass_to_bounce_with, "0 if the ends are massless", "",
                      "they have nothing to bounce with"}};

// ---------------------------------------------------------------------------------- impacts

template <>
inline constexpr auto names_of<Law> = std::array{
    EnumeratorName{Law::newton, "newton", "the contact leaves at e times its approach velocity"},
    EnumeratorName{Law::poisson, "poisson", "the impulse that stops the approach is given again, e times"},
    EnumeratorName{Law::outward, "outward",
                   "least kinetic energy that lets all contacts together part e times as fast; event-driven "
                   "schemes only"},
    EnumeratorName{Law::hertz, "hertz", "elastic indentation, of ball_on_beam only"}};

template <>
inline constexpr auto fields_of<ImpactLaw> = std::tuple{
    Field{"law", &ImpactLaw::law, "", any(), "impact law"},
    Field{"restitution", &ImpactLaw::restitution, "-", between(0, 1), "coefficient of restitution e"},
    Field{"friction", &ImpactLaw::friction, "-", at_least(0), "Coulomb coefficient μ; frame only"}};

// ---------------------------------------------------------------------------------- schemes

template <>
inline constexpr auto names_of<EventNewmark::Substep> = std::array{
    EnumeratorName{EventNewmark::Substep::printed, "printed",
                   "state at the impact from the step's quadratic"},
    EnumeratorName{EventNewmark::Substep::resolved, "resolved", "the step solved again up to the impact"}};

template <>
inline constexpr TypeName type_of<EventNewmark> = {
    "event_newmark", "Newmark flight, impacts located on the step's quadratic, as printed in the paper"};

template <>
inline constexpr auto fields_of<EventNewmark> =
    std::tuple{Field{"step", &EventNewmark::step, "s", positive(), "time step Δt", required(1e-6)},
               Field{"substep", &EventNewmark::substep, "", any(), "how the state at an impact is found"}};

// Within a step the motion is a polynomial through its stages, each of which rounding spoils by some hundred
// units in the last place. Below this, steps shrink and nothing gets better.
inline constexpr double finest_tolerance = 1e-13;

template <>
inline constexpr TypeName type_of<EventAccurate> = {
    "event_accurate", "the reference: adaptive high-order flight, impacts located to rounding"};

template <>
inline constexpr auto fields_of<EventAccurate> =
    std::tuple{Field{"step", &EventAccurate::step, "s", at_least(0), "largest step, 0 for no limit"},
               Field{"tolerance", &EventAccurate::tolerance, "-", from_up_to(finest_tolerance, 1),
                     "relative error of the motion within a step; its square at the step's end; rounding "
                     "allows no less than 1e-13"}};

template <>
inline constexpr TypeName type_of<EventModal> = {
    "event_modal", "exact flight of linear models by their modes, certified first root"};

template <>
inline constexpr auto fields_of<EventModal> =
    std::tuple{Field{"step", &EventModal::step, "s", at_least(0), "largest step, 0 for no limit"}};

template <>
inline constexpr TypeName type_of<PaoliSchatzman> = {
    "paoli_schatzman", "time stepping on positions, explicit; stable for Δt < 2/ω_max"};

template <>
inline constexpr auto fields_of<PaoliSchatzman> =
    std::tuple{Field{"step", &PaoliSchatzman::step, "s", positive(), "time step Δt", required(1e-7)}};

template <>
inline constexpr TypeName type_of<PaoliSchatzmanImplicit> = {
    "paoli_schatzman_implicit", "time stepping on positions with their Newmark average; no step limit"};

template <>
inline constexpr auto fields_of<PaoliSchatzmanImplicit> =
    std::tuple{Field{"step", &PaoliSchatzmanImplicit::step, "s", positive(), "time step Δt", required(1e-6)}};

template <>
inline constexpr auto names_of<MoreauJean::Activation> = std::array{
    EnumeratorName{MoreauJean::Activation::position, "position", "contacts closed at the start of a step"},
    EnumeratorName{MoreauJean::Activation::predicted, "predicted",
                   "contacts that would be closed half a step later"}};

template <>
inline constexpr TypeName type_of<MoreauJean> = {"moreau_jean",
                                                 "time stepping on velocities and impulses with the θ-rule"};

template <>
inline constexpr auto fields_of<MoreauJean> = std::tuple{
    Field{"step", &MoreauJean::step, "s", positive(), "time step h", required(1e-7)},
    Field{"theta", &MoreauJean::theta, "-", between(0, 1), "weight θ of the end of a step in its forces"},
    Field{"activation", &MoreauJean::activation, "", any(), "which contacts may push in a step"}};

template <>
inline constexpr TypeName type_of<MoreauJeanConserving> = {
    "moreau_jean_conserving", "the same, giving back to chosen masses the energy that contacts take"};

template <>
inline constexpr auto fields_of<MoreauJeanConserving> = std::tuple_cat(
    fields_of<MoreauJean>, std::tuple{Field{"corrected", &MoreauJeanConserving::corrected, "-", at_least(0),
                                            "coordinates that get the energy back, counted from 0",
                                            absent_means("all that no contact touches", "[0]")}});

template <>
inline constexpr TypeName type_of<LagrangeNewmark> = {
    "lagrange_newmark",
    "implicit Newmark with position multipliers, as printed: it chatters and makes energy"};

template <>
inline constexpr auto fields_of<LagrangeNewmark> =
    std::tuple{Field{"step", &LagrangeNewmark::step, "s", positive(), "time step Δt", required(1e-7)}};

// ---------------------------------------------------------------------------------- the run

template <>
inline constexpr auto fields_of<RunSpec> = std::tuple{
    Field{"duration", &RunSpec::duration, "s", positive(), "simulated time", required(0.02)},
    Field{"gravity", &RunSpec::gravity, "m/s²", at_least(0), "gravity, downwards"},
    Field{"sample_every", &RunSpec::sample_every, "s", positive(),
          "spacing of stored samples; impacts are always all stored",
          absent_means("a thousandth of run.duration", 2e-5)},
    Field{
        "stop_when_quiet", &RunSpec::stop_when_quiet, "", any(),
        "end once a full restitution window has passed without an impact, or the ball has left the beam for "
        "good"}};

template <>
inline constexpr auto fields_of<AnalysisSpec> =
    std::tuple{Field{"restitution_window", &AnalysisSpec::restitution_window, "s", positive(),
                     "time without impact over which the rebound velocity is averaged"},
               Field{"episode_gap", &AnalysisSpec::episode_gap, "s", at_least(0),
                     "longest pause between impacts of one episode",
                     absent_means("one wave transit along the body and back, or the whole run", 1e-4)}};

template <>
inline constexpr auto fields_of<Scene> =
    std::tuple{Field{"title", &Scene::title, "", any(), "what the run is called"},
               Field{"model", &Scene::subject, "", any(), "what moves, and where it starts", required(0)},
               Field{"impact", &Scene::impact, "", any(), "what happens at contact"},
               Field{"scheme", &Scene::scheme, "", any(), "how time advances"},
               Field{"run", &Scene::run, "", any(), "how long, and what is kept"},
               Field{"analysis", &Scene::analysis, "", any(), "how the numbers of the summary are taken"}};

template <>
inline constexpr auto checks_of<Scene> = std::array{
    Check<Scene>{"run.sample_every",
                 [](const Scene& scene, const Scene&) {
                     return !scene.run.sample_every || *scene.run.sample_every <= scene.run.duration;
                 },
                 "at most", "run.duration"},
    Check<Scene>{"run.sample_every",
                 [](const Scene& scene, const Scene&) {
                     return !scene.run.sample_every || *scene.run.sample_every >= 1e-9 * scene.run.duration;
                 },
                 "at least a billionth of", "run.duration", "more samples than a disk holds"},
    Check<Scene>{"impact.law", has_the_law_of_its_model,
                 "\"hertz\" if model.type is \"ball_on_beam\", and another law for any other model"}};

}  // namespace rebond
