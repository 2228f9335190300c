// Files and folders that go when the work they are for ends, also when a signal ends the program.
//
// A signal handler can reach nothing but globals, so the paths are kept in one table of fixed size. A path
// that finds no room in it goes with its owner, and stays if a signal ends the program.
#pragma once

#include <string>

namespace rebond {

class TemporaryPath {
public:
    // A folder goes only if it is empty.
    enum class Kind { file, folder };

    TemporaryPath(std::string path, Kind kind);
    ~TemporaryPath();
    TemporaryPath(TemporaryPath&& other) noexcept;
    TemporaryPath& operator=(TemporaryPath&&) = delete;

    const std::string& path() const { return path_; }

    // It stays.
    void keep();

private:
    std::string path_;
    Kind kind_;
    int place_;  // in the table; −1: none
    bool is_kept_ = false;
};

// Removes all of them, for a signal handler after which the program ends.
void remove_temporary_paths() noexcept;

}  // namespace rebond
