// The law of rebounds fitted to a study: swept first, unless it is.
#pragma once

#include "apps/cli/terminal/fit_text.hpp"
#include "rebond/io/files/output_folder.hpp"
#include "rebond/studies/sweep.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace rebond::cli {

struct FitSweep {
    std::unique_ptr<CaseStore> store = {};
    SweepState state = {};                   // of the sweep, if one was needed
    std::optional<FittedStudy> fitted = {};  // none if the sweep was interrupted
};

// A study that has been swept: its database, or the folder of it. Nothing for the file of a study.
std::optional<std::string> swept_database(const std::string& study);

// `study` is its file, or what a sweep of it wrote. Rows go to the folder, or are not kept without one.
FitSweep fit_study(const std::string& study, unsigned threads, const OutputFolder* folder,
                   const TellProgress& tell, const std::atomic<bool>& interrupt);

}  // namespace rebond::cli
