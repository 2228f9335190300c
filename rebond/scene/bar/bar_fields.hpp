// The keys of a dropped bar, named once, and which values go together.
#pragma once

#include "rebond/scene/field.hpp"

namespace rebond {

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
inline constexpr auto fields_of<Excitation> =
    std::tuple{Field{"mode", &Excitation::mode, "-", between(1, 10'000'000), "bending mode, 1 is the lowest"},
               Field{"energy_fraction", &Excitation::energy_fraction, "-", at_least(0),
                     "energy η of the vibration over the kinetic energy of the drop"},
               Field{"phase_deg", &Excitation::phase_deg, "°", phase_range(),
                     "phase; 0: only elastic energy, 90: only kinetic energy"}};

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
    "bar", "planar elastic bar with a hemispherical tip, dropped on a plane, smooth or rough"};

template <>
inline constexpr ModelWords words_of<BarScene> = {
    .gap = "height",
    .whose_gap = "height of the contact point above the obstacle",
    .whose_velocity = "normal velocity of the contact point"};

template <>
inline constexpr SubjectTraits traits_of<BarScene> = {.size_key = "model.segments", .is_dropped = true};

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
                    "less than", "model.segments", "n segments have n − 1 bending modes"}};

}  // namespace rebond
