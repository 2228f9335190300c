#include "rebond/io/files/whole_file.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/files/system_reason.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <unistd.h>

namespace rebond {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, std::string_view what, int reason)
{
    throw FileError(fmt::format("{}: {}: {}", path, what, system_reason(reason)));
}

// An open file; closed at the latest when it goes.
class Descriptor {
public:
    Descriptor(const std::string& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
    ~Descriptor()
    {
        if (is_open()) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    bool is_open() const { return number_ >= 0; }
    int number() const { return number_; }

private:
    int number_;
};

void write_all(const Descriptor& file, std::string_view text, const std::string& path)
{
    while (!text.empty()) {
        const ssize_t written = ::write(file.number(), text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) refuse(path, "cannot write", errno);
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

std::string without_links(const std::string& path)
{
    std::error_code error;
    if (!fs::is_symlink(path, error)) return path;
    const fs::path target = fs::weakly_canonical(path, error);
    if (error) refuse(path, "cannot follow the link", error.value());
    return target.string();
}

// This machine's name as far as file names like it: processes of another are not ours to judge.
std::string machine_name()
{
    std::array<char, 65> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return "unknown";
    std::string text(name.data());
    for (char& c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return text.empty() ? "unknown" : text;
}

// A name nobody has, taken by creating it: other processes by their machine and number, other threads and
// remains of killed processes by trying again.
std::string create_beside(const std::string& path, const std::string& shown)
{
    const std::string machine = machine_name();
    for (int attempt = 0;; ++attempt) {
        std::string name = fmt::format("{}.part-{}-{}-{}", path, machine, ::getpid(), attempt);
        const Descriptor file(name, O_WRONLY | O_CREAT | O_EXCL);
        if (file.is_open()) return name;
        if (errno != EEXIST) refuse(shown, "cannot create", errno);
    }
}

// The process of a temporary file of this machine; nothing for other names.
std::optional<pid_t> writer_of(const std::string& name)
{
    const std::string mark = ".part-" + machine_name() + "-";
    const std::size_t at = name.rfind(mark);
    if (at == std::string::npos || at == 0) return std::nullopt;
    const char* const end = name.data() + name.size();
    pid_t process = 0;
    int attempt = 0;
    const auto [dash, fault] = std::from_chars(name.data() + at + mark.size(), end, process);
    if (fault != std::errc() || dash == end || *dash != '-' || process <= 0) return std::nullopt;
    const auto [rest, other_fault] = std::from_chars(dash + 1, end, attempt);
    if (other_fault != std::errc() || rest != end) return std::nullopt;
    return process;
}

bool is_device_or_pipe(const std::string& path)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    return fs::is_character_file(status) || fs::is_fifo(status) || fs::is_socket(status);
}

}  // namespace

FileInProgress::FileInProgress(const std::string& path)
    : path_(without_links(path)), temporary_(create_beside(path_, path), TemporaryPath::Kind::file)
{
}

void FileInProgress::write(std::string_view text) const
{
    const Descriptor file(temporary(), O_WRONLY | O_TRUNC);
    if (!file.is_open()) refuse(path_, "cannot write", errno);
    write_all(file, text, path_);
}

void FileInProgress::commit()
{
    const Descriptor file(temporary(), O_RDONLY);
    if (!file.is_open() || ::fsync(file.number()) != 0) refuse(path_, "cannot write", errno);
    if (::rename(temporary().c_str(), path_.c_str()) != 0) refuse(path_, "cannot replace", errno);
    temporary_.keep();

    // The new name survives a power failure only once its directory is on the disk too. Some file
    // systems refuse to sync a directory; the file is complete either way.
    const fs::path parent = fs::path(path_).parent_path();
    const Descriptor directory(parent.empty() ? "." : parent.string(), O_RDONLY | O_DIRECTORY);
    if (directory.is_open()) ::fsync(directory.number());
}

void write_whole_file(const std::string& path, std::string_view text)
{
    if (is_device_or_pipe(path)) {
        const Descriptor file(path, O_WRONLY);
        if (!file.is_open()) refuse(path, "cannot open", errno);
        write_all(file, text, path);
        return;
    }
    FileInProgress progress(path);
    progress.write(text);
    progress.commit();
}

void remove_file(const std::string& path)
{
    if (::unlink(path.c_str()) != 0 && errno != ENOENT && errno != ENOTDIR)
        refuse(path, "cannot remove", errno);
}

void remove_orphans(const std::string& directory)
{
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::optional<pid_t> writer = writer_of(entry->path().filename().string());
        if (writer && *writer != ::getpid()) ::unlink(entry->path().c_str());
    }
}

std::vector<std::string> make_directory(const std::string& path)
{
    // The last name first: "a/b/" is the directory a/b.
    std::vector<std::string> missing;
    std::error_code error;
    fs::path outer = fs::path(path).has_filename() ? fs::path(path) : fs::path(path).parent_path();
    for (; !outer.empty() && !fs::exists(outer, error); outer = outer.parent_path())
        missing.push_back(outer.string());
    std::reverse(missing.begin(), missing.end());

    fs::create_directories(path, error);
    if (error) refuse(path, "cannot create the directory", error.value());
    if (!fs::is_directory(path, error)) refuse(path, "cannot create the directory", ENOTDIR);
    return missing;
}

}  // namespace rebond
