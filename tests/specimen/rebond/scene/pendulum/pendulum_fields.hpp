// The keys of a pendulum, named once, and which values go together.
#pragma once

#include "rebond/scene/field.hpp"

namespace rebond {

template <>
inline constexpr auto fields_of<PendulumSpec> =
    std::tuple{Field{"length", &PendulumSpec::length, "m", positive(), "length l of the rod"},
               Field{"mass", &PendulumSpec::mass, "kg", positive(), "mass m of the bob"}};

template <>
inline constexpr auto fields_of<PendulumInitial> = std::tuple{
    Field{"angle_deg", &PendulumInitial::angle_deg, "°", from_up_to(0, 90), "angle θ from the vertical"},
    Field{"speed", &PendulumInitial::speed, "m/s", any(), "speed of the bob, away from the wall"}};

template <>
inline constexpr auto fields_of<PendulumScene> =
    std::tuple{Field{"model", &PendulumScene::model, "", any(), "what moves"},
               Field{"initial", &PendulumScene::initial, "", any(), "where it starts"}};

template <>
inline constexpr TypeName type_of<PendulumScene> = {"pendulum",
                                                    "bob on a rod that hits a wall as it hangs down"};

template <>
inline constexpr ModelWords words_of<PendulumScene> = {.whose_gap = "distance between bob and wall"};

template <>
inline constexpr SubjectDefaults defaults_of<PendulumScene> = {.restitution = 0.8, .duration = 2.0};

template <>
inline constexpr SubjectTraits traits_of<PendulumScene> = {.called = "swing"};

template <>
inline constexpr auto checks_of<PendulumScene> = std::array{Check<PendulumScene>{
    "run.gravity", [](const Scene& scene, const PendulumScene&) { return scene.run.gravity > 0.0; },
    "more than 0", "", "weight moves a pendulum"}};

}  // namespace rebond
