// JSON written directly, for pages whose numbers are many and need few digits.
#pragma once

#include <string>
#include <vector>

namespace rebond {

// With so many significant digits; null unless it can be drawn.
std::string json_number(double value, int digits);
std::string json_array(const std::vector<double>& values, int digits);

// In quotes; bytes that are no UTF-8 become replacement characters.
std::string json_string(const std::string& text);

// Inside a script element nothing may look like markup: "</script" would end it, "<!--" would hide it.
// So every < is written as its number.
std::string safe_in_script(const std::string& json);

}  // namespace rebond
