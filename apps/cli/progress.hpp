// A progress bar on a terminal, for runs longer than a moment: how far, how fast, how long still.
#pragma once

#include "rebond/integration/recorder.hpp"

#include <chrono>

namespace rebond::cli {

class Progress final : public Recorder {
public:
    // Shows nothing unless `is_shown`.
    Progress(double duration, bool is_shown);
    ~Progress() override { wipe(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void step(const Instant& now) override;
    void impact(const Impact& impact) override;

    // Leaves a clean line for what is printed next.
    void wipe();

private:
    using Clock = std::chrono::steady_clock;

    void draw(double t, Clock::time_point now);

    double duration_;  // [s]
    bool is_shown_;
    bool is_drawn_ = false;
    long steps_ = 0;
    long impacts_ = 0;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_;
};

// Whether standard error is a terminal somebody watches.
bool is_watched();

}  // namespace rebond::cli
