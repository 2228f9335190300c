// A claim on a folder: while it lives, no other process of this program works there.
#pragma once

#include "rebond/io/files/temporary_path.hpp"

#include <optional>
#include <string>

namespace rebond {

class FileLock {
public:
    // By the file `path`, which is made for it. Throws FileError if another process holds it or it cannot be
    // made.
    explicit FileLock(const std::string& path);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    int descriptor_ = -1;
    std::optional<TemporaryPath> name_;
};

}  // namespace rebond
