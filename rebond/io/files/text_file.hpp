// Files read whole, as text.
#pragma once

#include <cstddef>
#include <string>

namespace rebond {

// From a file, or from something that flows like one: a pipe, a device. At most `most` bytes and one are
// read, so that a longer file can be told and never fills the memory. Throws FileError if it cannot be read.
std::string read_text_file(const std::string& path, std::size_t most);

}  // namespace rebond
