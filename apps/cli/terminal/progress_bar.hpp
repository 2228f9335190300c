// A bar on standard error that fills in place, for what takes longer than a moment.
#pragma once

#include <chrono>
#include <string_view>

namespace rebond::cli {

class ProgressBar {
public:
    // Shows nothing unless `is_shown`.
    explicit ProgressBar(bool is_shown);
    ~ProgressBar() { wipe(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    bool is_shown() const { return is_shown_; }

    // Whether a moment has passed since the start, and since it was drawn last.
    bool is_due() const { return is_shown_ && Clock::now() >= next_; }

    double elapsed() const;  // [s]

    // Filled to that part, with a text beside it.
    void draw(double fraction, std::string_view text);

    // Leaves a clean line for what is printed next.
    void wipe();

private:
    using Clock = std::chrono::steady_clock;

    bool is_shown_;
    bool is_drawn_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_;
};

// Whether standard error is a terminal somebody watches.
bool is_watched();

}  // namespace rebond::cli
