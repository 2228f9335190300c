// Files for fuzzers of readers that want a file: in memory, where the machine has such a place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace rebond {

// A folder of this process, gone at its end.
class ScratchFolder {
public:
    ScratchFolder()
    {
        const std::filesystem::path memory = "/dev/shm";
        const bool has_memory = std::filesystem::is_directory(memory) && ::access(memory.c_str(), W_OK) == 0;
        std::string name =
            ((has_memory ? memory : std::filesystem::temp_directory_path()) / "rebond-fuzz-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) std::abort();
        path_ = name;
    }
    ~ScratchFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

inline void write_bytes(const std::filesystem::path& file, const std::string& bytes)
{
    std::ofstream(file, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::string read_bytes(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// `whole` with the damage that `data` describes: an odd first byte cuts it short, at a place that the next
// three bytes name; every four bytes after that are a place and the byte that stands there now.
inline std::string damaged(std::string whole, const std::uint8_t* data, std::size_t size)
{
    if (size < 4 || whole.empty()) return whole;
    const auto place = [](const std::uint8_t* at) {
        return static_cast<std::size_t>(at[0]) << 16 | static_cast<std::size_t>(at[1]) << 8 | at[2];
    };
    if (data[0] % 2 == 1) whole.resize(place(data + 1) % whole.size());
    for (std::size_t k = 4; k + 4 <= size && !whole.empty(); k += 4)
        whole[place(data + k) % whole.size()] = static_cast<char>(data[k + 3]);
    return whole;
}

}  // namespace rebond
