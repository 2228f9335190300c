// Relations between the values of scenes with balls, by name; scene/fields.hpp says what is told if one
// fails.
#pragma once

#include "rebond/scene/scene.hpp"

namespace rebond {

// ---------------------------------------------------------------- balls in the plane

inline constexpr std::size_t most_balls = 128;

inline bool has_balls(const Scene&, const BallsScene& balls)
{
    return !balls.model.ball.empty();
}

inline bool has_not_too_many_balls(const Scene&, const BallsScene& balls)
{
    return balls.model.ball.size() <= most_balls;
}

inline bool are_smooth(const Scene& scene, const BallsScene&)
{
    return scene.impact.friction == 0.0;
}

// ---------------------------------------------------------------- a ball on a beam

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

}  // namespace rebond
