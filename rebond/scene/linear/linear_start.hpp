// Linear scenes that start on a motion: at any of its states, with loads and stops where they are then.
#pragma once

#include "rebond/scene/linear/linear_scene.hpp"
#include "rebond/scene/periodic_load.hpp"

#include <vector>

namespace rebond {

// Harmonic loads, then stops that move, in the order of the scene, which must outlive them.
[[nodiscard]] std::vector<PeriodicLoad> periodic_loads(LinearScene& subject);

// Starts at the state, and counts time from there.
void start_at(LinearScene& subject, const State& state);

// Any problem with a linear body as a linear scene, written by its matrices. Its impact laws are those of its
// contacts.
[[nodiscard]] LinearScene linear_scene_of(const Problem& problem);

}  // namespace rebond
