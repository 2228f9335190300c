// A study's progress on a terminal: cases, pace, failures, how long still.
#pragma once

#include "rebond/io/study_sweep.hpp"

#include <chrono>

namespace rebond::cli {

class SweepProgress {
public:
    // Shows nothing unless `is_shown`.
    explicit SweepProgress(bool is_shown);
    ~SweepProgress() { wipe(); }
    SweepProgress(const SweepProgress&) = delete;
    SweepProgress& operator=(const SweepProgress&) = delete;

    void tell(const SweepState& state);

    // Leaves a clean line for what is printed next.
    void wipe();

private:
    using Clock = std::chrono::steady_clock;

    bool is_shown_;
    bool is_drawn_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_;
};

}  // namespace rebond::cli
