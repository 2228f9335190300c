// Units of a scene's keys, from the tables of scene/fields.hpp.
#pragma once

#include <string_view>

namespace rebond {

// The unit of a dotted key, of whichever model or scheme has it; empty if it has none, or if there is no such
// key.
std::string_view unit_of_key(std::string_view key);

}  // namespace rebond
