// What decides the rows of a study, as a number: every key of its base, also those that only some of its
// schemes know; its axes; and the contents of the matrix files they name. What the base has at a key that
// varies does not matter, nor do title, order, spaces and comments.
#pragma once

#include "rebond/io/scene/varied_scene.hpp"
#include "rebond/studies/design/design.hpp"

#include <cstdint>

namespace rebond {

// Whether every matrix file that the study names is there.
bool has_every_file(const VariedScene& base, const Design& design);

std::uint64_t study_fingerprint(const VariedScene& base, const Design& design);

}  // namespace rebond
