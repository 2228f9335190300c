// The keys of a chain, named once, and which values go together.
#pragma once

#include "rebond/scene/field.hpp"

namespace rebond {

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
inline constexpr SubjectTraits traits_of<ChainScene> = {.size_key = "model.springs", .is_dropped = true};

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
                      "", "the chain moves along the normal alone: nothing slides"}};

}  // namespace rebond
