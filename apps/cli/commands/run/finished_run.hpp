// A prepared scene run to its end, with its files if they are wanted.
#pragma once

#include "apps/cli/commands/prepare.hpp"
#include "rebond/analysis/summary.hpp"
#include "rebond/io/files/output_folder.hpp"

#include <string>
#include <vector>

namespace rebond::cli {

struct FinishedRun {
    Summary summary = {};
    Outcome outcome = {};
    std::vector<std::string> files = {};  // written in the folder
    std::string undrawn = {};             // why there are no plots
};

// Without a folder no files are written. Throws FileError before the run starts if one of them would replace
// a file that is not ours. Tells nothing on the way if `is_quiet`.
FinishedRun finish_run(const Prepared& prepared, OutputFolder* folder, bool is_quiet);

}  // namespace rebond::cli
