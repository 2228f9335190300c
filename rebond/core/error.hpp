// What can go wrong before any number is computed.
//
// Numerical failure is not an exception but a Status in the outcome (integration/outcome.hpp).
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rebond {

// The user's input is wrong. The text is complete: where, what, what was expected.
class InputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// A file could not be read or written.
class FileError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// A model or a gap that somebody brought cannot go on, as when the user interrupts it: the run ends here.
class RunStopped : public std::exception {
public:
    const char* what() const noexcept override { return "the run was stopped"; }
};

// A caller broke a precondition: a bug, not an input.
inline void require(bool condition, std::string_view what)
{
    if (!condition) throw std::logic_error(std::string(what));
}

}  // namespace rebond
