// The keys of a ball on a beam, named once, and which values go together.
#pragma once

#include "rebond/scene/field.hpp"

namespace rebond {

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
    Field{"support", &ModalBeamSpec::support, "", any(), "how its ends are supported"},
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
                     "where the ball hits the beam: b from its left or clamped end"},
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
    "ball_on_beam", "ball that hits a beam, uniform or stepped, in its modes, with a Hertz contact"};

template <>
inline constexpr ModelWords words_of<BallOnBeamScene> = {
    .whose_gap = "gap between ball and beam", .whose_velocity = "normal velocity between ball and beam"};

template <>
inline constexpr SubjectDefaults defaults_of<BallOnBeamScene> = {
    .gravity = 0.0, .law = Law::hertz, .duration = 0.05};

template <>
inline constexpr SubjectTraits traits_of<BallOnBeamScene> = {.called = "ball on a beam",
                                                             .size_key = "model.beam.modes"};

inline double length_of(const ModalBeamSpec& beam)
{
    double length = 0.0;
    for (const BeamPiece& piece : beam.section) length += piece.length;
    return length;
}

inline bool has_sections(const Scene&, const BallOnBeamScene& scene)
{
    return !scene.model.beam.section.empty();
}

inline bool is_on_the_beam(const Scene&, const BallOnBeamScene& scene)
{
    return scene.model.beam.section.empty() || scene.model.location <= length_of(scene.model.beam);
}

// The ends of a pinned beam and a clamped one do not move.
inline bool meets_some_motion(const Scene&, const BallOnBeamScene& scene)
{
    const double b = scene.model.location;
    if (b > length_of(scene.model.beam)) return true;
    switch (scene.model.beam.support) {
        case Support::pinned_pinned:
            return b > 0.0 && b < length_of(scene.model.beam);
        case Support::clamped_free:
            return b > 0.0;
        case Support::free_free:
            return true;
    }
    return true;
}

inline bool is_weightless(const Scene& scene, const BallOnBeamScene&)
{
    return scene.run.gravity == 0.0;
}

inline bool is_met_squarely(const Scene& scene, const BallOnBeamScene&)
{
    return scene.impact.friction == 0.0;
}

inline bool keeps_what_it_has(const Scene& scene, const BallOnBeamScene&)
{
    return scene.impact.restitution == 1.0;
}

template <>
inline constexpr auto checks_of<BallOnBeamScene> = std::array{
    Check<BallOnBeamScene>{"model.beam.section", has_sections, "at least one table [[model.beam.section]]"},
    Check<BallOnBeamScene>{"model.location", is_on_the_beam,
                           "at most the length of the beam, the sum of its sections"},
    Check<BallOnBeamScene>{"model.location", meets_some_motion, "a place where the beam can move", "",
                           "not a support"},
    Check<BallOnBeamScene>{"run.gravity", is_weightless, "0", "",
                           "an impact is over long before weight matters"},
    Check<BallOnBeamScene>{"impact.friction", is_met_squarely, "0", "", "the ball falls straight"},
    Check<BallOnBeamScene>{"impact.restitution", keeps_what_it_has, "1", "",
                           "a Hertz contact loses no energy"}};

}  // namespace rebond
