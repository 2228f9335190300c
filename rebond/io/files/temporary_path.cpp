#include "rebond/io/files/temporary_path.hpp"

#include <climits>

#include <array>
#include <atomic>
#include <cstring>
#include <unistd.h>
#include <utility>

namespace rebond {
namespace {

enum class Use { free, changing, file, folder };
static_assert(std::atomic<Use>::is_always_lock_free);

struct Place {
    std::atomic<Use> use{Use::free};
    std::array<char, PATH_MAX> path{};
};

std::array<Place, 32> table;

int take_place(const std::string& path, TemporaryPath::Kind kind)
{
    if (path.size() >= PATH_MAX) return -1;
    for (std::size_t i = 0; i < table.size(); ++i) {
        Use expected = Use::free;
        if (!table[i].use.compare_exchange_strong(expected, Use::changing)) continue;
        std::memcpy(table[i].path.data(), path.c_str(), path.size() + 1);
        table[i].use = kind == TemporaryPath::Kind::file ? Use::file : Use::folder;
        return static_cast<int>(i);
    }
    return -1;
}

}  // namespace

TemporaryPath::TemporaryPath(std::string path, Kind kind)
    : path_(std::move(path)), kind_(kind), place_(take_place(path_, kind))
{
}

TemporaryPath::TemporaryPath(TemporaryPath&& other) noexcept
    : path_(std::move(other.path_)),
      kind_(other.kind_),
      place_(std::exchange(other.place_, -1)),
      is_kept_(std::exchange(other.is_kept_, true))
{
}

TemporaryPath::~TemporaryPath()
{
    if (!is_kept_) kind_ == Kind::file ? ::unlink(path_.c_str()) : ::rmdir(path_.c_str());
    keep();
}

void TemporaryPath::keep()
{
    is_kept_ = true;
    if (place_ >= 0) table[static_cast<std::size_t>(std::exchange(place_, -1))].use = Use::free;
}

// Folders after the files in them, and inner folders, which are made later, before outer ones.
void remove_temporary_paths() noexcept
{
    for (const Place& place : table)
        if (place.use == Use::file) ::unlink(place.path.data());
    for (auto place = table.rbegin(); place != table.rend(); ++place)
        if (place->use == Use::folder) ::rmdir(place->path.data());
}

}  // namespace rebond
