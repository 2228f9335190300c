// A study's progress on a terminal: cases, pace, failures, how long still.
#pragma once

#include "apps/cli/terminal/progress_bar.hpp"
#include "rebond/studies/sweep.hpp"

namespace rebond::cli {

class SweepProgress {
public:
    // Shows nothing unless `is_shown`.
    explicit SweepProgress(bool is_shown) : bar_(is_shown) {}

    void tell(const SweepState& state);

    // Leaves a clean line for what is printed next.
    void wipe() { bar_.wipe(); }

private:
    ProgressBar bar_;
};

}  // namespace rebond::cli
