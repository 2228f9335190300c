// A study's rows as comma-separated values, numbers to the last bit, nothing where there is no value.
#pragma once

#include "rebond/io/files/output_folder.hpp"
#include "rebond/studies/case_store.hpp"

namespace rebond {

// As study.csv, whole or not at all; row by row, however many there are.
void write_study_csv(OutputFolder& folder, const CaseStore& store);

// What a study observed, as points.csv.
void write_points_csv(OutputFolder& folder, const CaseStore& store);

}  // namespace rebond
