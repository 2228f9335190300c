#include "rebond/io/files/machine.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace rebond {
namespace {

// The number a file holds, as those of control groups do; nothing for "max".
std::optional<double> number_in(const std::string& path)
{
    std::ifstream file(path);
    double number = 0.0;
    if (file >> number) return number;
    return std::nullopt;
}

std::optional<double> free_by_system()
{
    std::ifstream file("/proc/meminfo");
    for (std::string name; file >> name;) {
        double kilobytes = 0.0;
        if (name == "MemAvailable:" && file >> kilobytes) return 1024.0 * kilobytes;
        std::getline(file, name);
    }
    return std::nullopt;
}

std::optional<double> free_by_container()
{
    const auto most = number_in("/sys/fs/cgroup/memory.max");
    const auto used = number_in("/sys/fs/cgroup/memory.current");
    if (!most || !used) return std::nullopt;
    return std::max(0.0, *most - *used);
}

std::optional<double> free_by_limit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
    const double used =
        number_in("/proc/self/statm").value_or(0.0) * static_cast<double>(::sysconf(_SC_PAGESIZE));
    return std::max(0.0, static_cast<double>(limit.rlim_cur) - used);
}

}  // namespace

std::optional<double> free_memory()
{
    std::optional<double> least;
    for (const auto& bytes : {free_by_system(), free_by_container(), free_by_limit()})
        if (bytes && (!least || *bytes < *least)) least = bytes;
    return least;
}

std::optional<double> free_disk(const std::string& path)
{
    namespace fs = std::filesystem;
    std::error_code error;
    fs::path folder = fs::absolute(path, error);
    while (!error && !fs::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
    const fs::space_info space = fs::space(folder, error);
    if (error || space.capacity == 0) return std::nullopt;  // no disk, as /proc is none
    return static_cast<double>(space.available);
}

}  // namespace rebond
