// Files that are complete or absent.
//
// A file is written under a temporary name beside its own, forced to the disk and renamed, so a
// reader never sees half of it and a failure leaves what was there before. Every failure is a
// FileError that names the path and the reason.
#pragma once

#include <string>
#include <string_view>

namespace rebond {

// A file that somebody is writing at temporary() and that becomes path() at commit(). Destroyed
// before that, it removes the temporary file.
class FileInProgress {
public:
    // Creates the temporary file, empty. A symbolic link is followed: its target is replaced.
    explicit FileInProgress(const std::string& path);
    ~FileInProgress();
    FileInProgress(const FileInProgress&) = delete;
    FileInProgress& operator=(const FileInProgress&) = delete;

    const std::string& path() const { return path_; }
    const std::string& temporary() const { return temporary_; }

    // To the disk, then to its name. The writer has closed the file.
    void commit();

private:
    std::string path_;
    std::string temporary_;
    bool committed_ = false;
};

// Writes `text` whole or not at all. A device or a pipe has no whole and is simply written to.
void write_whole_file(const std::string& path, std::string_view text);

// Removes a file, or a link to one, if it is there.
void remove_file(const std::string& path);

// Removes the temporary files in `directory` whose process, of this machine, no longer exists: what runs that
// were killed have left. It is not an error if there are none, or if they cannot be removed.
void remove_orphans(const std::string& directory);

// Makes a directory and its parents where they are missing.
void make_directory(const std::string& path);

}  // namespace rebond
