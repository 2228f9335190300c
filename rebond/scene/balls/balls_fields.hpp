// The fields of scenes with balls, named once: a part of scene/fields.hpp.
#pragma once

#include "rebond/scene/balls/ball_checks.hpp"
#include "rebond/scene/field.hpp"

namespace rebond {

// ---------------------------------------------------------------------------------- balls

template <>
inline constexpr auto fields_of<Ball> = std::tuple{
    Field{"mass", &Ball::mass, "kg", positive(), "its mass", required(1.0)},
    Field{"radius", &Ball::radius, "m", positive(), "its radius", required(0.5)},
    Field{"position", &Ball::position, "m", any(), "centre [x, y] at the start", required("[0.0, 1.0]")},
    Field{"velocity", &Ball::velocity, "m/s", any(), "velocity [vx, vy] at the start",
          Absence{.example_toml = "[0.0, -1.0]"}}};

template <>
inline constexpr auto fields_of<BallsSpec> = std::tuple{
    Field{"floor", &BallsSpec::floor, "m", any(), "height of a horizontal floor below the balls",
          shown(absent_means("no floor", "0.0"))},
    Field{
        "touching", &BallsSpec::touching, "-", between(0, 1e-3),
        "gap or overlap at the start that counts as touching, as a part of the radii that meet; such a pair "
        "touches at that distance for the whole run"},
    Field{"ball", &BallsSpec::ball, "", any(), "the balls, one table each"}};

template <>
inline constexpr auto fields_of<BallsScene> =
    std::tuple{Field{"model", &BallsScene::model, "", any(), "what moves, and where it starts"}};

template <>
inline constexpr TypeName type_of<BallsScene> = {
    "balls", "rigid balls in the plane that collide, many at once, and fly on"};

template <>
inline constexpr ModelWords words_of<BallsScene> = {.point = "ball", .is_line = false};

template <>
inline constexpr SubjectDefaults defaults_of<BallsScene> = {.gravity = 0.0, .duration = 1.0};

template <>
inline constexpr auto checks_of<BallsScene> =
    std::array{Check<BallsScene>{"model.ball", has_balls, "tables [[model.ball]], one for each ball"},
               Check<BallsScene>{"model.ball", has_not_too_many_balls, "at most 128 balls", "",
                                 "every pair of them is a contact"},
               Check<BallsScene>{"impact.friction", are_smooth, "0", "", "the balls are frictionless"}};

// ---------------------------------------------------------------------------------- a ball on a beam

template <>
inline constexpr auto names_of<Support> = std::array{
    EnumeratorName{Support::pinned_pinned, "pinned_pinned", "both ends on hinges"},
    EnumeratorName{Support::clamped_free, "clamped_free", "the left end clamped, the right one free"},
    EnumeratorName{Support::free_free, "free_free", "no support"}};

template <>
inline constexpr auto fields_of<BallSpec> = std::tuple{
    Field{"mass", &BallSpec::mass, "kg", positive(), "mass M"},
    Field{"young", &BallSpec::young, "Pa", positive(), "Young's modulus E"},
    Field{"poisson_ratio", &BallSpec::poisson_ratio, "-", between(0, 0.5), "Poisson's ratio ν"},
    Field{"density", &BallSpec::density, "kg/m³", positive(), "density ρ, which makes its radius"}};

template <>
inline constexpr auto fields_of<BeamPiece> = std::tuple{
    Field{"length", &BeamPiece::length, "m", positive(), "its length"},
    Field{"width", &BeamPiece::width, "m", positive(), "width of the section"},
    Field{"height", &BeamPiece::height, "m", positive(), "height of the section, along the impact"}};

template <>
inline constexpr auto fields_of<ModalBeamSpec> = std::tuple{
    Field{"support", &ModalBeamSpec::support, "", any(), "how its ends are held"},
    Field{"modes", &ModalBeamSpec::modes, "-", between(1, 1000), "number of modes N, rigid ones included"},
    Field{"damping_ratio", &ModalBeamSpec::damping_ratio, "-", from_up_to(0, 1),
          "damping ratio ζ of every mode"},
    Field{"young", &ModalBeamSpec::young, "Pa", positive(), "Young's modulus E"},
    Field{"density", &ModalBeamSpec::density, "kg/m³", positive(), "density ρ"},
    Field{"poisson_ratio", &ModalBeamSpec::poisson_ratio, "-", between(0, 0.5), "Poisson's ratio ν"},
    Field{"section", &ModalBeamSpec::section, "", any(), "its pieces from the left, one table each"}};

template <>
inline constexpr auto fields_of<BallOnBeamSpec> =
    std::tuple{Field{"location", &BallOnBeamSpec::location, "m", at_least(0),
                     "where the ball meets the beam: b from its left or clamped end"},
               Field{"ball", &BallOnBeamSpec::ball, "", any(), "the ball"},
               Field{"beam", &BallOnBeamSpec::beam, "", any(), "the beam"}};

template <>
inline constexpr auto fields_of<BallOnBeamInitial> = std::tuple{Field{
    "velocity", &BallOnBeamInitial::velocity, "m/s", below(0), "of the ball, negative towards the beam"}};

template <>
inline constexpr auto fields_of<BallOnBeamScene> =
    std::tuple{Field{"model", &BallOnBeamScene::model, "", any(), "what moves"},
               Field{"initial", &BallOnBeamScene::initial, "", any(), "how it starts: the ball touches"}};

template <>
inline constexpr TypeName type_of<BallOnBeamScene> = {
    "ball_on_beam", "ball that meets a beam, uniform or stepped, in its modes, with a Hertz contact"};

template <>
inline constexpr ModelWords words_of<BallOnBeamScene> = {
    .whose_gap = "gap between ball and beam", .whose_velocity = "normal velocity between ball and beam"};

template <>
inline constexpr SubjectDefaults defaults_of<BallOnBeamScene> = {
    .gravity = 0.0, .law = Law::hertz, .duration = 0.05};

template <>
inline constexpr auto checks_of<BallOnBeamScene> = std::array{
    Check<BallOnBeamScene>{"model.beam.section", has_sections, "at least one table [[model.beam.section]]"},
    Check<BallOnBeamScene>{"model.location", is_on_the_beam,
                           "at most the length of the beam, the sum of its sections"},
    Check<BallOnBeamScene>{"model.location", meets_some_motion, "a place where the beam can move", "",
                           "the beam is held there"},
    Check<BallOnBeamScene>{"run.gravity", is_weightless, "0", "",
                           "an impact is over long before weight matters"},
    Check<BallOnBeamScene>{"impact.friction", is_met_squarely, "0", "", "the ball falls straight"},
    Check<BallOnBeamScene>{"impact.restitution", keeps_what_it_has, "1", "",
                           "a Hertz contact gives back what it takes"}};

}  // namespace rebond
