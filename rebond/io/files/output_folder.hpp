// The folder a command writes into: claimed by one process at a time, and safe for files of the user.
//
// The file `.rebond` in the folder lists what rebond wrote there, a line for each file:
//
//     SIZE EVIDENCE NAME
//
// The evidence is the fingerprint of the bytes or, of a file above 16 MB, '@' and the time of its last change
// [ns]. A file that agrees with none of its lines is not ours: rebond did not write it, or somebody has
// changed it since. It is neither replaced nor removed, unless that is forced. A line goes to the list before
// its file gets its name, so a process killed at any moment leaves no file of ours without a line.
//
// Databases of studies are not listed: they grow, and say themselves what they are.
#pragma once

#include "rebond/io/files/file_lock.hpp"
#include "rebond/io/files/temporary_path.hpp"
#include "rebond/io/files/whole_file.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

class OutputFolder {
public:
    // Makes the folder if it is missing, and removes what killed processes have left in it. Throws FileError
    // if another process writes into it. With `is_forced` files that are not ours may be replaced.
    explicit OutputFolder(const std::string& path, bool is_forced = false);

    // A folder that was made and got no files goes again.
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    const std::string& path() const { return path_; }

    // The path of a file in the folder. Names may have folders of their own in front.
    std::string operator/(const std::string& name) const;

    // Throws the FileError of those names that belong to files that are not ours, unless forced, or to
    // folders.
    void require_replaceable(const std::vector<std::string>& names) const;

    // Writes a file whole, or puts one that is written in its place; throws as require_replaceable.
    void write(const std::string& name, std::string_view text);
    void commit(FileInProgress& file, const std::string& name);

    // Removes a file that is ours, if it is there.
    void remove(const std::string& name);

private:
    struct Mark {
        std::uintmax_t size = 0;
        std::string evidence;
        bool operator==(const Mark&) const = default;
    };

    static std::optional<Mark> mark_of(const std::string& path);
    std::string list_path() const;
    void read_list();
    void write_list() const;
    bool is_ours(const std::string& name) const;

    std::string path_;
    bool is_forced_;
    std::vector<TemporaryPath> made_;  // folders, outer ones first
    std::optional<FileLock> lock_;
    std::map<std::string, std::vector<Mark>> marks_;  // by name
    bool has_outdated_lines_ = false;                 // in the list
};

}  // namespace rebond
