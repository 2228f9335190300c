// Values as TOML writes them.
#pragma once

#include <string>
#include <string_view>

namespace rebond {

// A basic string in quotes; `value` is UTF-8.
std::string toml_string(std::string_view value);

// Bare where TOML allows it, else quoted.
std::string toml_key(std::string_view key);

}  // namespace rebond
