#include "rebond/io/toml/toml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace rebond {

std::string toml_number(double value)
{
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0.0 ? "-inf" : "inf";
    std::array<char, 32> buffer = {};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    std::string text(buffer.data(), end);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text.find('.') == std::string::npos ? text + ".0" : text;
    // 1e-06 and 2.1e+11 as people write them.
    const std::string sign = text[e + 1] == '-' ? "-" : "";
    return text.substr(0, e + 1) + sign + text.substr(text.find_first_not_of("+-0", e + 1));
}

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
