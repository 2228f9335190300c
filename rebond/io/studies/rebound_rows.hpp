// Rebounds of balls from beams out of the rows of a study, as the fit of their law wants them.
#pragma once

#include "rebond/studies/case_store.hpp"
#include "rebond/studies/rebound/rebound_row.hpp"

#include <string>

namespace rebond {

// Throws InputError in the name of `study` if its scenes have no ball and beam.
ReboundRows rebound_rows(const CaseStore& store, const std::string& study);

// The same without rows: whether the study is of a ball on a beam, told before anything is run.
void require_ball_on_beam(const std::string& effective_base, const std::string& study);

}  // namespace rebond
