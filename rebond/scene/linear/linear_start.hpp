// Linear scenes that start on a motion: at any of its states, with loads and stops where they are then.
#pragma once

#include "rebond/scene/linear/linear_scene.hpp"

namespace rebond {

// Starts at the state, and counts time from there.
void start_at(LinearScene& subject, const State& state);

// Any problem with a linear body as a linear scene, written by its matrices. Its impact laws are those of its
// contacts.
[[nodiscard]] LinearScene linear_scene_of(const Problem& problem);

}  // namespace rebond
