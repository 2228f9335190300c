// The names and keys of the schemes, named once.
//
// A scheme has a type_of, its fields_of, and a row in names_of for each enumerator.
#pragma once

#include "rebond/scene/field.hpp"

namespace rebond {

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
    "moreau_jean_conserving", "Moreau–Jean scheme that returns the energy lost in contacts to chosen masses"};

template <>
inline constexpr auto fields_of<MoreauJeanConserving> = std::tuple_cat(
    fields_of<MoreauJean>, std::tuple{Field{"corrected", &MoreauJeanConserving::corrected, "-", at_least(0),
                                            "coordinates that get the energy back, counted from 0",
                                            absent_means("all that no contact touches", "[0]")}});

template <>
inline constexpr TypeName type_of<LagrangeNewmark> = {
    "lagrange_newmark",
    "implicit Newmark with position multipliers, as printed: contacts chatter, and energy is created"};

template <>
inline constexpr auto fields_of<LagrangeNewmark> =
    std::tuple{Field{"step", &LagrangeNewmark::step, "s", positive(), "time step Δt", required(1e-7)}};

}  // namespace rebond
