#include "rebond/io/files/system_reason.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace rebond {

std::string system_reason(int error)
{
    const char* const text = std::strerror(error);
    if (error == ENOSPC) return fmt::format("the disk is full ({})", text);
    if (error == EDQUOT) return fmt::format("your disk quota is used up ({})", text);
    return text;
}

}  // namespace rebond
