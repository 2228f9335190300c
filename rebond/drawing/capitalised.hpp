// The start of a sentence.
#pragma once

#include <string>
#include <string_view>

namespace rebond {

// With its first letter, if that is an ASCII one, as a capital.
inline std::string capitalised(std::string_view start)
{
    std::string text(start);
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

}  // namespace rebond
