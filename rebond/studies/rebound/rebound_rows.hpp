// Rebounds of balls from beams out of the rows of a study, as the fit of their law needs them.
#pragma once

#include "rebond/scene/scene.hpp"
#include "rebond/studies/case_store.hpp"
#include "rebond/studies/rebound/rebound_fit.hpp"
#include "rebond/studies/rebound/rebound_row.hpp"

#include <functional>
#include <string>
#include <vector>

namespace rebond {

// The scene of a case, from its values along the axes. Called by one thread at a time.
using SceneOfCase = std::function<Scene(const std::vector<Value>& values)>;

// Throws InputError in the name of `study` if the scene has no ball and beam.
void require_ball_on_beam(const Scene& base, const std::string& study);

// Of the cases that ended with a rebound. All scenes have a ball and a beam.
ReboundRows rebound_rows(const CaseStore& store, const SceneOfCase& scene_of);

// The law fitted to them.
ReboundFit fit_rows(const ReboundRows& rows);

}  // namespace rebond
