#include "rebond/io/files/system_reason.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace rebond {

std::string system_reason(int error)
{
    const char* const text = std::strerror(error);
    if (error == ENOSPC) return fmt::format("the disk is full ({})", text);
    if (error == EDQUOT) return fmt::format("no more space on the disk is yours ({})", text);
    return text;
}

}  // namespace rebond
