#include "rebond/drawing/svg_text.hpp"

#include <algorithm>
#include <string_view>

namespace rebond {
namespace {

// Widths of characters over the size of the font.
constexpr double usual_width = 0.58;
constexpr double capital_width = 0.78;
constexpr double wide_width = 1.0;  // of ideographs and pictures

// Bytes of the UTF-8 character that begins at `at`; 0 if there is none.
std::size_t utf8_length(const std::string& text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    std::size_t length = 0;
    if (byte(0) < 0x80)
        length = 1;
    else if (byte(0) >= 0xC2 && byte(0) < 0xE0)
        length = 2;
    else if (byte(0) >= 0xE0 && byte(0) < 0xF0)
        length = 3;
    else if (byte(0) >= 0xF0 && byte(0) < 0xF5)
        length = 4;
    if (at + length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    // Overlong forms and lone surrogates.
    if (byte(0) == 0xE0 && byte(1) < 0xA0) return 0;
    if (byte(0) == 0xED && byte(1) >= 0xA0) return 0;
    return length;
}

// Bytes of what is shown as one character at `at`: a byte that begins none stands for itself.
std::size_t shown_length(const std::string& text, std::size_t at)
{
    return std::max<std::size_t>(utf8_length(text, at), 1);
}

double character_width(const std::string& text, std::size_t at)
{
    const std::string_view character(text.data() + at, shown_length(text, at));
    // Bytes sort like code points, and wide ones begin here.
    if (character.size() > 3 || (character.size() == 3 && character >= "\u2E80")) return wide_width;
    return character.front() >= 'A' && character.front() <= 'Z' ? capital_width : usual_width;
}

}  // namespace

double text_width(const std::string& text, double font)
{
    double width = 0.0;
    for (std::size_t at = 0; at < text.size(); at += shown_length(text, at))
        width += character_width(text, at);
    return font * width;
}

std::string shortened(const std::string& text, double font, double width)
{
    if (text_width(text, font) <= width) return text;
    const std::string ellipsis = "…";
    double taken = 0.0;  // over the size of the font
    std::size_t end = 0;
    for (; end < text.size(); end += shown_length(text, end)) {
        taken += character_width(text, end);
        if (font * (taken + character_width(ellipsis, 0)) > width) break;
    }
    while (end > 0 && text[end - 1] == ' ') --end;
    return end > 0 ? text.substr(0, end) + ellipsis : "";
}

std::string escape_xml(const std::string& text)
{
    std::string safe;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_length(text, at);
        const char c = text[at];
        if (length == 0) {
            safe += "\uFFFD";
        } else if (length > 1) {
            safe.append(text, at, length);
        } else if (c == '&') {
            safe += "&amp;";
        } else if (c == '<') {
            safe += "&lt;";
        } else if (c == '>') {
            safe += "&gt;";
        } else if (c == '"') {
            safe += "&quot;";
        } else if (c == '\'') {
            safe += "&#39;";
        } else if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n') {
            safe += c;
        }
        at += std::max<std::size_t>(length, 1);
    }
    return safe;
}

}  // namespace rebond
