// A line on a terminal for a check that takes longer than a moment and has no progress to show.
#pragma once

namespace rebond::cli {

// Two seconds into its life it says that the check goes on; a signal wakes it.
class StillChecking {
public:
    // Says nothing unless `is_shown`.
    explicit StillChecking(bool is_shown);
    ~StillChecking();
    StillChecking(const StillChecking&) = delete;
    StillChecking& operator=(const StillChecking&) = delete;
};

}  // namespace rebond::cli
