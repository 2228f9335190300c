// A run's progress on a terminal: how far, how fast, how long still.
#pragma once

#include "apps/cli/terminal/looks.hpp"
#include "apps/cli/terminal/progress_bar.hpp"
#include "rebond/integration/recorder.hpp"

namespace rebond::cli {

class Progress final : public Recorder {
public:
    // Shows nothing unless `is_shown`.
    Progress(double duration, bool is_shown) : duration_(duration), bar_(is_shown) {}
    ~Progress() override { wipe(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void step(const Instant& now) override;
    void impact(const Impact& /*impact*/) override { ++impacts_; }

    // Leaves a clean line for what is printed next.
    void wipe() { bar_.wipe(); }

private:
    double duration_;  // [s]
    ProgressBar bar_;
    Looks looks_;
    long impacts_ = 0;
};

}  // namespace rebond::cli
