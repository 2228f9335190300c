// Files that are complete or absent.
//
// A file is written under a temporary name beside its own, forced to the disk and renamed, so a
// reader never sees half of it and a failure leaves what was there before. Every failure is a
// FileError that names the path and the reason.
#pragma once

#include "rebond/io/files/temporary_path.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rebond {

// A file that somebody is writing at temporary() and that becomes path() at commit(). Destroyed
// before that, it removes the temporary file.
class FileInProgress {
public:
    // Creates the temporary file, empty. A symbolic link is followed: its target is replaced.
    explicit FileInProgress(const std::string& path);

    const std::string& path() const { return path_; }
    const std::string& temporary() const { return temporary_.path(); }

    // Writes the text, which is all of the file.
    void write(std::string_view text) const;

    // To the disk, then to its name. The writer has closed the file.
    void commit();

private:
    std::string path_;
    TemporaryPath temporary_;
};

// Writes `text` whole or not at all. A device or a pipe has no whole and is simply written to.
void write_whole_file(const std::string& path, std::string_view text);

// Removes a file, or a link to one, if it is there.
void remove_file(const std::string& path);

// Removes the temporary files in `directory` of other processes of this machine: what runs that were killed
// have left, where the caller alone may write. It is not an error if there are none, or if they cannot be
// removed.
void remove_orphans(const std::string& directory);

// Makes a directory and its parents where they are missing. Returns those it made, outer ones first.
std::vector<std::string> make_directory(const std::string& path);

}  // namespace rebond
