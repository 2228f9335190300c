// What moves, and where it starts: one alternative per model, the one list of them.
//
// A model has a folder here. <model>_scene.hpp holds what a scene file says of it and declares what it
// answers:
//
//     std::shared_ptr<const Model> build_model(const BarScene& subject, const Scene& scene);
//     Problem build_problem(const BarScene& subject, const Scene& scene);
//     double memory_of(const BarScene& subject);
//
// <model>_fields.hpp names its keys and says what others need to know of it (SubjectTraits),
// <model>_scene.cpp answers. build.hpp and advice/resources.hpp ask the alternative that a scene holds;
// nobody outside the folder of a model asks which one that is.
#pragma once

#include "rebond/scene/ball_on_beam/ball_on_beam_scene.hpp"
#include "rebond/scene/balls/balls_scene.hpp"
#include "rebond/scene/bar/bar_scene.hpp"
#include "rebond/scene/chain/chain_scene.hpp"
#include "rebond/scene/frame/frame_scene.hpp"
#include "rebond/scene/linear/linear_scene.hpp"
#include "rebond/scene/rod/rod_scene.hpp"

#include <variant>

namespace rebond {

// In the order of the manual.
using Subject =
    std::variant<BarScene, ChainScene, LinearScene, FrameScene, BallsScene, RodScene, BallOnBeamScene>;

}  // namespace rebond
