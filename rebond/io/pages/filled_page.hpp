// Pages of apps/web with their places filled in.
//
// A place reads @@name@@. Every page has those of the style and the script that all pages share; the others
// are its own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rebond {

// A place's name and what is put there, as it is: the caller has made it safe.
using PagePart = std::pair<std::string, std::string>;

// What pages show of long texts [bytes] and of numbers [significant digits].
inline constexpr std::size_t most_scene_bytes = 200'000;
inline constexpr int value_digits = 7;

std::string filled_page(std::string_view page, std::vector<PagePart> parts);

}  // namespace rebond
