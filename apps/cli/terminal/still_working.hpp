// A line on a terminal for work that takes longer than a moment and has no progress to show yet.
#pragma once

namespace rebond::cli {

// Two seconds into its life it says that work goes on, and every ten seconds from then on for how long; a
// signal wakes it. One at a time.
class StillWorking {
public:
    // Says nothing unless `is_shown`.
    explicit StillWorking(bool is_shown);
    ~StillWorking() { fall_silent(); }
    StillWorking(const StillWorking&) = delete;
    StillWorking& operator=(const StillWorking&) = delete;

    // There is progress to show.
    static void fall_silent();
};

}  // namespace rebond::cli
