// Contacts and start of balls from where they are, and the ball on a beam.
//
// Balls that overlap, and values that leave no finite model, are an Unbuildable that names them.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/scene/scene.hpp"

#include <memory>
#include <vector>

namespace rebond {

// Every pair of balls in order, then every ball with the floor, if there is one. Those that touch at the
// start but for `touching` have a gap of zero there.
std::vector<Contact> build_contacts(const BallsSpec& spec, const ImpactLaw& law);

State start_of(const std::vector<Ball>& balls);

std::shared_ptr<const BallOnBeam> build_ball_on_beam(const BallOnBeamSpec& spec);

// z − Σ φ_i(b) a_i: minus the indentation.
Gap gap_above_beam(const BallOnBeam& model);

}  // namespace rebond
