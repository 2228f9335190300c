// The keys of a rod, named once, and which values go together.
#pragma once

#include "rebond/scene/field.hpp"

namespace rebond {

template <>
inline constexpr auto fields_of<RodSpec> =
    std::tuple{Field{"mass", &RodSpec::mass, "kg", positive(), "its mass"},
               Field{"length", &RodSpec::length, "m", positive(), "length l between the centres of its ends"},
               Field{"tip_radius", &RodSpec::tip_radius, "m", at_least(0), "radius ρ of its round ends"}};

template <>
inline constexpr auto fields_of<RodInitial> = std::tuple{
    Field{"tip", &RodInitial::tip, "m", any(), "place [x, y] of the lower end; it touches at y = ρ"},
    Field{"angle_deg", &RodInitial::angle_deg, "°", between(0, 180), "angle of the rod with the ground"},
    Field{"velocity", &RodInitial::velocity, "m/s", any(),
          "velocity [vx, vy] of the centre, upwards positive"},
    Field{"spin", &RodInitial::spin, "rad/s", any(), "angular velocity, counter-clockwise"}};

template <>
inline constexpr auto fields_of<RodScene> =
    std::tuple{Field{"model", &RodScene::model, "", any(), "what moves"},
               Field{"initial", &RodScene::initial, "", any(), "where it starts"}};

template <>
inline constexpr TypeName type_of<RodScene> = {
    "rod", "rigid rod in the plane whose ends may touch the ground, for impacts with friction"};

template <>
inline constexpr ModelWords words_of<RodScene> = {.gap = "height", .is_line = false};

template <>
inline constexpr SubjectDefaults defaults_of<RodScene> = {.duration = 0.1, .example_step = 1e-4};

template <>
inline constexpr auto checks_of<RodScene> = std::array{Check<RodScene>{
    "initial.tip",
    [](const Scene&, const RodScene& rod) { return rod.initial.tip[1] >= rod.model.tip_radius; },
    "a height of at least", "model.tip_radius", "the rod starts above the ground"}};

}  // namespace rebond
