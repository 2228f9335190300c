// Numbers as text.
#pragma once

#include <string>

namespace rebond {

// The shortest decimal that reads back to the same bits; always a float, 2.0 rather than 2.
std::string number_text(double value);

}  // namespace rebond
