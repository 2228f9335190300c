#include "rebond/io/files/output_folder.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/files/system_reason.hpp"
#include "rebond/io/files/text_file.hpp"
#include "rebond/studies/fingerprint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace rebond {
namespace {

constexpr std::uintmax_t large_file = 16'000'000;     // bytes: known by its time
constexpr std::uintmax_t largest_list = 100'000'000;  // bytes
constexpr const char* list_name = ".rebond";
constexpr const char* lock_name = ".rebond.lock";

bool is_link(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::is_symlink(path, ignored);
}

// A link to one is not.
bool is_folder(const std::string& path)
{
    std::error_code ignored;
    return !is_link(path) && std::filesystem::is_directory(path, ignored);
}

// Throws FileError.
void append_line(const std::string& path, const std::string& line)
{
    const int list = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    const bool is_written =
        list >= 0 && ::write(list, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    const int reason = errno;
    if (list >= 0) ::close(list);
    if (!is_written) throw FileError(fmt::format("{}: cannot write: {}", path, system_reason(reason)));
}

}  // namespace

OutputFolder::OutputFolder(const std::string& path, bool is_forced) : path_(path), is_forced_(is_forced)
{
    const std::vector<std::string> made = make_directory(path);
    made_.reserve(made.size());
    for (const std::string& folder : made) made_.emplace_back(folder, TemporaryPath::Kind::folder);
    lock_.emplace(*this / lock_name);
    remove_orphans(path);
    read_list();
}

OutputFolder::~OutputFolder()
{
    try {
        if (has_outdated_lines_) write_list();
    } catch (const FileError&) {
        // The list stays as it was, which has all that this one has.
    }
    lock_.reset();
    while (!made_.empty()) made_.pop_back();  // inner folders first
}

std::string OutputFolder::operator/(const std::string& name) const
{
    return (std::filesystem::path(path_) / name).string();
}

void OutputFolder::require_replaceable(const std::vector<std::string>& names) const
{
    std::string text;
    for (const std::string& name : names)
        if (is_folder(*this / name))
            throw FileError(
                fmt::format("{}: error: a folder has the name of a file that rebond would write\n"
                            "move the folder, or choose another one for the results",
                            *this / name));
    for (const std::string& name : names)
        if (is_forced_ && is_link(*this / name))
            remove_file(*this / name);  // the link: what it points to is elsewhere
        else if (!is_forced_ && !is_ours(name))
            text += fmt::format("{}{}: error: rebond did not write this file, or it was changed since",
                                text.empty() ? "" : "\n", *this / name);
    if (!text.empty())
        throw FileError(text + "\nmove the file, choose another folder, or replace it with --force");
}

void OutputFolder::write(const std::string& name, std::string_view text)
{
    const std::filesystem::path inner = std::filesystem::path(name).parent_path();
    if (!inner.empty()) make_directory(*this / inner.string());
    FileInProgress file(*this / name);
    file.write(text);
    commit(file, name);
}

void OutputFolder::commit(FileInProgress& file, const std::string& name)
{
    require_replaceable({name});
    const std::optional<Mark> mark = mark_of(file.temporary());
    if (!mark) throw FileError(fmt::format("{}: cannot read: {}", file.path(), system_reason(errno)));
    append_line(list_path(), fmt::format("{} {} {}\n", mark->size, mark->evidence, name));
    file.commit();
    std::vector<Mark>& marks = marks_[name];
    has_outdated_lines_ = has_outdated_lines_ || !marks.empty();
    marks = {*mark};
}

void OutputFolder::remove(const std::string& name)
{
    if (!is_ours(name)) return;
    remove_file(*this / name);
    has_outdated_lines_ = marks_.erase(name) > 0 || has_outdated_lines_;
}

// Nothing if there is no such file.
std::optional<OutputFolder::Mark> OutputFolder::mark_of(const std::string& path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    Mark mark{.size = static_cast<std::uintmax_t>(status.st_size), .evidence = "another kind of file"};
    if (!S_ISREG(status.st_mode)) return mark;
    if (mark.size <= large_file)
        mark.evidence = fmt::format("{:016x}", fingerprint(read_text_file(path, large_file)));
    else
        mark.evidence = fmt::format("@{}{:09}", status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
    return mark;
}

// A link is not: rebond makes none.
bool OutputFolder::is_ours(const std::string& name) const
{
    if (is_link(*this / name)) return false;
    const std::optional<Mark> mark = mark_of(*this / name);
    if (!mark) return true;
    const auto known = marks_.find(name);
    return known != marks_.end() &&
           std::find(known->second.begin(), known->second.end(), *mark) != known->second.end();
}

std::string OutputFolder::list_path() const
{
    return *this / list_name;
}

// A line that was cut off when a process was killed names no file that is there; the next must not go on in
// it.
void OutputFolder::read_list()
{
    std::error_code ignored;
    if (!std::filesystem::exists(list_path(), ignored)) return;
    const std::string text = read_text_file(list_path(), largest_list);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Mark mark;
        std::string name;
        if (!(words >> mark.size >> mark.evidence) || words.get() != ' ' || !std::getline(words, name))
            continue;
        marks_[name].push_back(mark);
    }
    if (!text.ends_with('\n')) write_list();
}

void OutputFolder::write_list() const
{
    std::string text;
    for (const auto& [name, marks] : marks_)
        for (const Mark& mark : marks) text += fmt::format("{} {} {}\n", mark.size, mark.evidence, name);
    text.empty() ? remove_file(list_path()) : write_whole_file(list_path(), text);
}

}  // namespace rebond
