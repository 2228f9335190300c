#include "rebond/core/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace rebond {

std::string number_text(double value)
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

}  // namespace rebond
