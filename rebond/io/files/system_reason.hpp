// Why the system refused something, in words.
#pragma once

#include <string>

namespace rebond {

// Of an errno. A full disk is called that, with the system's own word behind it.
std::string system_reason(int error);

}  // namespace rebond
