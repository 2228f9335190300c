#include "rebond/io/files/file_lock.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/files/system_reason.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rebond {
namespace {

// Whether the open file is the one that `path` names.
bool is_named(int descriptor, const std::string& path)
{
    struct stat opened = {}, named = {};
    return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

// Waits for a moment: a process that was killed may not be quite gone.
bool lock(int descriptor)
{
    constexpr int tries = 25;
    for (int i = 0; i < tries; ++i) {
        if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return true;
        if (errno != EWOULDBLOCK) return false;
        ::usleep(20'000);
    }
    errno = EWOULDBLOCK;
    return false;
}

}  // namespace

// A file that its last holder took away between our opening and locking it keeps nobody out: others make a
// new one of that name.
FileLock::FileLock(const std::string& path)
{
    do {
        if (descriptor_ >= 0) ::close(descriptor_);
        descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor_ < 0)
            throw FileError(fmt::format("{}: cannot create: {}", path, system_reason(errno)));
        // File systems that know no locks get none.
        if (lock(descriptor_) || errno != EWOULDBLOCK) continue;
        ::close(descriptor_);
        const std::string folder = std::filesystem::path(path).parent_path().string();
        throw FileError(
            fmt::format("{}: error: another rebond is writing into this folder; wait until it has finished, "
                        "or choose another folder",
                        folder));
    } while (!is_named(descriptor_, path));
    name_.emplace(path, TemporaryPath::Kind::file);
}

// The name goes while the file is locked, so that it is never somebody else's.
FileLock::~FileLock()
{
    name_.reset();
    ::close(descriptor_);
}

}  // namespace rebond
