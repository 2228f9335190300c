#include "rebond/io/file_lock.hpp"

#include "rebond/core/error.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace rebond {

FileLock::FileLock(const std::string& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666))
{
    if (descriptor_ < 0) throw FileError(fmt::format("{}: cannot create: {}", path, std::strerror(errno)));
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    const int reason = errno;
    // File systems that know no locks get none.
    if (reason != EWOULDBLOCK) return;
    ::close(descriptor_);
    throw FileError(fmt::format("{}: error: another sweep is at work in this folder", path));
}

FileLock::~FileLock()
{
    ::unlink(path_.c_str());
    ::close(descriptor_);
}

}  // namespace rebond
