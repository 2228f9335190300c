#include "rebond/io/toml/toml_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rebond {

std::string toml_string(std::string_view value)
{
    std::string text = "\"";
    for (const char c : value) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            text += {'\\', c};
        else if (byte < 0x20 || byte == 0x7f)
            text += fmt::format("\\u{:04X}", byte);
        else
            text += c;
    }
    return text + '"';
}

std::string toml_key(std::string_view key)
{
    const auto is_bare = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    };
    if (!key.empty() && std::all_of(key.begin(), key.end(), is_bare)) return std::string(key);
    return toml_string(key);
}

}  // namespace rebond
