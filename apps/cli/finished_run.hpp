// A prepared scene run to its end, with its files if they are wanted.
#pragma once

#include "apps/cli/prepare.hpp"
#include "rebond/integration/outcome.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rebond::cli {

struct FinishedRun {
    nlohmann::ordered_json summary = {};
    Outcome outcome = {};
    std::vector<std::string> files = {};  // written in the folder
    std::string undrawn = {};             // why there are no plots
};

// `out` is a folder; empty: no files. Shows progress if `is_shown`.
FinishedRun finish_run(const Prepared& prepared, const std::string& out, bool is_shown);

}  // namespace rebond::cli
