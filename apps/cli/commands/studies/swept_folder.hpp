// The folder that a study is swept into.
#pragma once

#include "rebond/io/files/output_folder.hpp"
#include "rebond/studies/case_store.hpp"
#include "rebond/studies/study.hpp"

#include <string>
#include <vector>

namespace rebond::cli {

inline constexpr const char* swept_rows = "study.db";

// A study in the folder goes on, makes room or is in the way.
void prepare_swept_folder(OutputFolder& folder, bool resume, bool is_forced);

// Table, plot and page of a study that is finished; the names of its files.
std::vector<std::string> write_swept_tables(OutputFolder& folder, const Study& study, const CaseStore& store);

}  // namespace rebond::cli
