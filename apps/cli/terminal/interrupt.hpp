// What Ctrl-C (SIGINT), SIGTERM and SIGHUP do.
//
// As long as there is nothing to keep they end the program at once, with exit code 130. While a KeptWork
// lives they set a flag, and the work stops at its next step. A second signal, half a second later or more,
// ends the program at once. Files that are not finished go with it.
#pragma once

#include <atomic>

namespace rebond::cli {

// Installs the handlers. True in the flag once a signal asked work that is kept to stop.
const std::atomic<bool>& watch_for_interrupt();

// Whether more time has passed since that signal than a user should wait.
bool is_overdue();

// Something that is worth more than stopping at once. One at a time.
class KeptWork {
public:
    // Work that survives its process, as a study does, is ended when it is overdue; other work is waited for.
    enum class Waiting { until_overdue, until_stopped };

    explicit KeptWork(Waiting waiting);
    ~KeptWork();
    KeptWork(const KeptWork&) = delete;
    KeptWork& operator=(const KeptWork&) = delete;
};

}  // namespace rebond::cli
