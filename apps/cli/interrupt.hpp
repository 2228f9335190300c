// Ctrl-C asks a run to stop at its next step; a second one, half a second later or more, ends the program
// at once.
#pragma once

#include <atomic>

namespace rebond::cli {

// Installs the handlers for SIGINT and SIGTERM; true in the flag once one of them came.
const std::atomic<bool>& watch_for_interrupt();

}  // namespace rebond::cli
