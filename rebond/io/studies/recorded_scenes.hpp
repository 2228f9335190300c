// The scenes of a study's cases, from what its store has recorded: the study file may be gone.
#pragma once

#include "rebond/studies/case_store.hpp"
#include "rebond/studies/rebound/rebound_rows.hpp"

#include <string>

namespace rebond {

// A case with all defaults. Throws InputError in the name of `study`.
Scene recorded_base(const StudyRecord& record, const std::string& study);

// Every case. What it returns throws InputError in the name of `study`.
SceneOfCase recorded_scenes(const StudyRecord& record, const std::string& study);

}  // namespace rebond
