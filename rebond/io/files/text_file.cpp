#include "rebond/io/files/text_file.hpp"

#include "rebond/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace rebond {

std::string read_text_file(const std::string& path, std::size_t most)
{
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) throw FileError(path + ": error: no such file");
    if (error) throw FileError(fmt::format("{}: error: {}", path, error.message()));
    if (status.type() == fs::file_type::directory)
        throw FileError(path + ": error: is a directory, not a file");

    std::ifstream file(path, std::ios::binary);
    if (!file) throw FileError(path + ": error: cannot be read");
    std::string text;
    std::array<char, 1 << 16> block{};
    while (text.size() <= most) {
        const std::size_t wanted = std::min(block.size(), most + 1 - text.size());
        file.read(block.data(), static_cast<std::streamsize>(wanted));
        if (file.gcount() == 0) break;
        text.append(block.data(), static_cast<std::size_t>(file.gcount()));
    }
    if (file.bad()) throw FileError(path + ": error: cannot be read");
    return text;
}

}  // namespace rebond
