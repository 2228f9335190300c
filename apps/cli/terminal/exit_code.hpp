// What the exit code of the program says, and how a command comes to one.
#pragma once

#include <functional>

namespace rebond::cli {

enum ExitCode {
    done = 0,
    bad_input = 2,
    numbers_refused = 3,
    file_trouble = 4,
    interrupted = 130,
};

// Of a command that returns one or throws: then the message is on standard error. What it printed is out.
int exit_code_of(const std::function<int()>& command);

}  // namespace rebond::cli
